import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { codes, users } from '#db/schema/people.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW, type User, uniqueEmail, withSession } from '#tests/support/factories.ts';
import { aReset } from '#tests/support/resets.ts';

const database = useDatabase();
const DAY = 24 * 3_600_000;
const LINK = { code: 'BAD_REQUEST', message: 'Invalid or expired link' };
const CONFIRMED = { message: 'Email address confirmed successfully' };

const openLink = (token: string, { viewer = null, ms = 0 }: { viewer?: User | null; ms?: number } = {}) =>
  callerAs(database, viewer, { now: () => new Date(NOW.getTime() + ms) }).auth.verifyEmail({ token });
const issueLink = (userId: string, email: string, purpose: 'email_confirmation' | 'email_change' = 'email_confirmation') =>
  createMailedLink(contextAs(database, null), { userId, email, purpose });
const getAccount = async (id: string) => (await database.db.select().from(users).where(eq(users.id, id)))[0];
const listMails = async (key: 'userId' | 'from', value: string) =>
  (await database.db.select().from(jobs)).filter(({ params }) => params[key] === value).map(({ params }) => params.mail);
const aPerson = async (overrides: Partial<User> = {}) => withSession(database.db, await aStudent(database.db, overrides));
const anUnconfirmedAccount = () => aPerson({ emailVerifiedAt: null });

describe('auth.verifyEmail', () => {
  // spec states.20 | D Accounts, R §8 | Sign-up mails a link that confirms the address, for 24 h; a newer one voids it; opened again it is no failure
  //   | src/server/features/auth/confirmation.commands.ts
  test('confirms the address, also when the link is opened again', async () => {
    const person = await anUnconfirmedAccount();
    const token = await issueLink(person.id, person.email);
    expect(await openLink(token, { viewer: person })).toEqual(CONFIRMED);
    expect((await getAccount(person.id))?.emailVerifiedAt).toEqual(NOW);
    expect(await openLink(token, { ms: 1000 })).toEqual(CONFIRMED);
    expect((await getAccount(person.id))?.emailVerifiedAt).toEqual(NOW);
  });

  // spec states.20
  test('refuses a link after a day', async () => {
    const person = await anUnconfirmedAccount();
    const token = await issueLink(person.id, person.email);
    await expect(openLink(token, { viewer: person, ms: DAY })).rejects.toMatchObject(LINK);
    await openLink(token, { viewer: person, ms: DAY - 1 });
  });

  // spec states.20
  test.each(['', 'nothing', 'a'.repeat(100)])('refuses an unknown token (%s)', async (token) => {
    await expect(openLink(token)).rejects.toMatchObject(LINK);
  });

  // spec states.20
  test('refuses a link after a newer one was sent', async () => {
    const person = await anUnconfirmedAccount();
    const [first, second] = [await issueLink(person.id, person.email), await issueLink(person.id, person.email)];
    await expect(openLink(first, { viewer: person })).rejects.toMatchObject(LINK);
    await openLink(second, { viewer: person });
  });

  test('refuses a link to an address that the account no longer has', async () => {
    const person = await anUnconfirmedAccount();
    const token = await issueLink(person.id, person.email);
    await database.db.update(users).set({ email: uniqueEmail() }).where(eq(users.id, person.id));
    await expect(openLink(token, { viewer: person })).rejects.toMatchObject(LINK);
    expect((await getAccount(person.id))?.emailVerifiedAt).toBeNull();
  });

  test('refuses the link of a password reset', async () => {
    const { token } = await aReset(contextAs(database, null), await anUnconfirmedAccount());
    await expect(openLink(token)).rejects.toMatchObject(LINK);
  });

  test('needs a token of which only a keyed hash is stored', async () => {
    const person = await anUnconfirmedAccount();
    const token = await issueLink(person.id, person.email);
    const [row] = await database.db.select().from(codes).where(eq(codes.userId, person.id));
    expect(JSON.stringify(row)).not.toContain(token);
  });

  // spec states.21
  test('applies a change of address, and tells the old address', async () => {
    const pendingEmail = uniqueEmail();
    const person = await aPerson({ pendingEmail });
    const token = await issueLink(person.id, pendingEmail, 'email_change');
    expect((await getAccount(person.id))?.email).toBe(person.email);
    expect(await openLink(token, { viewer: person })).toEqual(CONFIRMED);
    expect(await getAccount(person.id)).toMatchObject({ email: pendingEmail, pendingEmail: null, emailVerifiedAt: NOW });
    expect(await listMails('from', person.email)).toEqual(['email_changed']);
  });

  test('refuses a change of address that was cancelled or replaced', async () => {
    const [withoutChange, withOtherChange] = [await aPerson({ pendingEmail: null }), await aPerson({ pendingEmail: uniqueEmail() })];
    for (const person of [withoutChange, withOtherChange]) {
      const token = await issueLink(person.id, uniqueEmail(), 'email_change');
      await expect(openLink(token, { viewer: person })).rejects.toMatchObject(LINK);
      expect((await getAccount(person.id))?.email).toBe(person.email);
    }
  });

  // spec states.21
  test('refuses a new address that was registered meanwhile, and changes nothing', async () => {
    const pendingEmail = uniqueEmail();
    const person = await aPerson({ pendingEmail });
    const token = await issueLink(person.id, pendingEmail, 'email_change');
    await aStudent(database.db, { email: pendingEmail.toUpperCase() });
    await expect(openLink(token, { viewer: person })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'An account with this email already exists',
    });
    expect(await getAccount(person.id)).toMatchObject({ email: person.email, pendingEmail });
  });
});

describe('auth.resendVerification', () => {
  const resendLink = (person: Parameters<typeof callerAs>[1], ms = 0) =>
    callerAs(database, person, { now: () => new Date(NOW.getTime() + ms) }).auth.resendVerification();

  test('mails a new link to an unconfirmed account', async () => {
    const person = await anUnconfirmedAccount();
    expect(await resendLink(person)).toEqual({ message: 'Confirmation link sent successfully' });
    expect(await listMails('userId', person.id)).toEqual(['email_confirmation']);
  });

  test('gives a confirmed account the same answer, without a mail', async () => {
    const person = await aStudent(database.db, { emailVerifiedAt: NOW });
    expect(await resendLink(person)).toEqual({ message: 'Confirmation link sent successfully' });
    expect(await listMails('userId', person.id)).toEqual([]);
  });

  test('mails the link of a pending change of address again', async () => {
    const person = await aStudent(database.db, { emailVerifiedAt: NOW, pendingEmail: uniqueEmail() });
    await resendLink(person);
    expect(await listMails('userId', person.id)).toEqual(['email_change']);
  });

  // spec rest-limits.10 | R §2.12 | Resend of the link: once in 30 s and 5 an hour | src/shared/vocabulary/limits.ts
  test('is allowed once in 30 s and five times an hour', async () => {
    const person = await anUnconfirmedAccount();
    await resendLink(person);
    await expect(resendLink(person, 29_000)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    for (const ms of [30_000, 60_000, 90_000, 120_000]) await resendLink(person, ms);
    await expect(resendLink(person, 150_000)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('needs a session', async () => {
    await expect(resendLink(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
