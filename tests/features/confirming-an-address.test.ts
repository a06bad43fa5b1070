import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { apiKeys } from '#db/schema/access.ts';
import { bookings } from '#db/schema/bookings.ts';
import { codes, sessions, users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { createCaller } from '#server/api/router.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import { RATE_LIMITS } from '#shared/vocabulary/limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NOW, type User, uniqueEmail, withSession } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { countLockWaits, listErrorMessages, runUntilCommit } from '#tests/support/races.ts';
import { aReset } from '#tests/support/resets.ts';

const database = useDatabase({ max: 8 });
const CONFIRMED = { message: 'Email address confirmed successfully' };
const NEEDS_PASSWORD = {
  code: 'FORBIDDEN',
  message: 'Please open this link where you are signed in to the account, or enter the password of the account.',
  cause: { code: 'auth.link_password_required' },
};
const WRONG_PASSWORD = {
  code: 'BAD_REQUEST',
  message: 'Current password is incorrect',
  cause: { code: 'auth.current_password', refusal: { field: 'password' } },
};
const INVALID = { code: 'BAD_REQUEST', message: 'Invalid or expired link' };

const authAs = (person: User | null, options: Parameters<typeof callerAs>[2] = {}) => callerAs(database, person, options).auth;
const getAccount = async ({ id }: User) => (await database.db.select().from(users).where(eq(users.id, id)))[0];
const issueLink = ({ id: userId, email }: User) => createMailedLink(contextAs(database, null), { userId, email, purpose: 'email_confirmation' });
const issueChangeLink = (person: User) =>
  createMailedLink(contextAs(database, null), { userId: person.id, email: person.pendingEmail ?? '', purpose: 'email_change' });

const aRegisteredAccount = async (overrides: Partial<User> = {}): Promise<User> =>
  withSession(database.db, await aStudent(database.db, { passwordHash: PASSWORD_HASH, emailVerifiedAt: null, ...overrides }));

const countSessions = ({ id }: User) => database.db.$count(sessions, eq(sessions.userId, id));

describe('opening the link of a confirmation', () => {
  // spec s8-taking-back.16 | S8 C | An address is confirmed by whoever has the mailbox and the account: a session of it in one tap, elsewhere its
  //   password; neither ends anything | src/server/features/auth/confirmation.commands.ts
  test('confirms at once with a session of the account, and ends no session', async () => {
    const person = await aRegisteredAccount();
    expect(await authAs(person).verifyEmail({ token: await issueLink(person) })).toEqual(CONFIRMED);
    expect((await getAccount(person))?.emailVerifiedAt).toEqual(NOW);
    expect(await countSessions(person)).toBe(1);
  });

  // spec s8-taking-back.16
  test('confirms nothing without a session of the account', async () => {
    const [person, other] = [await aRegisteredAccount(), await aRegisteredAccount()];
    const token = await issueLink(person);
    for (const viewer of [null, other]) await expect(authAs(viewer).verifyEmail({ token })).rejects.toMatchObject(NEEDS_PASSWORD);
    expect((await getAccount(person))?.emailVerifiedAt).toBeNull();
    await authAs(person).verifyEmail({ token });
  });

  // spec s8-taking-back.16
  test('confirms with the password of the account, and ends no session', async () => {
    const person = await aRegisteredAccount();
    const token = await issueLink(person);
    await expect(authAs(null).verifyEmail({ token, password: 'wrong horse' })).rejects.toMatchObject(WRONG_PASSWORD);
    expect((await getAccount(person))?.emailVerifiedAt).toBeNull();
    expect(await authAs(null).verifyEmail({ token, password: PASSWORD })).toEqual(CONFIRMED);
    expect((await getAccount(person))?.emailVerifiedAt).toEqual(NOW);
    expect(await countSessions(person)).toBe(1);
    // Opening it again, as on a second device, is harmless.
    expect(await authAs(null).verifyEmail({ token })).toEqual(CONFIRMED);
  });

  test('does not accept an API key as a session', async () => {
    const person = await aRegisteredAccount();
    const via = { by: 'key', keyId: 'a key', scope: 'write' } as const;
    const session = { state: 'actor', actor: { id: person.id, role: person.role, name: person.name, email: person.email, via } } as const;
    await expect(authAs(person, { session }).verifyEmail({ token: await issueLink(person) })).rejects.toMatchObject(NEEDS_PASSWORD);
  });

  // spec s8-taking-back.18 | S8 C | Passwords typed beside a mailed link are counted for each account | src/server/features/auth/passwords.router.ts
  test('counts wrong passwords for the account, in whichever browser', async () => {
    const [{ times }] = RATE_LIMITS.currentPassword;
    const person = await aRegisteredAccount();
    const token = await issueLink(person);
    for (let index = 0; index < times; index += 1) {
      await expect(authAs(null).verifyEmail({ token, password: 'wrong horse' })).rejects.toMatchObject(WRONG_PASSWORD);
    }
    await expect(authAs(null).verifyEmail({ token, password: PASSWORD })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    // A session of the account needs no password.
    await authAs(person).verifyEmail({ token });
  });

  test('confirms nothing when the session was ended meanwhile', async () => {
    const person = await aRegisteredAccount();
    const token = await issueLink(person);
    const { caller, isDone, commit } = runUntilCommit(database, person);
    const { code } = await aReset(contextAs(database, null), person);
    const reset = caller.auth.resetPassword({ email: person.email, code, password: 'battery staple' });
    await isDone;
    const confirmation = Promise.allSettled([authAs(person).verifyEmail({ token })]);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    await reset;
    expect(listErrorMessages(await confirmation)).toHaveLength(1);
  });
});

describe('opening the link of a change of address', () => {
  // spec s8-taking-back.17 | S8 C | The link of a change of address moves no account to somebody who was only mailed it |
  //   src/server/features/auth/confirmation.commands.ts
  test('does not give the account to somebody else who got the mail', async () => {
    const person = await aRegisteredAccount({ emailVerifiedAt: NOW, pendingEmail: uniqueEmail() });
    const token = await issueChangeLink(person);
    await expect(authAs(null).verifyEmail({ token })).rejects.toMatchObject(NEEDS_PASSWORD);
    expect(await getAccount(person)).toMatchObject({ email: person.email, pendingEmail: person.pendingEmail });
  });

  test('moves the account with its session or its password', async () => {
    for (const isSignedIn of [true, false]) {
      const person = await aRegisteredAccount({ emailVerifiedAt: NOW, pendingEmail: uniqueEmail() });
      const token = await issueChangeLink(person);
      await authAs(isSignedIn ? person : null).verifyEmail({ token, ...(!isSignedIn && { password: PASSWORD }) });
      expect(await getAccount(person)).toMatchObject({ email: person.pendingEmail, pendingEmail: null });
    }
  });
});

describe('auth.linkDetails', () => {
  test('shows which account a link is about, and changes nothing', async () => {
    const person = await aRegisteredAccount({ name: 'Nimal Perera', createdAt: NOW });
    const token = await issueLink(person);
    const codesBefore = await database.db.select().from(codes).where(eq(codes.userId, person.id));
    const details = {
      purpose: 'email_confirmation',
      email: person.email,
      name: 'Nimal Perera',
      role: 'student',
      registeredAt: NOW,
    };
    expect(await authAs(null).linkDetails({ token })).toEqual(details);
    expect(await database.db.select().from(codes).where(eq(codes.userId, person.id))).toEqual(codesBefore);
    const tutor = await aTutor(database.db);
    const movingAccount = { ...tutor.user, pendingEmail: uniqueEmail() };
    await database.db.update(users).set({ pendingEmail: movingAccount.pendingEmail }).where(eq(users.id, movingAccount.id));
    expect(await authAs(null).linkDetails({ token: await issueChangeLink(movingAccount) })).toMatchObject({
      purpose: 'email_change',
      email: movingAccount.pendingEmail,
      role: 'tutor',
    });
  });

  test('refuses a link that is unknown, used or expired', async () => {
    const person = await aRegisteredAccount();
    const token = await issueLink(person);
    await expect(authAs(null).linkDetails({ token: 'of nothing' })).rejects.toMatchObject(INVALID);
    const aDayLater = () => new Date(NOW.getTime() + 24 * HOUR);
    await expect(authAs(null, { now: aDayLater }).linkDetails({ token })).rejects.toMatchObject(INVALID);
    await authAs(person).verifyEmail({ token });
    await expect(authAs(null).linkDetails({ token })).rejects.toMatchObject(INVALID);
  });
});

describe('auth.disownAddress', () => {
  // spec s8-taking-back.19 | S8 C | Whoever did not register locks out the stranger: sessions, password and the rest go, nothing is confirmed, and a
  //   reset takes the account | src/server/features/auth/confirmation.commands.ts
  test('ends the sessions, the password and every other access of the stranger who registered', async () => {
    const person = await aRegisteredAccount({ pendingEmail: uniqueEmail() });
    const { id: userId } = person;
    await database.db.insert(apiKeys).values({ userId, name: 'A program', scope: 'write', tokenHash: `hash ${userId}`, hint: 'abcd' });
    const { code } = await aReset(contextAs(database, null), person);
    const token = await issueLink(person);
    const changeLink = await issueChangeLink(person);
    expect(await authAs(null).disownAddress({ token })).toEqual({ message: 'Nobody can sign in to this account any more' });

    expect(await countSessions(person)).toBe(0);
    expect(await database.db.$count(apiKeys, eq(apiKeys.userId, userId))).toBe(0);
    expect(await getAccount(person)).toMatchObject({ emailVerifiedAt: null, pendingEmail: null });
    expect(await database.db.$count(codes, eq(codes.userId, userId))).toBe(0);
    await expect(authAs(null).login({ email: person.email, password: PASSWORD, rememberMe: true })).rejects.toThrow('Invalid email or password');
    for (const link of [token, changeLink])
      await expect(authAs(null).verifyEmail({ token: link, password: PASSWORD })).rejects.toMatchObject(INVALID);
    await expect(authAs(null).resetPassword({ email: person.email, code, password: 'battery staple' })).rejects.toThrow('Invalid or expired code');
  });

  // spec s8-taking-back.19
  test('leaves the account to the owner of the mailbox, who may reset its password', async () => {
    const person = await aRegisteredAccount();
    await authAs(null).disownAddress({ token: await issueLink(person) });
    const { code } = await aReset(contextAs(database, null), person);
    await authAs(null).resetPassword({ email: person.email, code, password: 'battery staple' });
    const { user } = await authAs(null).login({ email: person.email, password: 'battery staple', rememberMe: true });
    expect(user).toMatchObject({ id: person.id, emailVerified: true });
  });

  // spec s8-taking-back.20 | S8 C | Bookings of an account that is disowned are cancelled by the system, and its tutor goes on vacation |
  //   src/server/features/bookings/bookings.projector.ts, src/server/features/tutors/tutors.projector.ts
  test("cancels the stranger's bookings, and puts a tutor on vacation", async () => {
    for (const party of ['student', 'tutor'] as const) {
      const tutor = await aTutor(database.db);
      const student = await aStudent(database.db);
      const person = party === 'tutor' ? tutor.user : student;
      await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, person.id));
      const booking = await aBooking(database.db, { tutor, student, status: 'pending' });
      await authAs(null).disownAddress({ token: await issueLink(person) });
      const [cancelledBooking] = await database.db.select().from(bookings).where(eq(bookings.id, booking.id));
      expect(cancelledBooking).toMatchObject({ status: 'cancelled', cancelledBy: 'system' });
      const [profile] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, tutor.id));
      expect(profile?.vacationMode).toBe(party === 'tutor');
    }
  });

  test('cancels a change of address and leaves the account as it is', async () => {
    const person = await aRegisteredAccount({ emailVerifiedAt: NOW, pendingEmail: uniqueEmail() });
    const token = await issueChangeLink(person);
    expect(await authAs(null).disownAddress({ token })).toEqual({ message: 'Your address will not be used' });
    expect(await getAccount(person)).toMatchObject({ email: person.email, pendingEmail: null, passwordHash: PASSWORD_HASH });
    expect(await countSessions(person)).toBe(1);
    await expect(authAs(person).verifyEmail({ token })).rejects.toMatchObject(INVALID);
  });

  // spec s8-taking-back.19
  test('refuses every link to a confirmed address', async () => {
    const person = await aRegisteredAccount();
    const token = await issueLink(person);
    await authAs(person).verifyEmail({ token });
    await expect(authAs(null).disownAddress({ token })).rejects.toMatchObject(INVALID);
    const newLink = await issueLink(person);
    await expect(authAs(null).disownAddress({ token: newLink })).rejects.toMatchObject(INVALID);
    await expect(authAs(null).disownAddress({ token: 'of nothing' })).rejects.toMatchObject(INVALID);
    expect(await countSessions(person)).toBe(1);
    expect(await getAccount(person)).toMatchObject({ passwordHash: PASSWORD_HASH });
  });

  test('computes no hash for a link that nobody was sent', async () => {
    const context = contextAs(database, null);
    const hash = vi.fn(context.passwords.hash);
    const { auth } = createCaller({ ...context, passwords: { ...context.passwords, hash } });
    await expect(auth.disownAddress({ token: 'of nothing' })).rejects.toMatchObject(INVALID);
    expect(hash).not.toHaveBeenCalled();
  });

  test('signs out a stranger who signs in at that moment', async () => {
    const person = await aRegisteredAccount();
    const token = await issueLink(person);
    const { caller, isDone, commit } = runUntilCommit(database, null);
    const disowned = caller.auth.disownAddress({ token });
    await isDone;
    const login = Promise.allSettled([authAs(null).login({ email: person.email, password: PASSWORD, rememberMe: true })]);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    await disowned;
    expect(listErrorMessages(await login)).toEqual(['Invalid email or password']);
    expect(await countSessions(person)).toBe(0);
  });
});
