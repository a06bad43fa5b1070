import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { codes, users } from '#db/schema/people.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import { RATE_LIMITS } from '#shared/vocabulary/limits.ts';
import { type CallerOptions, callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, HOUR, NOW, type User, unique, uniqueEmail, withSession } from '#tests/support/factories.ts';
import { listMailJobs } from '#tests/support/mails.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';

const database = useDatabase();
const LATER = new Date(NOW.getTime() + HOUR);

const getAccount = async ({ id }: User) => (await database.db.select().from(users).where(eq(users.id, id)))[0];
const authAs = (person: User, options: CallerOptions = {}) => callerAs(database, person, { now: () => LATER, ...options }).auth;

describe('auth.changeEmail', () => {
  const aPerson = async (overrides: Partial<User> = {}) =>
    withSession(database.db, await aStudent(database.db, { passwordHash: PASSWORD_HASH, ...overrides }));
  const listMails = async ({ id }: User) => (await listMailJobs(database)).flatMap((job) => ('userId' in job && job.userId === id ? [job.mail] : []));

  // spec states.21 | D Accounts | Change of email: holds once its link was opened, and the old address is told |
  //   src/server/features/auth/details.commands.ts
  test('keeps the old address until the link to the new one is opened', async () => {
    const person = await aPerson();
    const email = uniqueEmail();
    const { message } = await authAs(person).changeEmail({ email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect(message).toBe('Open the link that we have sent to your new address to confirm it.');
    expect(await getAccount(person)).toMatchObject({ email: person.email, pendingEmail: email });
    expect(await listMails(person)).toEqual(['email_change']);
    expect(await authAs(person).me()).toMatchObject({ email: person.email, pendingEmail: email });
  });

  test('changes nothing with a wrong password', async () => {
    const person = await aPerson();
    await expect(authAs(person).changeEmail({ email: uniqueEmail(), password: 'a wrong one' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Current password is incorrect',
      cause: { code: 'auth.current_password', refusal: { field: 'password' } },
    });
    expect(await getAccount(person)).toEqual(person);
  });

  test('is refused to a Google account without a password', async () => {
    const person = await aStudent(database.db);
    await expect(authAs(person).changeEmail({ email: uniqueEmail(), password: PASSWORD })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'You sign in with Google, so your email address comes from there.',
      cause: { code: 'auth.email_from_google' },
    });
  });

  test('refuses the current address and that of another account, in any case', async () => {
    const [person, other] = [
      await aPerson({ email: `${unique('Own').replace(' ', '.')}@Example.com` }),
      await aPerson({ email: uniqueEmail().toUpperCase() }),
    ];
    const field = { refusal: { field: 'email' } };
    await expect(authAs(person).changeEmail({ email: person.email, password: PASSWORD })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This is already your email address',
      cause: field,
    });
    await expect(authAs(person).changeEmail({ email: other.email, password: PASSWORD })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'An account with this email already exists',
      cause: field,
    });
    expect(await getAccount(person)).toEqual(person);
  });

  // spec rest-limits.21
  test('shares its count of wrong passwords with other calls', async () => {
    const [{ times: guesses }] = RATE_LIMITS.currentPassword;
    const person = await aPerson();
    const limitedOptions = { hasRateLimits: true };
    const guessPassword = () => authAs(person, limitedOptions).changePassword({ currentPassword: 'a wrong one', newPassword: 'another good one' });
    for (let index = 0; index < guesses; index += 1)
      await expect(guessPassword()).rejects.toMatchObject({ message: 'Current password is incorrect' });
    await expect(authAs(person, limitedOptions).changeEmail({ email: uniqueEmail(), password: PASSWORD })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    expect(await getAccount(person)).toMatchObject({ pendingEmail: null });
  });

  test('is allowed five times an hour for each account', async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    for (let index = 0; index < 5; index += 1) await authAs(person).changeEmail({ email: uniqueEmail(), password: PASSWORD });
    await expect(authAs(person).changeEmail({ email: uniqueEmail(), password: PASSWORD })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await authAs(other).changeEmail({ email: uniqueEmail(), password: PASSWORD });
    await authAs(person, { now: () => new Date(LATER.getTime() + HOUR) }).changeEmail({ email: uniqueEmail(), password: PASSWORD });
  });

  // spec states.21
  test('can be cancelled, which voids the mailed link', async () => {
    const person = await aPerson();
    const email = uniqueEmail();
    await authAs(person).changeEmail({ email, password: PASSWORD });
    const token = await createMailedLink(contextAs(database, person, { now: () => LATER }), { userId: person.id, email, purpose: 'email_change' });
    const confirmation = await createMailedLink(contextAs(database, person, { now: () => LATER }), {
      userId: person.id,
      email: person.email,
      purpose: 'email_confirmation',
    });
    expect(await authAs(person).cancelEmailChange()).toMatchObject({ email: person.email, pendingEmail: null });
    expect(await authAs(person).cancelEmailChange()).toMatchObject({ pendingEmail: null });
    const remainingCodes = await database.db.select().from(codes).where(eq(codes.userId, person.id));
    expect(remainingCodes.map(({ purpose }) => purpose)).toEqual(['email_confirmation']);
    await expect(authAs(person).verifyEmail({ token })).rejects.toMatchObject({ message: 'Invalid or expired link' });
    await authAs(person).verifyEmail({ token: confirmation });
  });

  test('needs a session', async () => {
    const { auth } = callerAs(database, null);
    await expect(auth.changeEmail({ email: uniqueEmail(), password: PASSWORD })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(auth.cancelEmailChange()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
