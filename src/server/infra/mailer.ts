import { createHash, randomUUID } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import type { Mailer } from '#server/core/ports.ts';
import { JOBS } from '#shared/vocabulary/job-limits.ts';
import type { Outbox } from './outbox.ts';

export type MailerSettings = {
  smtpUrl: string | null;
  isOff: boolean;
  from: { name: string; address: string };
  host: string;
  now: () => Date;
  outbox: Pick<Outbox, 'store'>;
};

/** Together shorter than a job's claim, so that no mail is still being sent when the next try begins. */
const DEADLINE_MS = 40_000;
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5_000 };

export function createMailer({ smtpUrl, isOff, from, host, now, outbox }: MailerSettings): Mailer & { close: () => void } {
  if (isOff) return { send: async () => {}, close: () => {} };
  const sender = { name: toSingleLine(from.name), address: checkAddress(from.address) };
  let transport: ReturnType<typeof createSmtpPool> | undefined;

  return {
    async send({ to: recipient, subject, text, html, unsubscribeUrl }, order = randomUUID()) {
      const to = checkAddress(recipient);
      const [date, messageId] = [now(), `<${order}.${digestOf(text)}@${host}>`];
      const content = { subject: toSingleLine(subject), text, html, messageId, ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) };
      if (smtpUrl === null) return outbox.store({ ...content, to, from: `${sender.name} <${sender.address}>`, sentAt: date.toISOString() });
      const message: SendMailOptions & { signal: AbortSignal } = {
        subject: content.subject,
        text,
        html,
        messageId,
        date,
        from: sender,
        to: { name: '', address: to },
        envelope: { from: sender.address, to: [to] },
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl !== undefined && toUnsubscribeHeaders(unsubscribeUrl)) },
        signal: AbortSignal.timeout(DEADLINE_MS),
      };
      transport ??= createSmtpPool(smtpUrl, host);
      await (await transport).sendMail(message);
    },
    close: () => void transport?.then((pool) => pool.close()),
  };
}

/** The text is part of the id: a mail that is composed again with a new link must not be dropped as a copy of the previous one. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Loaded with the first mail, because the library takes 10 MB of memory. */
async function createSmtpPool(url: string, host: string) {
  const { createTransport } = await import('nodemailer');
  const pool = { url, pool: true as const, name: host, maxConnections: JOBS.concurrency, maxRequeues: 0, idleTimeout: 30_000, ...TIMEOUTS };
  return createTransport({ ...pool, disableFileAccess: true, disableUrlAccess: true });
}

/** RFC 8058: mail programs show a button that posts to the URL. */
function toUnsubscribeHeaders(url: string): Record<string, string> {
  if (!/^https?:\/\/[!-~]+$/.test(url) || /[<>]/.test(url)) throw new Error('nobody can unsubscribe at such an address');
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** A line break would start another header. */
function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function checkAddress(address: string): string {
  if (/[\p{Cc}\s<>,;:"()[\]\\]/u.test(address)) throw new Error('a mail cannot be addressed like this');
  return address;
}
