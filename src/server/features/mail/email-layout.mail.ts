import type { Platform } from '#server/core/context.ts';
import type { Mail } from '#server/core/ports.ts';
import { MAIL_KIND_TEXT } from '#shared/domain/mail-kinds.ts';
import type { Texts } from '#shared/domain/texts.ts';
import { formatInstant, zoneLabel } from '#shared/domain/zone.ts';
import type { MailKind } from '#shared/vocabulary/notifications.ts';

/** The platform as mails mention it. `pagesUrl`: the base URL of its pages in the language of `t`. */
export type Letter = Platform & { t: Texts; pagesUrl: string };

export type EmailPart = string | { code: string } | { label: string; url: string };
export type Addressee = { to: string; name: string; unsubscribe?: { kind: MailKind; url: string } | null };
type Email = Addressee & { subject: string; parts: readonly EmailPart[] };

export function composeEmail({ t, pagesUrl, appName, supportEmail }: Letter, { to, name, unsubscribe, subject, parts }: Email): Mail {
  const greeting = toGreeting(name, t);
  const help = t`This email was sent by ${appName}. If you need help, write to ${supportEmail}.`;
  const unsubscribeLink = unsubscribe && { label: t`Unsubscribe from ${t.of(MAIL_KIND_TEXT[unsubscribe.kind].mails)}`, url: unsubscribe.url };
  const html = renderPage({ locale: t.locale, title: subject }, [
    `<p style="${TITLE}"><a href="${escapeHtml(pagesUrl)}" class="brand" style="${BRAND}">${escapeHtml(appName)}</a></p>`,
    renderParagraph(greeting),
    ...parts.map(renderPart),
    `<p class="quiet" style="${QUIET}">${escapeHtml(help)}${unsubscribeLink ? `<br>\n<a href="${escapeHtml(unsubscribeLink.url)}" class="quiet" style="${QUIET_LINK}">${escapeHtml(unsubscribeLink.label)}</a>` : ''}</p>`,
  ]);
  const footer = unsubscribeLink ? `${help}\n${unsubscribeLink.label}: ${unsubscribeLink.url}` : help;
  return { to, subject, text: `${[greeting, ...parts.map(toPartText), '--', footer].join('\n\n')}\n`, html, unsubscribeUrl: unsubscribeLink?.url };
}

/** A word, a dot and at least two letters: the dot of initials is followed by a space or a single letter. */
const LOOKS_LIKE_LINK = /:\/\/|www[.]|@|[\p{L}\p{N}][.]\p{L}{2,}/iu;

/** On one line; null for a name that is empty or looks like a link, as anybody can sign up with an advertisement for a name. */
export function toPlainName(name: string): string | null {
  const plain = name.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return plain === '' || LOOKS_LIKE_LINK.test(plain) ? null : plain;
}

export const toLines = (text: string): string[] => text.split(/\s*\n\s*/).filter((line) => line !== '');

/** In the time zone of the platform, whose name is part of the text. */
export const toTimeText = ({ t, zone }: Letter, at: Date): string => `${formatInstant(at, zone, t.locale)} (${zoneLabel(zone, t)})`;

function toGreeting(name: string, t: Texts): string {
  const plain = toPlainName(name);
  return plain === null ? t`Hello,` : t`Hello ${plain},`;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const PARAGRAPH = 'margin:0 0 16px;font-size:16px;line-height:1.5';
const TITLE = 'margin:0 0 24px;font-size:20px;font-weight:700';
const BRAND = 'color:#0b7285;text-decoration:none';
const CODE = 'margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:6px;font-family:ui-monospace,Menlo,Consolas,monospace';
const BUTTON = 'display:inline-block;padding:12px 24px;border-radius:8px;background-color:#0b7285;color:#ffffff;font-weight:600;text-decoration:none';
const PLAIN_LINK = 'color:#0b7285;word-break:break-all';
const SMALL = 'margin:0 0 16px;font-size:14px;line-height:1.5';
const QUIET = `${SMALL};margin-top:32px;color:#5c6670`;
const QUIET_LINK = 'display:inline-block;padding:8px 0;color:#5c6670';

/** For mail programs that know `prefers-color-scheme`; the others use the inline styles. */
const DARK =
  '@media (prefers-color-scheme:dark){.page,.card{background-color:#1a1d21!important;color:#e9ecef!important}' +
  '.quiet{color:#adb5bd!important}.link,.brand{color:#66d9e8!important}}';

function renderPage({ locale, title }: { locale: string; title: string }, content: readonly string[]): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#ffffff;color:#212529;${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td align="center">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td align="left" style="padding:32px 24px">
${content.join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const renderParagraph = (text: string): string => `<p style="${PARAGRAPH}">${escapeHtml(text)}</p>`;

function renderPart(part: EmailPart): string {
  if (typeof part === 'string') return renderParagraph(part);
  if ('code' in part) return `<p style="${CODE}">${escapeHtml(part.code)}</p>`;
  const url = escapeHtml(part.url);
  const button = `<p style="${PARAGRAPH}"><a href="${url}" style="${BUTTON}">${escapeHtml(part.label)}</a></p>`;
  return `${button}\n<p style="${SMALL}"><a href="${url}" class="link" style="${PLAIN_LINK}">${url}</a></p>`;
}

function toPartText(part: EmailPart): string {
  if (typeof part === 'string') return part;
  return 'code' in part ? part.code : `${part.label}\n${part.url}`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
