import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uuidV7 } from '#db/columns.ts';
import { jobs } from '#db/schema/jobs.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import { enqueue } from '#server/core/jobs.ts';
import type { Mail } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
import { createMailer, type MailerSettings } from '#server/infra/mailer.ts';
import { JOBS } from '#shared/vocabulary/job-limits.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, NOW, unique } from '#tests/support/factories.ts';
import { startTestRunner, type TestRunner } from '#tests/support/job-runners.ts';
import { expectBelow } from '#tests/support/measured.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';
import { anSmtpServer, type SmtpInbox } from '#tests/support/smtp.ts';

const database = useDatabase();
let smtp: SmtpInbox;

beforeEach(async () => {
  await database.db.delete(jobs);
  smtp = await anSmtpServer();
});
afterEach(() => smtp.stop());

const soon = <T>(read: () => T) => expect.poll(read, { interval: 5, timeout: 20_000 });
const address = () => `${unique('nimal').replace(' ', '.')}@example.com`;
const rows = () => database.db.select().from(jobs);

const post = (server: RunningServer, path: string, body: unknown) =>
  fetch(server.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const signUp = (server: RunningServer, email: string) =>
  post(server, '/api/auth/register', { name: 'Nimal', email, password: 'secret1', role: 'student' });

// spec mail.3 | S2 | Woken by the commit | src/server/core/jobs.ts
describe('the server', () => {
  test('hands the mail of a sign-up to the SMTP server within a second of the commit', async () => {
    await smtp.start();
    const server = await runServer(database.url, { SMTP_URL: smtp.url, PUBLIC_URL: 'https://vidya.example' });
    try {
      const took: number[] = [];
      for (let index = 0; index < 5; index += 1) {
        const email = address();
        expect((await signUp(server, email)).status).toBe(201);
        const committed = performance.now();
        await soon(() => smtp.mails.at(-1)?.to).toEqual([email]);
        took.push(performance.now() - committed);
      }
      expectBelow(Math.max(...took), 1_000, `it took ${took.map(Math.round).join(', ')} ms`);
      await soon(rows).toEqual([]);
      const [mail] = smtp.mails;
      expect(mail?.from).toBe('support@vidya.lk');
      expect(mail?.headers).toContain('From: Vidya <support@vidya.lk>');
      expect(mail?.headers).toContain('Subject: Welcome to Vidya!');
      expect(mail?.headers).toContain('Auto-Submitted: auto-generated');
      expect(mail?.headers).toContainEqual(expect.stringMatching(/^Message-ID: <[\w.-]+@vidya\.example>$/));
      expect(mail?.headers).toContainEqual(expect.stringMatching(/^Date: \w{3}, \d\d \w{3} \d{4} /));
      const link = /https:\/\/vidya\.example\/verify-email\?token=[\w-]+/;
      expect(mail?.html).toContain(`href="${link.exec(mail?.text ?? '')?.[0]}"`);
    } finally {
      await server.close();
    }
  });

  test('answers at once while the SMTP server is away', async () => {
    const server = await runServer(database.url, { SMTP_URL: smtp.url });
    try {
      expect((await signUp(server, address())).status).toBe(201);
      await soon(async () => (await rows())[0]?.lastError).toMatch(/ECONNREFUSED/);
    } finally {
      await server.close();
    }
  });
});

// spec mail.4
describe('a mail that nobody takes', () => {
  let clock: Date;
  let runner: TestRunner;
  let mailer: ReturnType<typeof createMailer>;
  const now = () => clock;
  const pass = (seconds: number) => {
    clock = new Date(clock.getTime() + seconds * 1000);
    runner.wake();
  };
  const order = () =>
    inUnitOfWork(contextAs(database, null, { now }), async (unit) =>
      enqueue(unit, { kind: 'mail.send', params: { mail: 'account_closed', name: 'Nimal', to: 'nimal@example.com' } }),
    );

  beforeEach(() => {
    clock = NOW;
    mailer = createMailer(settings({ now }));
    runner = startTestRunner(database, { now, mailer, handlers: { 'mail.send': sendMail } });
  });
  afterEach(async () => {
    await runner.close();
    mailer.close();
  });

  test('because the server is away is tried again, and delivered once when it is back', async () => {
    await order();
    runner.wake();
    await soon(rows).toMatchObject([{ tries: 1, lastError: expect.stringContaining('ECONNREFUSED'), deadAt: null }]);
    pass(JOBS.pauses[0]);
    await soon(rows).toMatchObject([{ tries: 2, claimedUntil: null }]);
    await smtp.start();
    pass(JOBS.pauses[1]);
    await soon(rows).toEqual([]);
    for (const seconds of JOBS.pauses) pass(seconds);
    await order();
    pass(0);
    await soon(rows).toEqual([]);
    expect(smtp.mails).toHaveLength(2);
    expect(smtp.mails[0]).toMatchObject({ to: ['nimal@example.com'] });
  });

  test('because the server rejects it is retried to the last attempt, and then stored, without the address in the error', async () => {
    await smtp.start();
    smtp.rejectWith({ code: 550, message: '5.1.1 <nimal@example.com> is unknown here' });
    await order();
    runner.wake();
    for (const [index, seconds] of JOBS.pauses.entries()) {
      await soon(rows).toMatchObject([{ tries: index + 1, claimedUntil: null, deadAt: null }]);
      pass(seconds);
    }
    await soon(rows).toMatchObject([{ tries: 6, deadAt: clock, lastError: expect.stringContaining('550') }]);
    expect(smtp.attempts()).toBe(6);
    expect(smtp.mails).toEqual([]);
    expect(runner.logged.at(-1)).toMatchObject({ level: 'error' });
    const [row] = await rows();
    expect(JSON.stringify([row?.lastError, runner.logged])).not.toContain('nimal@');
  });
});

const settings = (overrides: Partial<MailerSettings> = {}): MailerSettings => ({
  smtpUrl: smtp.url,
  isOff: false,
  from: { name: 'Vidya', address: 'hello@vidya.test' },
  host: 'vidya.test',
  now: () => NOW,
  outbox: { store: () => Promise.reject(new Error('nothing is kept')) },
  ...overrides,
});

describe('a mail', () => {
  const mail = (overrides: Partial<Mail> = {}): Mail => ({
    to: 'nimal@example.com',
    subject: 'News',
    text: 'Text',
    html: '<p>Text</p>',
    ...overrides,
  });
  const send = async (overrides: Partial<Mail>, from = 'Vidya') => {
    const mailer = createMailer(settings({ from: { name: from, address: 'hello@vidya.test' } }));
    try {
      await mailer.send(mail(overrides));
    } finally {
      mailer.close();
    }
    return smtp.mails.at(-1) ?? expect.fail('no mail has come');
  };
  beforeEach(() => smtp.start());

  // spec mail.6 | D Accounts, S6 | Mail goes through SMTP; a name cannot write a header or a second address | src/server/infra/mailer.ts
  // spec s6-bad-input.14 | S6 | Header injection in a name that ends up in a mail | src/server/infra/mailer.ts
  test.each(['\r\n', '\n', '\r', '\u2028', '\0\n'])('gets no header from a line break (%j) in a name or subject', async (lineBreak) => {
    const { headers, to } = await send({ subject: `News${lineBreak}Bcc: thief@evil.example` }, `Vidya${lineBreak}Cc: thief@evil.example`);
    expect(to).toEqual(['nimal@example.com']);
    expect(headers.filter((header) => /^(bcc|cc):/i.test(header))).toEqual([]);
    expect(headers).toContain('Subject: News Bcc: thief@evil.example');
    expect(headers).toContainEqual(expect.stringMatching(/^From: "Vidya Cc: thief@evil\.example" <hello@vidya\.test>$/));
  });

  // spec mail.6, s6-bad-input.14
  test.each(['\r\n', '\n', '\u2028'])('gets no header from a line break (%j) that somebody has for a name, or in a subject', async (lineBreak) => {
    const evil = `Nimal${lineBreak}Bcc: thief@evil.example${lineBreak}${lineBreak}<b>Words</b>`;
    const student = await aStudent(database.db, { name: evil, childName: evil });
    const tutor = await aTutor(database.db, { user: { name: evil } });
    const booking = await aBooking(database.db, { student, tutor, subjectName: evil, status: 'cancelled', cancellationReason: evil });
    const about = booking.startTime.toISOString();
    const mailer = createMailer(settings({ from: { name: evil, address: 'hello@vidya.test' } }));
    const ctx = contextAs(database, null, { mailer });
    for (const { id: userId } of [student, tutor.user])
      await sendMail(ctx, { mail: 'booking', kind: 'cancelled', bookingId: booking.id, userId, about });
    mailer.close();
    expect(smtp.mails.map(({ to }) => to)).toEqual([[student.email], [tutor.user.email]]);
    for (const { headers, html } of smtp.mails) {
      expect(headers.filter((header) => /^(bcc|cc|<b>|words)/i.test(header))).toEqual([]);
      expect(headers).toContainEqual(expect.stringMatching(/^Subject: .*Nimal Bcc: thief@evil\.example/));
      expect(html).not.toContain('<b>');
    }
  });

  // spec s13-faults.23 | S13 6 | A second copy of a mail has the Message-ID of the first one, and a mail that says something else has another |
  //   src/server/infra/mailer.ts, src/server/infra/job-runner.ts
  test('that its job sends a second time has its first Message-ID, unless it says something else', async () => {
    const person = await aStudent(database.db);
    const mailer = createMailer(settings());
    const runner = startTestRunner(database, { now: () => NOW, mailer, handlers: { 'mail.send': sendMail } });
    const sendTwice = async (params: MailJob) => {
      const id = uuidV7(NOW.getTime());
      for (const round of [1, 2]) {
        await database.db.insert(jobs).values({ id, kind: 'mail.send', params, dueAt: NOW, createdAt: NOW });
        runner.wake();
        await soon(() => smtp.mails.length).toBe(round);
        await soon(rows).toEqual([]);
      }
      return smtp.mails.splice(0).map(({ headers }) => headers.find((header) => header.startsWith('Message-ID')));
    };
    const [first, copy] = await sendTwice({ mail: 'account_closed', name: 'Nimal', to: 'nimal@example.com' });
    expect(first).toMatch(/^Message-ID: <[\w-]+\.[\da-f]{16}@vidya\.test>$/);
    expect(copy).toBe(first);
    const [link, otherLink] = await sendTwice({ mail: 'email_confirmation', userId: person.id });
    expect(otherLink).not.toBe(link);
    await runner.close();
    mailer.close();
  });

  // spec mail.38 | D Realtime and notifications, S6 | One click in the mail program (RFC 8058), in the foot of the mail and in its headers |
  //   src/server/infra/mailer.ts
  test('that somebody may do without says to mail programs how, by one click', async () => {
    const student = await aStudent(database.db);
    const booking = await aBooking(database.db, { student, status: 'cancelled' });
    const mailer = createMailer(settings());
    const order = { mail: 'booking', kind: 'cancelled', bookingId: booking.id, userId: student.id, about: booking.startTime.toISOString() } as const;
    await sendMail(contextAs(database, null, { mailer }), order);
    await mailer.send(mail());
    mailer.close();
    const [warning, plain] = smtp.mails;
    const link = /http\S+\/unsubscribe\?\S+/.exec(warning?.text ?? '')?.[0];
    expect(warning?.headers).toContain(`List-Unsubscribe: <${link}>`);
    expect(warning?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(plain?.headers.filter((header) => /^list-/i.test(header))).toEqual([]);
  });

  // spec mail.38
  test.each(['http://a.example/ b', 'http://a.example/\r\nBcc: thief@evil.example', 'http://a.example/>', 'javascript:alert(1)', ''])(
    'names no address to unsubscribe at that is none: %j',
    async (unsubscribeUrl) => {
      await expect(send({ unsubscribeUrl })).rejects.toThrow('nobody can unsubscribe at such an address');
      expect(smtp.mails).toEqual([]);
    },
  );

  // spec mail.6, s6-bad-input.14
  test.each([
    'nimal@example.com, thief@evil.example',
    'nimal@example.com\r\nBcc: thief@evil.example',
    'Nimal <nimal@example.com>',
    'nimal@example.com>',
    '',
  ])('goes to one plain address and not to %j', async (to) => {
    await expect(send({ to })).rejects.toThrow();
    expect(smtp.mails).toEqual([]);
  });

  test('keeps its letters, whatever the script', async () => {
    const text = 'வணக்கம் — ආයුබෝවන් = Hello\n\n.\nA line of one dot stands above.';
    const received = await send({ subject: 'வணக்கம்', text, html: `<p>${text}</p>` });
    expect(received.text.trimEnd()).toBe(text);
    expect(received.html.trimEnd()).toBe(`<p>${text}</p>`);
    expect(received.headers).toContain('Date: Mon, 02 Mar 2026 04:30:00 +0000');
  });
});

describe('/dev/outbox', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await runServer(database.url);
  });
  afterAll(() => server.close());
  const page = async (path: string) => {
    const response = await fetch(`${server.url}${path}`);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  // spec mail.7 | D Accounts | Without it development keeps mails in .data/outbox and shows them at /dev/outbox | src/server/edge/outbox.ts
  test('lists what was sent, and shows a mail with its links and, shut in, its HTML', async () => {
    const email = address();
    expect((await page('/dev/outbox')).text).toContain('No mail has been sent yet.');
    await signUp(server, email);
    await soon(async () => (await page('/dev/outbox')).text).toContain(email);
    const list = await page('/dev/outbox');
    expect(list.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; /);
    const path = /href="(\/dev\/outbox\/[\w-]+)"/.exec(list.text)?.[1];
    const { text, headers } = await page(`${path}`);
    expect(text).toContain('<h1>Welcome to Vidya!</h1>');
    expect(text).toMatch(/<li><a href="http:\/\/localhost:3000\/verify-email\?token=[\w-]+">/);
    expect(text).toMatch(/<iframe title="The mail as HTML" sandbox srcdoc="&lt;!doctype html&gt;/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each(['/dev/outbox/nothing', '/dev/outbox/..%2f..%2fapp-secret', '/dev/outbox/a/b'])('has nothing at %s', async (path) => {
    const { status, text } = await page(path);
    expect(status).toBe(404);
    expect(JSON.parse(text)).toEqual({ success: false, message: 'Not found', code: 'request.unknown_path' });
  });
});
