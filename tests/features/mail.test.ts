import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { uuidV7 } from '#db/columns.ts';
import { passwordResets } from '#db/schema/devices.ts';
import { jobs } from '#db/schema/jobs.ts';
import { codes, users } from '#db/schema/people.ts';
import { dataArchives } from '#db/schema/privacy.ts';
import { passkeys } from '#db/schema/second-factor.ts';
import { type Client, NO_CLIENT } from '#server/core/context.ts';
import type { DomainEvent } from '#server/core/events.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import { jobsProjector } from '#server/core/jobs.ts';
import { openMailedLink } from '#server/core/mailed-links.ts';
import { createResetRequest, findResetByLink, tryResetCode } from '#server/core/password-resets.ts';
import type { Mail } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
import { mailProjector } from '#server/features/mail/mail.projector.ts';
import { archiveExpiry } from '#shared/domain/archive-expiry.ts';
import { describeDeleted, listRetainedData } from '#shared/domain/deletion.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aUser, NOW, type User, unique, uniqueEmail } from '#tests/support/factories.ts';

const database = useDatabase();
const SITE = 'http://127.0.0.1';
const PASSWORD = 'a hash of something';
const UNKNOWN = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';

const BROWSER: Client = { ...NO_CLIENT, address: '192.0.2.1', userAgent: 'A browser', device: 'd'.repeat(43), hasDeviceCookie: true };
const context = (sent: Mail[] = [], now = NOW) =>
  contextAs(database, null, { client: BROWSER, mailer: { send: async (mail) => void sent.push(mail) }, now: () => now });
async function mailsFor(order: MailJob, now?: Date): Promise<Mail[]> {
  const sent: Mail[] = [];
  await sendMail(context(sent, now), order);
  return sent;
}
async function mailFor(order: MailJob): Promise<Mail> {
  const [mail] = await mailsFor(order);
  return mail ?? expect.fail('no mail went out');
}
const reload = async ({ id }: User) => (await database.db.select().from(users).where(eq(users.id, id)))[0];
const tokenIn = ({ text }: Mail) => /\/verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? expect.fail('the mail has no link');
const codeIn = ({ text }: Mail) => /^\d{6}$/m.exec(text)?.[0] ?? expect.fail('the mail has no code');

// spec mail.1 | S2 | Every mail is a job, planned in the transaction of its cause | src/server/features/mail/mail.projector.ts
describe('mails about account events', () => {
  const userId = UNKNOWN;
  const CASES: [DomainEvent, MailJob][] = [
    [
      { type: 'account.registered', userId, role: 'tutor' },
      { mail: 'welcome', userId },
    ],
    [
      { type: 'password.changed', userId, isAccessRevoked: true },
      { mail: 'password_changed', userId, isAccessRevoked: true },
    ],
    [
      { type: 'password.reset_asked', email: 'a@b.lk', asker: { requestHash: 'r', device: 'd', network: null } },
      { mail: 'password_reset', email: 'a@b.lk', askedAt: NOW.toISOString(), asker: { requestHash: 'r', device: 'd', network: null } },
    ],
    [
      { type: 'email.confirmation_asked', userId },
      { mail: 'email_confirmation', userId },
    ],
    [
      { type: 'email.change_asked', userId },
      { mail: 'email_change', userId },
    ],
    [
      { type: 'email.changed', name: 'Nimal', from: 'a@b.lk', to: 'c@d.lk' },
      { mail: 'email_changed', name: 'Nimal', from: 'a@b.lk', to: 'c@d.lk' },
    ],
    [
      { type: 'account.closed', userId, role: 'student', name: 'Nimal', email: 'a@b.lk', by: 'self' },
      { mail: 'account_closed', name: 'Nimal', to: 'a@b.lk', role: 'student' },
    ],
    [
      { type: 'archive.ready', userId, archiveId: UNKNOWN },
      { mail: 'archive_ready', userId, archiveId: UNKNOWN },
    ],
    [
      { type: 'webhook.switched_off', userId, url: 'https://hooks.example.com/' },
      { mail: 'webhook_off', userId, url: 'https://hooks.example.com/' },
    ],
  ];

  beforeEach(() => database.db.delete(jobs));

  test.each(CASES)('%j queues its mail once', async (event, order) => {
    // Only what mails need of the transaction; other tests cover the other projectors.
    await inUnitOfWork({ ...context(), projectors: [mailProjector, jobsProjector] }, async ({ record }) => record(event));
    expect(await database.db.select().from(jobs)).toMatchObject([{ kind: 'mail.send', params: order, dueAt: NOW, tries: 0 }]);
  });

  test('a registration queues the welcome mail in its transaction, and a refused one queues nothing', async () => {
    const email = uniqueEmail('nimal');
    const register = () => callerAs(database, null).auth.register({ name: 'Nimal', email, password: 'secret1', role: 'student' });
    const { user } = await register();
    await expect(register()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await database.db.select().from(jobs)).map(({ params }) => params)).toEqual([{ mail: 'welcome', userId: user.id }]);
  });

  test('a mail job contains no secret', async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD });
    const { requestId } = await callerAs(database, null).auth.forgotPassword({ email: person.email });
    const [order] = await database.db.select().from(jobs);
    expect(order?.params).toEqual({
      mail: 'password_reset',
      email: person.email,
      askedAt: NOW.toISOString(),
      asker: { requestHash: expect.any(String), device: null, network: expect.any(String), known: [expect.any(String)] },
    });
    expect(JSON.stringify(order)).not.toContain(requestId);
    expect(await database.db.$count(passwordResets, eq(passwordResets.userId, person.id))).toBe(0);
  });
});

