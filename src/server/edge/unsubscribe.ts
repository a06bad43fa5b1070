import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { type Caller, createCaller } from '#server/api/router.ts';
import type { Client, Ctx, Session } from '#server/core/context.ts';
import { getHttpStatus, toTRPCError } from '#server/core/errors.ts';
import type { MailPreference, UnsubscribeInput } from '#shared/contracts/mail-preferences.ts';
import { MAIL_KIND_TEXT } from '#shared/domain/mail-kinds.ts';
import { MAIL_KINDS } from '#shared/vocabulary/content.ts';
import { plainHeaders, plainPage } from './plain-page.ts';

type Parts = {
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  contextOf: (session: Session, client: Client) => Ctx;
};
type UnsubscribeEnv = { Variables: { client: Client } };
type Ask = (mail: Caller['mail'], link: UnsubscribeInput) => Promise<MailPreference>;

const HEADERS = plainHeaders({ formAction: "'self'" });

/** Where the links at the foot of mails lead. Scanners open them all, so only a POST does anything: a person's, or a mail program's (RFC 8058). */
export function unsubscribeAt({ sessionOf, contextOf }: Parts): Hono<UnsubscribeEnv> {
  const answer = async (c: Context<UnsubscribeEnv>, ask: Ask) => {
    const ctx = contextOf(await sessionOf(undefined), c.var.client);
    const { appName } = ctx.platform;
    const { user = '', kind: named, signature = '' } = c.req.query();
    const kind = MAIL_KINDS.find((one) => one === named);
    try {
      if (!kind) return c.html(unknownPage(appName), 404, HEADERS);
      return c.html(pageOf(appName, await ask(createCaller(ctx).mail, { user, kind, signature })), 200, HEADERS);
    } catch (thrown) {
      const status = getHttpStatus(toTRPCError(thrown));
      if (status < 500) return c.html(unknownPage(appName), 404, HEADERS);
      return c.html(failedPage(appName), status === 503 ? 503 : 500, HEADERS);
    }
  };
  return new Hono<UnsubscribeEnv>()
    .get('/unsubscribe', (c) => answer(c, (mail, link) => mail.offer(link)))
    .post('/unsubscribe', (c) => answer(c, (mail, link) => mail.unsubscribe(link)));
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

const framed = (appName: string, title: string, content: ReturnType<typeof html>) =>
  plainPage(`${title} | ${appName}`, html`${STYLE}<p class="brand">${appName}</p><h1>${title}</h1>${content}`);

/** The form posts to the page's own address, which holds the signature. */
function pageOf(appName: string, { kind, isOn }: MailPreference) {
  const { mails, covers } = MAIL_KIND_TEXT[kind];
  if (isOn) {
    return framed(
      appName,
      `Unsubscribe from ${mails}?`,
      html`<p>You will get no more ${mails} from ${appName}.</p>
        <p class="covers">${covers}</p>
        <p>Mails about your account itself, such as a changed password, still come.</p>
        <form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form>`,
    );
  }
  return framed(
    appName,
    'You are unsubscribed',
    html`<p>You get no more ${mails} from ${appName}.</p>
      <p class="covers">${covers}</p>
      <p>You can switch them on again under <a href="/account#email-preferences">Email preferences</a> of your account.</p>`,
  );
}

const unknownPage = (appName: string) =>
  framed(
    appName,
    'Not found',
    html`<p>Please open the link as it stands in the mail, or use <a href="/account#email-preferences">Email preferences</a> of your account.</p>`,
  );

const failedPage = (appName: string) => framed(appName, 'Something went wrong', html`<p>Nothing was changed. Please try again in a moment.</p>`);
