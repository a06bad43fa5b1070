import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { codes, users } from '#db/schema/people.ts';
import { issueCode } from '#server/core/codes.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { RATE_LIMITS } from '#shared/vocabulary/limits.ts';
import { type CallerOptions, callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, HOUR, NOW, type User, unique, withSession } from '#tests/support/factories.ts';

const database = useDatabase();
const LATER = new Date(NOW.getTime() + HOUR);
const PASSWORD = 'a good password';

const detailsOf = async ({ id }: User) => (await database.db.select().from(users).where(eq(users.id, id)))[0];
const as = (person: User, options: CallerOptions = {}) => callerAs(database, person, { now: () => LATER, ...options }).auth;

describe('changing the email address', () => {
  const aPerson = async (overrides: Partial<User> = {}) =>
    withSession(database.db, await aStudent(database.db, { passwordHash: await createPasswords().hash(PASSWORD), ...overrides }));
  const anAddress = () => `${unique('new').replace(' ', '.')}@example.com`;
  const mailsFor = ({ id }: User) =>
    database.db
      .select({ params: jobs.params })
      .from(jobs)
      .where(eq(jobs.kind, 'mail.send'))
      .then((rows) => rows.filter(({ params }) => params.userId === id).map(({ params }) => params.mail));

  // spec states.21 | D Accounts | Change of email: holds once its link was opened, and the old address is told |
  //   src/server/features/auth/details.commands.ts
  test('the new address waits for its link, the old one stays until then', async () => {
    const person = await aPerson();
    const email = anAddress();
    const { message } = await as(person).changeEmail({ email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect(message).toBe('Open the link that we have sent to your new address to confirm it.');
    expect(await detailsOf(person)).toMatchObject({ email: person.email, pendingEmail: email });
    expect(await mailsFor(person)).toEqual(['email_change']);
    expect(await as(person).me()).toMatchObject({ email: person.email, pendingEmail: email });
  });

  test('a wrong password changes nothing', async () => {
    const person = await aPerson();
    await expect(as(person).changeEmail({ email: anAddress(), password: 'a wrong one' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Current password is incorrect',
      cause: { code: 'auth.current_password', refusal: { field: 'password' } },
    });
    expect(await detailsOf(person)).toEqual(person);
  });

  test('who signs in with Google has the address that Google knows', async () => {
    const person = await aStudent(database.db);
    await expect(as(person).changeEmail({ email: anAddress(), password: PASSWORD })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'You sign in with Google, so your email address comes from there.',
      cause: { code: 'auth.email_from_google' },
    });
  });

  test('neither the own address nor that of another account is a new one, whatever their case', async () => {
    const [person, other] = [
      await aPerson({ email: `${unique('Own').replace(' ', '.')}@Example.com` }),
      await aPerson({ email: anAddress().toUpperCase() }),
    ];
    const field = { refusal: { field: 'email' } };
    await expect(as(person).changeEmail({ email: person.email, password: PASSWORD })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This is already your email address',
      cause: field,
    });
    await expect(as(person).changeEmail({ email: other.email, password: PASSWORD })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'An account with this email already exists',
      cause: field,
    });
    expect(await detailsOf(person)).toEqual(person);
  });

  // spec rest-limits.21
  test('guesses at the password are counted, whatever is asked with them; right ones are not', async () => {
    const [{ times: guesses }] = RATE_LIMITS.currentPassword;
    const person = await aPerson();
    const free = { hasRateLimits: true };
    const guess = () => as(person, free).changePassword({ currentPassword: 'a wrong one', newPassword: 'another good one' });
    for (let nth = 0; nth < guesses; nth += 1) await expect(guess()).rejects.toMatchObject({ message: 'Current password is incorrect' });
    await expect(as(person, free).changeEmail({ email: anAddress(), password: PASSWORD })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await detailsOf(person)).toMatchObject({ pendingEmail: null });
  });

  test('five times an hour, for each account', async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    for (let nth = 0; nth < 5; nth += 1) await as(person).changeEmail({ email: anAddress(), password: PASSWORD });
    await expect(as(person).changeEmail({ email: anAddress(), password: PASSWORD })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await as(other).changeEmail({ email: anAddress(), password: PASSWORD });
    await as(person, { now: () => new Date(LATER.getTime() + HOUR) }).changeEmail({ email: anAddress(), password: PASSWORD });
  });

  // spec states.21
  test('called off, the link that was mailed opens nothing', async () => {
    const person = await aPerson();
    const email = anAddress();
    await as(person).changeEmail({ email, password: PASSWORD });
    const token = await issueCode(contextAs(database, person, { now: () => LATER }), { userId: person.id, email, purpose: 'email_change' });
    const confirmation = await issueCode(contextAs(database, person, { now: () => LATER }), {
      userId: person.id,
      email: person.email,
      purpose: 'email_confirmation',
    });
    expect(await as(person).cancelEmailChange()).toMatchObject({ email: person.email, pendingEmail: null });
    expect(await as(person).cancelEmailChange()).toMatchObject({ pendingEmail: null });
    const left = await database.db.select().from(codes).where(eq(codes.userId, person.id));
    expect(left.map(({ purpose }) => purpose)).toEqual(['email_confirmation']);
    await expect(as(person).verifyEmail({ token })).rejects.toMatchObject({ message: 'Invalid or expired link' });
    await as(person).verifyEmail({ token: confirmation });
  });

  test('is for whoever is signed in', async () => {
    const { auth } = callerAs(database, null);
    await expect(auth.changeEmail({ email: anAddress(), password: PASSWORD })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(auth.cancelEmailChange()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
