import type { Platform } from '#server/core/context.ts';
import type { Mail } from '#server/core/ports.ts';
import { MAIL_KIND_WORDS } from '#shared/domain/mail-kinds.ts';
import type { MailKind } from '#shared/vocabulary/content.ts';

/** A paragraph, a code to type, or a link to open. */
export type LetterPart = string | { code: string } | { label: string; url: string };
/** `unsubscribe` stands in mails that somebody may do without. */
export type Addressee = { to: string; name: string; unsubscribe?: { kind: MailKind; url: string } | null };
export type Letter = Addressee & { subject: string; parts: readonly LetterPart[] };

/** The same words twice: as plain text, and as HTML that needs no picture and suits light and dark. */
export function letterOf({ appName, supportEmail, publicUrl }: Platform, { to, name, unsubscribe, subject, parts }: Letter): Mail {
  const greeting = greetingOf(name);
  const help = `This mail was sent by ${appName}. If you need help, write to ${supportEmail}.`;
  const leaving = unsubscribe && { label: `Unsubscribe from ${MAIL_KIND_WORDS[unsubscribe.kind].mails}`, url: unsubscribe.url };
  const html = page(subject, [
    `<p style="${TITLE}"><a href="${escaped(publicUrl)}" class="brand" style="${BRAND}">${escaped(appName)}</a></p>`,
    paragraph(greeting),
    ...parts.map(htmlOf),
    `<p class="quiet" style="${QUIET}">${escaped(help)}${leaving ? `<br>\n<a href="${escaped(leaving.url)}" class="quiet" style="${QUIET_LINK}">${leaving.label}</a>` : ''}</p>`,
  ]);
  const foot = leaving ? `${help}\n${leaving.label}: ${leaving.url}` : help;
  return { to, subject, text: `${[greeting, ...parts.map(textOf), '--', foot].join('\n\n')}\n`, html, unsubscribeUrl: leaving?.url };
}

/** A word, a dot and letters; initials before a name have a space or one letter behind their dot. */
const LINKLIKE = /:\/\/|www[.]|@|[\p{L}\p{N}][.]\p{L}{2,}/iu;

/** In one line; null for one that is empty or looks like a link: anybody can sign up with an advertisement for a name. */
export function plainName(name: string): string | null {
  const plain = name.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return plain === '' || LINKLIKE.test(plain) ? null : plain;
}

function greetingOf(name: string): string {
  const plain = plainName(name);
  return plain === null ? 'Hello,' : `Hello ${plain},`;
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

/** For programs that know the scheme; the others show the styles that stand on the elements. */
const DARK =
  '@media (prefers-color-scheme:dark){.page,.card{background-color:#1a1d21!important;color:#e9ecef!important}' +
  '.quiet{color:#adb5bd!important}.link,.brand{color:#66d9e8!important}}';

function page(title: string, content: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
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

const paragraph = (text: string): string => `<p style="${PARAGRAPH}">${escaped(text)}</p>`;

function htmlOf(part: LetterPart): string {
  if (typeof part === 'string') return paragraph(part);
  if ('code' in part) return `<p style="${CODE}">${escaped(part.code)}</p>`;
  const url = escaped(part.url);
  const button = `<p style="${PARAGRAPH}"><a href="${url}" style="${BUTTON}">${escaped(part.label)}</a></p>`;
  return `${button}\n<p style="${SMALL}"><a href="${url}" class="link" style="${PLAIN_LINK}">${url}</a></p>`;
}

function textOf(part: LetterPart): string {
  if (typeof part === 'string') return part;
  return 'code' in part ? part.code : `${part.label}\n${part.url}`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
