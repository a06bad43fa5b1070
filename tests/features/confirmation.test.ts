import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { codes, users } from '#db/schema/people.ts';
import { issueCode } from '#server/core/codes.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW, type User, unique, withSession } from '#tests/support/factories.ts';
import { aReset } from '#tests/support/resets.ts';

const database = useDatabase();
const DAY = 24 * 3_600_000;
const LINK = { code: 'BAD_REQUEST', message: 'Invalid or expired link' };
const CONFIRMED = { message: 'Email address confirmed successfully' };

const newEmail = () => `${unique('new').replace(' ', '.')}@example.com`;
/** Where the account is signed in, if a person is given. */
const open = (token: string, { by = null, ms = 0 }: { by?: User | null; ms?: number } = {}) =>
  callerAs(database, by, { now: () => new Date(NOW.getTime() + ms) }).auth.verifyEmail({ token });
const linkFor = (userId: string, email: string, purpose: 'email_confirmation' | 'email_change' = 'email_confirmation') =>
  issueCode(contextAs(database, null), { userId, email, purpose });
const stored = async (id: string) => (await database.db.select().from(users).where(eq(users.id, id)))[0];
const mailsOf = async (key: 'userId' | 'from', value: string) =>
  (await database.db.select().from(jobs)).filter(({ params }) => params[key] === value).map(({ params }) => params.mail);
const aPerson = async (overrides: Partial<User> = {}) => withSession(database.db, await aStudent(database.db, overrides));
const unconfirmed = () => aPerson({ emailVerifiedAt: null });

describe('verifyEmail', () => {
  // spec states.20 | D Accounts, R §8 | Sign-up mails a link that confirms the address, for 24 h; a newer one voids it; opened again it is no failure
  //   | src/server/features/auth/confirmation.commands.ts
  test('a mailed link confirms the address, also when it is opened again', async () => {
    const person = await unconfirmed();
    const token = await linkFor(person.id, person.email);
    expect(await open(token, { by: person })).toEqual(CONFIRMED);
    expect((await stored(person.id))?.emailVerifiedAt).toEqual(NOW);
    expect(await open(token, { ms: 1000 })).toEqual(CONFIRMED);
    expect((await stored(person.id))?.emailVerifiedAt).toEqual(NOW);
  });

  // spec states.20
  test('a link lives a day', async () => {
    const person = await unconfirmed();
    const token = await linkFor(person.id, person.email);
    await expect(open(token, { by: person, ms: DAY })).rejects.toMatchObject(LINK);
    await open(token, { by: person, ms: DAY - 1 });
  });

  // spec states.20
  test.each(['', 'nothing', 'a'.repeat(100)])('a link that nobody mailed (%s) is refused', async (token) => {
    await expect(open(token)).rejects.toMatchObject(LINK);
  });

  // spec states.20
  test('a newer link voids the one before', async () => {
    const person = await unconfirmed();
    const [first, second] = [await linkFor(person.id, person.email), await linkFor(person.id, person.email)];
    await expect(open(first, { by: person })).rejects.toMatchObject(LINK);
    await open(second, { by: person });
  });

  test('a link to an address that the account no longer has confirms nothing', async () => {
    const person = await unconfirmed();
    const token = await linkFor(person.id, person.email);
    await database.db.update(users).set({ email: newEmail() }).where(eq(users.id, person.id));
    await expect(open(token, { by: person })).rejects.toMatchObject(LINK);
    expect((await stored(person.id))?.emailVerifiedAt).toBeNull();
  });

  test('the link of a reset confirms nothing', async () => {
    const { token } = await aReset(contextAs(database, null), await unconfirmed());
    await expect(open(token)).rejects.toMatchObject(LINK);
  });

  test('of the link only a keyed hash is kept', async () => {
    const person = await unconfirmed();
    const token = await linkFor(person.id, person.email);
    const [row] = await database.db.select().from(codes).where(eq(codes.userId, person.id));
    expect(JSON.stringify(row)).not.toContain(token);
  });

  // spec states.21
  test('a change of address holds once its link was opened, and the old address is told', async () => {
    const pendingEmail = newEmail();
    const person = await aPerson({ pendingEmail });
    const token = await linkFor(person.id, pendingEmail, 'email_change');
    expect((await stored(person.id))?.email).toBe(person.email);
    expect(await open(token, { by: person })).toEqual(CONFIRMED);
    expect(await stored(person.id)).toMatchObject({ email: pendingEmail, pendingEmail: null, emailVerifiedAt: NOW });
    expect(await mailsOf('from', person.email)).toEqual(['email_changed']);
  });

  test('a change that was called off, or changed again, is void', async () => {
    const [called, again] = [await aPerson({ pendingEmail: null }), await aPerson({ pendingEmail: newEmail() })];
    for (const person of [called, again]) {
      const token = await linkFor(person.id, newEmail(), 'email_change');
      await expect(open(token, { by: person })).rejects.toMatchObject(LINK);
      expect((await stored(person.id))?.email).toBe(person.email);
    }
  });

  // spec states.21
  test('an address that somebody has registered meanwhile is taken, and nothing changes', async () => {
    const pendingEmail = newEmail();
    const person = await aPerson({ pendingEmail });
    const token = await linkFor(person.id, pendingEmail, 'email_change');
    await aStudent(database.db, { email: pendingEmail.toUpperCase() });
    await expect(open(token, { by: person })).rejects.toMatchObject({ code: 'CONFLICT', message: 'An account with this email already exists' });
    expect(await stored(person.id)).toMatchObject({ email: person.email, pendingEmail });
  });
});

describe('resendVerification', () => {
  const resend = (person: Parameters<typeof callerAs>[1], ms = 0) =>
    callerAs(database, person, { now: () => new Date(NOW.getTime() + ms) }).auth.resendVerification();

  test('an unconfirmed account is mailed a new link', async () => {
    const person = await unconfirmed();
    expect(await resend(person)).toEqual({ message: 'Confirmation link sent successfully' });
    expect(await mailsOf('userId', person.id)).toEqual(['email_confirmation']);
  });

  test('a confirmed one gets the same answer and no mail', async () => {
    const person = await aStudent(database.db, { emailVerifiedAt: NOW });
    expect(await resend(person)).toEqual({ message: 'Confirmation link sent successfully' });
    expect(await mailsOf('userId', person.id)).toEqual([]);
  });

  test('a change of address that waits is mailed again to the new one', async () => {
    const person = await aStudent(database.db, { emailVerifiedAt: NOW, pendingEmail: newEmail() });
    await resend(person);
    expect(await mailsOf('userId', person.id)).toEqual(['email_change']);
  });

  // spec rest-limits.10 | R §2.12 | Resend of the link: once in 30 s and 5 an hour | src/shared/vocabulary/limits.ts
  test('once in 30 s, five times an hour', async () => {
    const person = await unconfirmed();
    await resend(person);
    await expect(resend(person, 29_000)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    for (const ms of [30_000, 60_000, 90_000, 120_000]) await resend(person, ms);
    await expect(resend(person, 150_000)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('a visitor is asked to sign in', async () => {
    await expect(resend(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