// spec mail.9 | R §5 E1 | E1 registered or role chosen: welcome by role, with the confirmation link unless Google proved the address |
//   src/server/features/mail/accounts.mail.ts
describe('the welcome mail', () => {
  test('a student gets a link to the tutors and one that confirms the address', async () => {
    const person = await aStudent(database.db, { name: 'Nimal Perera' });
    const mail = await mailFor({ mail: 'welcome', userId: person.id });
    expect(mail).toMatchObject({ to: person.email, subject: 'Welcome to Vidya!' });
    expect(mail.text).toContain('Hello Nimal Perera,');
    expect(mail.text).toContain(`Find Tutors\n${SITE}/tutors\n`);
    expect(mail.text).toContain('The link is valid for 24 hours.');
    expect(mail.text).toContain('To lock them out, open the link and choose "I did not register this account".');
    expect(await openMailedLink(context(), tokenIn(mail))).toEqual({
      userId: person.id,
      email: person.email,
      purpose: 'email_confirmation',
      isFirst: true,
    });
  });

  test('a tutor gets a link to the profile', async () => {
    const mail = await mailFor({ mail: 'welcome', userId: (await aUser(database.db, { role: 'tutor' })).id });
    expect(mail.text).toContain(`Complete Profile\n${SITE}/tutor/profile\n`);
    expect(mail.text).not.toContain('/tutors\n');
  });

  test('nobody has to confirm an address that Google has confirmed', async () => {
    const mail = await mailFor({ mail: 'welcome', userId: (await aStudent(database.db, { emailVerifiedAt: NOW })).id });
    expect(mail.text).not.toContain('/verify-email');
    expect(await database.db.select().from(codes)).not.toContainEqual(expect.objectContaining({ email: mail.to }));
  });
});

