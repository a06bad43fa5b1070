import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiKeys } from '#db/schema/access.ts';
import { bookings } from '#db/schema/bookings.ts';
import { codes, sessions, users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { issueCode } from '#server/core/codes.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { RATE_LIMITS } from '#shared/vocabulary/limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NOW, type User, unique, withSession } from '#tests/support/factories.ts';
import { holding, refusalsOf, waitingIn } from '#tests/support/races.ts';
import { aReset } from '#tests/support/resets.ts';

const database = useDatabase({ max: 8 });
const PASSWORD = 'correct horse';
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

let passwordHash: string;
beforeAll(async () => {
  passwordHash = await createPasswords().hash(PASSWORD);
});

const as = (person: User | null, options: Parameters<typeof callerAs>[2] = {}) => callerAs(database, person, options).auth;
const stored = async ({ id }: User) => (await database.db.select().from(users).where(eq(users.id, id)))[0];
const anAddress = () => `${unique('new').replace(' ', '.')}@example.com`;
const linkFor = ({ id: userId, email }: User) => issueCode(contextAs(database, null), { userId, email, purpose: 'email_confirmation' });
const changeLinkFor = (person: User) =>
  issueCode(contextAs(database, null), { userId: person.id, email: person.pendingEmail ?? '', purpose: 'email_change' });

/** Registered a moment ago, and signed in where that was. */
const registered = async (more: Partial<User> = {}): Promise<User> =>
  withSession(database.db, await aStudent(database.db, { passwordHash, emailVerifiedAt: null, ...more }));

const sessionsOf = ({ id }: User) => database.db.$count(sessions, eq(sessions.userId, id));

describe('opening the link of a confirmation', () => {
  // spec s8-taking-back.16 | S8 C | An address is confirmed by whoever has the mailbox and the account: a session of it in one tap, elsewhere its
  //   password; neither ends anything | src/server/features/auth/confirmation.commands.ts
  test('where the account is signed in confirms at once, and ends nothing', async () => {
    const person = await registered();
    expect(await as(person).verifyEmail({ token: await linkFor(person) })).toEqual(CONFIRMED);
    expect((await stored(person))?.emailVerifiedAt).toEqual(NOW);
    expect(await sessionsOf(person)).toBe(1);
  });

  // spec s8-taking-back.16
  test('anywhere else confirms nothing by itself, whoever is signed in there', async () => {
    const [person, other] = [await registered(), await registered()];
    const token = await linkFor(person);
    for (const opener of [null, other]) await expect(as(opener).verifyEmail({ token })).rejects.toMatchObject(NEEDS_PASSWORD);
    expect((await stored(person))?.emailVerifiedAt).toBeNull();
    await as(person).verifyEmail({ token });
  });

  // spec s8-taking-back.16
  test('anywhere else confirms with the password of the account, and ends nothing', async () => {
    const person = await registered();
    const token = await linkFor(person);
    await expect(as(null).verifyEmail({ token, password: 'wrong horse' })).rejects.toMatchObject(WRONG_PASSWORD);
    expect((await stored(person))?.emailVerifiedAt).toBeNull();
    expect(await as(null).verifyEmail({ token, password: PASSWORD })).toEqual(CONFIRMED);
    expect((await stored(person))?.emailVerifiedAt).toEqual(NOW);
    expect(await sessionsOf(person)).toBe(1);
    // Harmless when it is opened again, on the phone after the laptop.
    expect(await as(null).verifyEmail({ token })).toEqual(CONFIRMED);
  });

  test('with the session of a program does not count as being signed in', async () => {
    const person = await registered();
    const via = { by: 'key', keyId: 'a key', scope: 'write' } as const;
    const session = { state: 'actor', actor: { id: person.id, role: person.role, name: person.name, email: person.email, via } } as const;
    await expect(as(person, { session }).verifyEmail({ token: await linkFor(person) })).rejects.toMatchObject(NEEDS_PASSWORD);
  });

  // spec s8-taking-back.18 | S8 C | Passwords typed beside a mailed link are counted for each account | src/server/features/auth/passwords.router.ts
  test('guesses at the password are counted for the account, in whichever browser', async () => {
    const [{ times }] = RATE_LIMITS.currentPassword;
    const person = await registered();
    const token = await linkFor(person);
    for (let nth = 0; nth < times; nth += 1) {
      await expect(as(null).verifyEmail({ token, password: 'wrong horse' })).rejects.toMatchObject(WRONG_PASSWORD);
    }
    await expect(as(null).verifyEmail({ token, password: PASSWORD })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    // One tap where the account is signed in still does.
    await as(person).verifyEmail({ token });
  });

  test('where the session was ended meanwhile confirms nothing', async () => {
    const person = await registered();
    const token = await linkFor(person);
    const { caller, isDone, commit } = holding(database, person);
    const { code } = await aReset(contextAs(database, null), person);
    const resetting = caller.auth.resetPassword({ email: person.email, code, password: 'battery staple' });
    await isDone;
    const opening = Promise.allSettled([as(person).verifyEmail({ token })]);
    await expect.poll(() => waitingIn(database)).toBe(1);
    commit();
    await resetting;
    expect(refusalsOf(await opening)).toHaveLength(1);
  });
});

describe('the link of a change of address', () => {
  // spec s8-taking-back.17 | S8 C | The link of a change of address moves no account to somebody who was only mailed it |
  //   src/server/features/auth/confirmation.commands.ts
  test('that somebody else gets, whose address was asked for, moves the account nowhere', async () => {
    const person = await registered({ emailVerifiedAt: NOW, pendingEmail: anAddress() });
    const token = await changeLinkFor(person);
    await expect(as(null).verifyEmail({ token })).rejects.toMatchObject(NEEDS_PASSWORD);
    expect(await stored(person)).toMatchObject({ email: person.email, pendingEmail: person.pendingEmail });
  });

  test('moves it where the account is signed in, or with its password', async () => {
    for (const isHere of [true, false]) {
      const person = await registered({ emailVerifiedAt: NOW, pendingEmail: anAddress() });
      const token = await changeLinkFor(person);
      await as(isHere ? person : null).verifyEmail({ token, ...(!isHere && { password: PASSWORD }) });
      expect(await stored(person)).toMatchObject({ email: person.pendingEmail, pendingEmail: null });
    }
  });
});

describe('linkDetails', () => {
  test('tells whoever has the mail which account it is about, and changes nothing', async () => {
    const person = await registered({ name: 'Nimal Perera', createdAt: NOW });
    const token = await linkFor(person);
    const before = await database.db.select().from(codes).where(eq(codes.userId, person.id));
    const told = {
      purpose: 'email_confirmation',
      email: person.email,
      name: 'Nimal Perera',
      role: 'student',
      registeredAt: NOW,
      zone: 'Asia/Colombo',
    };
    expect(await as(null).linkDetails({ token })).toEqual(told);
    expect(await database.db.select().from(codes).where(eq(codes.userId, person.id))).toEqual(before);
    const tutor = await aTutor(database.db);
    const moving = { ...tutor.user, pendingEmail: anAddress() };
    await database.db.update(users).set({ pendingEmail: moving.pendingEmail }).where(eq(users.id, moving.id));
    expect(await as(null).linkDetails({ token: await changeLinkFor(moving) })).toMatchObject({
      purpose: 'email_change',
      email: moving.pendingEmail,
      role: 'tutor',
    });
  });

  test('tells nothing of a link that is unknown, used or expired', async () => {
    const person = await registered();
    const token = await linkFor(person);
    await expect(as(null).linkDetails({ token: 'of nothing' })).rejects.toMatchObject(INVALID);
    const late = () => new Date(NOW.getTime() + 24 * HOUR);
    await expect(as(null, { now: late }).linkDetails({ token })).rejects.toMatchObject(INVALID);
    await as(person).verifyEmail({ token });
    await expect(as(null).linkDetails({ token })).rejects.toMatchObject(INVALID);
  });
});

describe('disownAddress', () => {
  // spec s8-taking-back.19 | S8 C | Whoever did not register locks out the stranger: sessions, password and the rest go, nothing is confirmed, and a
  //   reset takes the account | src/server/features/auth/confirmation.commands.ts
  test('locks out the stranger who registered with it: sessions, password and all else are gone, and nothing is confirmed', async () => {
    const person = await registered({ pendingEmail: anAddress() });
    const { id: userId } = person;
    await database.db.insert(apiKeys).values({ userId, name: 'A program', scope: 'write', tokenHash: `hash ${userId}`, hint: 'abcd' });
    const { code } = await aReset(contextAs(database, null), person);
    const token = await linkFor(person);
    const changeLink = await changeLinkFor(person);
    expect(await as(null).disownAddress({ token })).toEqual({ message: 'Nobody can sign in to this account any more' });

    expect(await sessionsOf(person)).toBe(0);
    expect(await database.db.$count(apiKeys, eq(apiKeys.userId, userId))).toBe(0);
    expect(await stored(person)).toMatchObject({ emailVerifiedAt: null, pendingEmail: null });
    expect(await database.db.$count(codes, eq(codes.userId, userId))).toBe(0);
    await expect(as(null).login({ email: person.email, password: PASSWORD, rememberMe: true })).rejects.toThrow('Invalid email or password');
    for (const link of [token, changeLink]) await expect(as(null).verifyEmail({ token: link, password: PASSWORD })).rejects.toMatchObject(INVALID);
    await expect(as(null).resetPassword({ email: person.email, code, password: 'battery staple' })).rejects.toThrow('Invalid or expired code');
  });

  // spec s8-taking-back.19
  test('leaves the account to whoever has the mailbox: a reset takes it', async () => {
    const person = await registered();
    await as(null).disownAddress({ token: await linkFor(person) });
    const { code } = await aReset(contextAs(database, null), person);
    await as(null).resetPassword({ email: person.email, code, password: 'battery staple' });
    const { user } = await as(null).login({ email: person.email, password: 'battery staple', rememberMe: true });
    expect(user).toMatchObject({ id: person.id, emailVerified: true });
  });

  // spec s8-taking-back.20 | S8 C | Bookings of an account that is disowned are cancelled by the system, and its tutor goes on vacation |
  //   src/server/features/bookings/bookings.projector.ts, src/server/features/tutors/tutors.projector.ts
  test('cancels what the stranger has booked, and lets nobody book a tutor of theirs', async () => {
    for (const party of ['student', 'tutor'] as const) {
      const tutor = await aTutor(database.db);
      const student = await aStudent(database.db);
      const person = party === 'tutor' ? tutor.user : student;
      await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, person.id));
      const booking = await aBooking(database.db, { tutor, student, status: 'pending' });
      await as(null).disownAddress({ token: await linkFor(person) });
      const [after] = await database.db.select().from(bookings).where(eq(bookings.id, booking.id));
      expect(after).toMatchObject({ status: 'cancelled', cancelledBy: 'system' });
      const [profile] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, tutor.id));
      expect(profile?.vacationMode).toBe(party === 'tutor');
    }
  });

  test('of a change of address calls it off, and leaves the account alone', async () => {
    const person = await registered({ emailVerifiedAt: NOW, pendingEmail: anAddress() });
    const token = await changeLinkFor(person);
    expect(await as(null).disownAddress({ token })).toEqual({ message: 'Your address will not be used' });
    expect(await stored(person)).toMatchObject({ email: person.email, pendingEmail: null, passwordHash });
    expect(await sessionsOf(person)).toBe(1);
    await expect(as(person).verifyEmail({ token })).rejects.toMatchObject(INVALID);
  });

  // spec s8-taking-back.19
  test('takes nothing from an account whose address is confirmed, by whichever link', async () => {
    const person = await registered();
    const token = await linkFor(person);
    await as(person).verifyEmail({ token });
    await expect(as(null).disownAddress({ token })).rejects.toMatchObject(INVALID);
    const later = await linkFor(person);
    await expect(as(null).disownAddress({ token: later })).rejects.toMatchObject(INVALID);
    await expect(as(null).disownAddress({ token: 'of nothing' })).rejects.toMatchObject(INVALID);
    expect(await sessionsOf(person)).toBe(1);
    expect(await stored(person)).toMatchObject({ passwordHash });
  });

  test('signs out a stranger who signs in at that moment', async () => {
    const person = await registered();
    const token = await linkFor(person);
    const { caller, isDone, commit } = holding(database, null);
    const disowning = caller.auth.disownAddress({ token });
    await isDone;
    const login = Promise.allSettled([as(null).login({ email: person.email, password: PASSWORD, rememberMe: true })]);
    await expect.poll(() => waitingIn(database)).toBe(1);
    commit();
    await disowning;
    expect(refusalsOf(await login)).toEqual(['Invalid email or password']);
    expect(await sessionsOf(person)).toBe(0);
  });
});
