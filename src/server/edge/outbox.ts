import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Mail } from '#server/core/ports.ts';
import { ERRORS } from '#shared/errors.ts';
import { createPlainHeaders, renderPlainPage } from './plain-page.ts';

type StoredMail = Mail & { id: string; from: string; sentAt: string };
type StoredMails = { list: () => Promise<StoredMail[]>; read: (id: string) => Promise<StoredMail | null> };

const PATH = '/dev/outbox';
const UNKNOWN = 'request.unknown_path';
const HEADERS = createPlainHeaders();

export function createOutboxRoutes(outbox: StoredMails | null): Hono {
  const app = new Hono();
  app.get(PATH, async (c) => (outbox ? c.html(listPage(await outbox.list()), 200, HEADERS) : c.json(NOT_FOUND, 404)));
  app.get(`${PATH}/:id`, async (c) => {
    const mail = await outbox?.read(c.req.param('id'));
    return mail ? c.html(mailPage(mail), 200, HEADERS) : c.json(NOT_FOUND, 404);
  });
  app.all(`${PATH}/*`, (c) => c.json(NOT_FOUND, 404));
  return app;
}

const NOT_FOUND = { success: false, message: ERRORS[UNKNOWN].message, code: UNKNOWN };

function listPage(mails: readonly StoredMail[]) {
  const rows = mails.map(
    ({ id, to, subject, sentAt }) =>
      html`<li><a href="${PATH}/${id}"><strong>${subject}</strong><span>${to}</span><time datetime="${sentAt}">${formatTime(sentAt)}</time></a></li>`,
  );
  const content = rows.length > 0 ? html`<ul class="mails">${rows}</ul>` : html`<p>No mail has been sent yet.</p>`;
  return renderPlainPage(
    'Outbox',
    html`${STYLE}<h1>Outbox</h1><p>Mails are kept here instead of being sent. <a href="${PATH}">Look again</a></p>${content}`,
  );
}

function mailPage({ from, to, subject, sentAt, text, html: body, unsubscribeUrl }: StoredMail) {
  const links = [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])];
  return renderPlainPage(
    subject,
    html`${STYLE}<p><a href="${PATH}">All mails</a></p>
      <h1>${subject}</h1>
      <dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to}</dd><dt>Sent</dt><dd><time datetime="${sentAt}">${formatTime(sentAt)}</time></dd>${unsubscribeUrl ? html`<dt>Unsubscribe</dt><dd><a href="${unsubscribeUrl}">${unsubscribeUrl}</a></dd>` : ''}</dl>
      <h2>Links</h2>
      ${links.length > 0 ? html`<ul>${links.map((url) => html`<li><a href="${url}">${url}</a></li>`)}</ul>` : html`<p>There are none.</p>`}
      <h2>Text</h2>
      <pre>${text}</pre>
      <h2>HTML</h2>
      <iframe title="The mail as HTML" sandbox srcdoc="${body}"></iframe>`,
  );
}

const formatTime = (instant: string): string => `${instant.slice(0, 19).replace('T', ' ')} UTC`;

const STYLE = html`<style>
  h2 { font-size: 1.1rem; margin-top: 1.5rem; }
  .mails { list-style: none; padding: 0; }
  .mails a { display: grid; gap: 0.1rem; padding: 0.75rem 0.25rem; border-bottom: 1px solid color-mix(in srgb, currentcolor 25%, transparent); text-decoration: none; color: inherit; }
  .mails a:hover strong, .mails a:focus-visible strong { text-decoration: underline; }
  .mails time { font-size: 0.875rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
  dd { margin: 0; }
  pre { white-space: pre-wrap; padding: 1rem; border: 1px solid color-mix(in srgb, currentcolor 25%, transparent); border-radius: 0.5rem; font: 0.9rem/1.5 ui-monospace, monospace; }
  iframe { box-sizing: border-box; width: 100%; height: 36rem; border: 1px solid color-mix(in srgb, currentcolor 25%, transparent); border-radius: 0.5rem; }
</style>`;