describe('the reset code', () => {
  const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
  const order = (email: string, seconds = 0): MailJob => ({
    mail: 'password_reset',
    email,
    askedAt: later(seconds).toISOString(),
    asker: createResetRequest(context()).asker,
  });
  const mailForReset = (email: string) => mailFor(order(email));

  // spec mail.10 | R §5 E2 | E2 reset code: the code and its lifetime | src/server/features/mail/mail.jobs.ts
  // spec constants.12 | C §9 | Reset code 6 digits | src/shared/vocabulary/account-limits.ts
  test('the code has six digits, works, and is sent with its lifetime and the page to enter it', async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD, email: `o'brien+${unique('x').replace(' ', '')}@example.com` });
    const mail = await mailForReset(person.email);
    expect(mail.to).toBe(person.email);
    expect(mail.text).toContain('The code is valid for 10 minutes, works once, and only in the browser that asked for it.');
    const [, token = ''] = mail.text.match(/reset-password\?email=[^&\s]+&token=([\w-]{43})\n/) ?? [];
    expect(mail.text).toContain(`${SITE}/reset-password?email=${encodeURIComponent(person.email)}&token=${token}\n`);
    expect(mail.text).toContain('The link is valid for 60 minutes and works once.');
    expect(await findResetByLink(context(), token)).toMatchObject({ userId: person.id });
    expect(mail.text).toContain('If this was not you, ignore this email');
    expect(mail.subject).not.toContain(codeIn(mail));
    expect(await tryResetCode(context(), { email: person.email, code: codeIn(mail) })).toMatchObject({ userId: person.id });
  });

  test('the code goes to the address of the account, however it was typed', async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD });
    expect((await mailForReset(person.email.toUpperCase())).to).toBe(person.email);
  });

  // spec mail.10
  test('the code replaces the previous one, also when the job runs again', async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD });
    const [first, second] = [await mailForReset(person.email), await mailForReset(person.email)];
    if (codeIn(first) !== codeIn(second)) expect(await tryResetCode(context(), { email: person.email, code: codeIn(first) })).toBeNull();
    expect(await tryResetCode(context(), { email: person.email, code: codeIn(second) })).toMatchObject({ userId: person.id });
  });

  // spec states.18
  test.each([
    ['nobody has the address', null],
    ['the account signs in with Google only', { passwordHash: null }],
    ['the account is suspended', { passwordHash: PASSWORD, status: 'suspended' as const }],
  ])('no code is made where %s', async (_, overrides) => {
    const person = overrides && (await aStudent(database.db, overrides));
    expect(await mailsFor(order(person?.email ?? 'nobody@example.com'))).toEqual([]);
    if (person) expect(await database.db.$count(passwordResets, eq(passwordResets.userId, person.id))).toBe(0);
  });

  test('no code is made when the job has waited longer than the code would last', async () => {
    const { email } = await aStudent(database.db, { passwordHash: PASSWORD });
    expect(await mailsFor(order(email), later(600))).toEqual([]);
    expect(await mailsFor(order(email), later(599))).toHaveLength(1);
  });

  test('a code is only made for the latest request of an address, whatever order the mails are sent in', async () => {
    const { id, email } = await aStudent(database.db, { passwordHash: PASSWORD });
    const [last] = await mailsFor(order(email, 30), later(60));
    expect(await mailsFor(order(email), later(60))).toEqual([]);
    expect(await tryResetCode(context([], later(60)), { email, code: codeIn(last ?? expect.fail('no mail went out')) })).toMatchObject({
      userId: id,
    });
  });

  test('no code is made while a later request for the address waits; a dead job or one for somebody else does not count', async () => {
    const { email } = await aStudent(database.db, { passwordHash: PASSWORD });
    await database.db.delete(jobs);
    const planned = { kind: 'mail.send', dueAt: NOW };
    await database.db.insert(jobs).values([
      { ...planned, params: order(email) },
      { ...planned, params: order(`x${email}`, 30) },
      { ...planned, params: order(email, 30), deadAt: NOW },
    ]);
    expect(await mailsFor(order(email))).toHaveLength(1);
    await database.db.insert(jobs).values({ ...planned, params: order(email, 30) });
    expect(await mailsFor(order(email), later(30))).toEqual([]);
  });

  test('a job that could not send its mail makes a new code', async () => {
    const { email } = await aStudent(database.db, { passwordHash: PASSWORD });
    const broken = contextAs(database, null, { mailer: { send: () => Promise.reject(new Error('no way out')) }, now: () => later(5) });
    await expect(sendMail(broken, order(email))).rejects.toThrow('no way out');
    expect(await mailsFor(order(email), later(70))).toHaveLength(1);
  });
});

describe('mails about an address', () => {
  test('a confirmation goes to the address to be confirmed', async () => {
    const person = await aStudent(database.db);
    const mail = await mailFor({ mail: 'email_confirmation', userId: person.id });
    expect(mail).toMatchObject({ to: person.email, subject: 'Confirm your email address' });
    expect(await openMailedLink(context(), tokenIn(mail))).toMatchObject({ userId: person.id, purpose: 'email_confirmation' });
  });

  test('no mail is sent once the address is confirmed', async () => {
    expect(await mailsFor({ mail: 'email_confirmation', userId: (await aStudent(database.db, { emailVerifiedAt: NOW })).id })).toEqual([]);
  });

  // spec mail.17 | D Accounts | A change of email: the new address gets the link, the old one the news | src/server/features/mail/accounts.mail.ts
  test('the link of an address change goes to the new address and confirms it', async () => {
    const pendingEmail = uniqueEmail('new');
    const person = await aStudent(database.db, { pendingEmail, emailVerifiedAt: NOW });
    const mail = await mailFor({ mail: 'email_change', userId: person.id });
    expect(mail).toMatchObject({ to: pendingEmail, subject: 'Confirm your new email address' });
    expect(await openMailedLink(context(), tokenIn(mail))).toMatchObject({ userId: person.id, email: pendingEmail, purpose: 'email_change' });
    expect((await reload(person))?.email).toBe(person.email);
  });

  test('no mail is sent once the change was taken back', async () => {
    expect(await mailsFor({ mail: 'email_change', userId: (await aStudent(database.db)).id })).toEqual([]);
  });

  // spec mail.17
  test('the old address is informed of the change without the new address', async () => {
    const mail = await mailFor({ mail: 'email_changed', name: 'Nimal', from: 'old@example.com', to: 'new@example.com' });
    expect(mail).toMatchObject({ to: 'old@example.com', subject: 'Your email address was changed' });
    expect(mail.text).toContain('If you did not ask for this, write to help@vidya.test immediately.');
    expect(JSON.stringify(mail)).not.toContain('new@example.com');
  });
});

