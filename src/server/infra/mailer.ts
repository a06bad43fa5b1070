import { randomUUID } from 'node:crypto';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Mailer } from '#server/core/ports.ts';
import { JOBS } from '#shared/vocabulary/limits.ts';
import type { Outbox } from './outbox.ts';

export type MailerSettings = {
  /** Null keeps mails in the outbox. */
  smtpUrl: string | null;
  isOff: boolean;
  from: { name: string; address: string };
  /** Of the site; mails are named after it. */
  host: string;
  now: () => Date;
  outbox: Pick<Outbox, 'keep'>;
};

/** All together less than a claim lasts, so that no mail is still on its way when the next try begins. */
const DEADLINE_MS = 40_000;
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5_000 };

/** Hands mails to an SMTP server, or keeps them where there is none. */
export function createMailer({ smtpUrl, isOff, from, host, now, outbox }: MailerSettings): Mailer & { close: () => void } {
  if (isOff) return { send: async () => {}, close: () => {} };
  const sender = { name: oneLine(from.name), address: plainAddress(from.address) };
  const transport = smtpUrl === null ? null : smtpPool(smtpUrl, host);

  return {
    async send({ to: given, subject, text, html, unsubscribeUrl }) {
      const to = plainAddress(given);
      const [date, messageId] = [now(), `<${randomUUID()}@${host}>`];
      const plain = { subject: oneLine(subject), text, html, messageId, ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) };
      if (!transport) return outbox.keep({ ...plain, to, from: `${sender.name} <${sender.address}>`, sentAt: date.toISOString() });
      const letter: SendMailOptions & { signal: AbortSignal } = {
        subject: plain.subject,
        text,
        html,
        messageId,
        date,
        from: sender,
        to: { name: '', address: to },
        envelope: { from: sender.address, to: [to] },
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl !== undefined && oneClick(unsubscribeUrl)) },
        signal: AbortSignal.timeout(DEADLINE_MS),
      };
      await transport.sendMail(letter);
    },
    close: () => transport?.close(),
  };
}

/** What is tried again, and when, is the business of the job. */
function smtpPool(url: string, host: string) {
  const pool = { url, pool: true as const, name: host, maxConnections: JOBS.concurrency, maxRequeues: 0, idleTimeout: 30_000, ...TIMEOUTS };
  return createTransport({ ...pool, disableFileAccess: true, disableUrlAccess: true });
}

/** RFC 8058: mail programs show a button, which posts to the address. */
function oneClick(url: string): Record<string, string> {
  if (!/^https?:\/\/[!-~]+$/.test(url) || /[<>]/.test(url)) throw new Error('nobody can unsubscribe at such an address');
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** A line break would begin another header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** One address as it is, and no list of them. */
function plainAddress(address: string): string {
  if (/[\p{Cc}\s<>,;:"()[\]\\]/u.test(address)) throw new Error('a mail cannot be addressed like this');
  return address;
}
