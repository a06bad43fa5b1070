import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { type Caller, createCaller } from '#server/api/router.ts';
import type { Client, Ctx, Session } from '#server/core/context.ts';
import { getHttpStatus, toTRPCError } from '#server/core/errors.ts';
import type { MailPreference, UnsubscribeMailInput } from '#shared/contracts/account.ts';
import { withLocale } from '#shared/domain/locale-paths.ts';
import { MAIL_KIND_TEXT } from '#shared/domain/mail-kinds.ts';
import type { Texts } from '#shared/domain/texts.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import { MAIL_KINDS } from '#shared/vocabulary/notifications.ts';
import { createPlainHeaders, renderPlainPage } from './plain-page.ts';

type Parts = {
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  contextOf: (session: Session, client: Client) => Ctx;
};
type UnsubscribeEnv = { Variables: { client: Client } };
type MailCall = (mail: Caller['mail'], link: UnsubscribeMailInput) => Promise<MailPreference>;

const HEADERS = createPlainHeaders({ formAction: "'self'" });

/** Mail scanners open all links, so only POST unsubscribes: the button of the page, or a mail program (RFC 8058). */
export function createUnsubscribeRoutes({ sessionOf, contextOf }: Parts): Hono<UnsubscribeEnv> {
  const respond = async (c: Context<UnsubscribeEnv>, call: MailCall) => {
    const ctx = contextOf(await sessionOf(undefined), c.var.client);
    const text = { t: await ctx.textsIn(ctx.client.locale ?? DEFAULT_LOCALE), appName: ctx.platform.appName };
    const { user = '', kind: kindText, signature = '' } = c.req.query();
    const kind = MAIL_KINDS.find((mailKind) => mailKind === kindText);
    try {
      if (!kind) return c.html(renderUnknownLink(text), 404, HEADERS);
      return c.html(renderPreference(text, await call(createCaller(ctx).mail, { user, kind, signature })), 200, HEADERS);
    } catch (thrown) {
      const status = getHttpStatus(toTRPCError(thrown));
      if (status < 500) return c.html(renderUnknownLink(text), 404, HEADERS);
      return c.html(renderFailure(text), status === 503 ? 503 : 500, HEADERS);
    }
  };
  return new Hono<UnsubscribeEnv>()
    .get('/unsubscribe', (c) => respond(c, (mail, link) => mail.offer(link)))
    .post('/unsubscribe', (c) => respond(c, (mail, link) => mail.unsubscribe(link)));
}

const STYLE = html`<style>
  body { max-width: 32rem; padding-block: 3rem; }
  .brand { margin: 0 0 2rem; font-weight: 700; font-size: 1.25rem; }
  .brand, a { color: #0b7285; }
  .covers { padding-inline-start: 1rem; border-inline-start: 3px solid #0b7285; }
  button { min-height: 2.75rem; padding: 0.5rem 1.5rem; border: 0; border-radius: 0.5rem; background: #0b7285; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
  button:focus-visible, a:focus-visible { outline: 3px solid; outline-offset: 3px; }
  @media (prefers-color-scheme: dark) { .brand, a { color: #66d9e8; } }
</style>`;

type Text = { t: Texts; appName: string };

const renderFrame = ({ t, appName }: Text, title: string, content: ReturnType<typeof html>) =>
  renderPlainPage(`${title} | ${appName}`, html`${STYLE}<p class="brand">${appName}</p><h1>${title}</h1>${content}`, t.locale);

function renderPreference(text: Text, { kind, isOn }: MailPreference) {
  const { t, appName } = text;
  const mails = t.of(MAIL_KIND_TEXT[kind].mails);
  const covers = t.of(MAIL_KIND_TEXT[kind].covers);
  if (isOn) {
    return renderFrame(
      text,
      t`Unsubscribe from ${mails}?`,
      html`<p>${t`You will get no more ${mails} from ${appName}.`}</p>
        <p class="covers">${covers}</p>
        <p>${t`Mails about your account itself, such as a changed password, still come.`}</p>
        <form method="post"><button name="List-Unsubscribe" value="One-Click">${t`Unsubscribe`}</button></form>`,
    );
  }
  return renderFrame(
    text,
    t`You are unsubscribed`,
    html`<p>${t`You get no more ${mails} from ${appName}.`}</p>
      <p class="covers">${covers}</p>
      <p>${withLink(t, t`You can switch them on again under <0>Email preferences</0> of your account.`)}</p>`,
  );
}

const renderUnknownLink = (text: Text) => {
  const { t } = text;
  return renderFrame(
    text,
    t`Not found`,
    html`<p>${withLink(t, t`Please open the link as it stands in the mail, or use <0>Email preferences</0> of your account.`)}</p>`,
  );
};

const renderFailure = (text: Text) => {
  const { t } = text;
  return renderFrame(text, t`Something went wrong`, html`<p>${t`Nothing was changed. Please try again in a moment.`}</p>`);
};

function withLink({ locale }: Texts, sentence: string) {
  const [before, name, after] = sentence.split(/<\/?0>/);
  return html`${before}<a href="${withLocale('/account#email-preferences', locale)}">${name}</a>${after}`;
}