describe('other mails', () => {
  // spec mail.11 | R §5 E3 | E3 password changed: a mail and a notification | src/server/features/notifications/notifications.projector.ts
  test('a changed password is reported with what to do if it was somebody else', async () => {
    const admin = await anAdmin(database.db, { passwordHash: PASSWORD });
    const mail = await mailFor({ mail: 'password_changed', userId: admin.id });
    expect(mail).toMatchObject({ to: admin.email, subject: 'Your password was changed' });
    expect(mail.text).toContain('Choose a new password now and write to help@vidya.test.');
    expect(mail.text).toContain(`${SITE}/forgot-password\n`);
  });

  // spec s8-taking-back.25 | S8 C | The mail about a new password names the passkeys that still sign in | src/server/features/mail/accounts.mail.ts
  test("a changed password is reported with the passkeys that still work, as one may be an intruder's", async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD });
    expect((await mailFor({ mail: 'password_changed', userId: person.id })).text).not.toContain('passkey');
    for (const name of ['My phone', 'http://elsewhere.example']) {
      await database.db.insert(passkeys).values({ userId: person.id, name, credentialId: unique('credential'), publicKey: 'key', counter: 0 });
    }
    const { text } = await mailFor({ mail: 'password_changed', userId: person.id });
    expect(text).toContain(
      'These passkeys still sign in to it without the password: My phone, one without a name. Remove those that you do not know.',
    );
    expect(text).toContain(`View Passkeys\n${SITE}/account\n`);
  });

  // spec mail.12 | R §5 E14 | E14 account removed, by oneself or by an admin: a last mail | src/server/features/mail/accounts.mail.ts
  test('a deleted account gets a last mail', async () => {
    const mail = await mailFor({ mail: 'account_closed', name: 'Nimal', to: 'gone@example.com' });
    expect(mail).toMatchObject({ to: 'gone@example.com', subject: 'Your account was deleted' });
  });

  // spec s13-privacy.15 | S13 7 | The last mail of a deleted account is a receipt: what was deleted, and what stays, in which form, why and until
  //   when | src/shared/domain/deletion.ts, src/server/features/mail/accounts.mail.ts
  test.each(['student', 'tutor', 'admin', null] as const)('the last mail of the role %s says what stays, why and until when', async (role) => {
    const { text } = await mailFor({ mail: 'account_closed', name: 'Nimal', to: 'gone@example.com', role });
    for (const sentence of describeDeleted(role)) expect(text).toContain(sentence);
    for (const retained of listRetainedData(role)) expect(text).toContain(`${retained.what}: ${retained.form} ${retained.why} ${retained.until}`);
    expect(text.includes('Reports that you made, without your name')).toBe(role === 'student' || role === 'tutor');
  });

  // spec s13-privacy.7
  test('the mail about a copy of one’s data leads to the account page, and is not sent once it is gone', async () => {
    const person = await aStudent(database.db);
    const archiveId = uuidV7();
    await database.db.insert(dataArchives).values({ id: archiveId, userId: person.id, readyAt: NOW, bytes: 1000 });
    const { text, to } = await mailFor({ mail: 'archive_ready', userId: person.id, archiveId });
    expect(to).toBe(person.email);
    expect(text).toContain(`You can download it on your account page until ${formatInstant(archiveExpiry(NOW), 'Asia/Colombo')}.`);
    expect(text).toContain(`Go to Download\n${SITE}/account#your-data\n`);
    await database.db.delete(dataArchives);
    expect(await mailsFor({ mail: 'archive_ready', userId: person.id, archiveId })).toEqual([]);
  });

  test.each(['welcome', 'password_changed', 'email_confirmation', 'email_change'] as const)('%s is not sent to a deleted account', async (mail) => {
    expect(await mailsFor({ mail, userId: UNKNOWN })).toEqual([]);
  });
});
