import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { codes, oauthAccounts, sessions, users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { createCaller } from '#server/api/router.ts';
import type { DomainEvent } from '#server/core/events.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import type { GoogleProfile } from '#server/core/ports.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { DomainError } from '#shared/errors.ts';
import { type CallerOptions, callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aUser, NOW, type User, unique, uniqueEmail } from '#tests/support/factories.ts';
import { aGoogleProfile, fakeGoogle, GOOGLE_ANSWER } from '#tests/support/google.ts';
import { listMailJobs, runMailJob } from '#tests/support/mails.ts';

const database = useDatabase();
const events: DomainEvent[] = [];

beforeEach(() => void events.splice(0));

function apiAs(person: User | null, options: CallerOptions = {}) {
  const ctx = contextAs(database, person, options);
  const collectEvents = async (_: unknown, batch: readonly DomainEvent[]) => void events.push(...batch);
  return createCaller({ ...ctx, projectors: [...ctx.projectors, collectEvents] });
}
async function signIn(profile: GoogleProfile) {
  const step = await apiAs(null, { google: fakeGoogle(profile) }).auth.signInWithGoogle(GOOGLE_ANSWER);
  if (!('started' in step)) throw new Error('a session was expected');
  return step.started;
}

const findUser = async (email: string) => (await database.db.select().from(users).where(eq(users.email, email)))[0];
const listConnections = (userId: string) => database.db.select().from(oauthAccounts).where(eq(oauthAccounts.userId, userId));
const eventsOf = (type: DomainEvent['type']) => events.filter((event) => event.type === type);

describe('logging in with Google for the first time', () => {
  // spec google.4 | R §4.1 5 | A new account has no role, no password, the name from Google, and a proven address; ten at once make one |
  //   src/server/features/auth/google.commands.ts
  // spec states.7
  test('an account without role and password is created, and its address is confirmed', async () => {
    const profile = aGoogleProfile({ email: ' Sita.Silva@Example.com ' });
    const { token, user } = await signIn(profile);
    expect(user).toMatchObject({ name: 'Nimal Perera', email: 'sita.silva@example.com', role: null, emailVerified: true, socialProvider: 'google' });
    expect(await findUser(user.email)).toMatchObject({ passwordHash: null, emailVerifiedAt: NOW, phone: '', profileImage: '' });
    expect(await listConnections(user.id)).toMatchObject([{ provider: 'google', providerUserId: profile.id }]);
    const [session] = await database.db
      .select()
      .from(sessions)
      .where(eq(sessions.id, hashToken(token)));
    expect(session).toMatchObject({ userId: user.id, origin: 'google', lifetimeHours: 720, userAgent: 'A browser of the tests' });
    expect(eventsOf('account.registered')).toEqual([]);
  });

  test.each([
    ['a name of 150 characters', 'ශ'.repeat(150), 'ශ'.repeat(150)],
    ['the first 150 characters of a longer name', 'ශ'.repeat(151), 'ශ'.repeat(150)],
    ['a longer name without half of a surrogate pair', `${'n'.repeat(149)}🙂`, 'n'.repeat(149)],
    ['a name without NUL', 'Ni\0mal', 'Nimal'],
    ['a name without the spaces around it', '  Nimal  ', 'Nimal'],
  ])('%s', async (_, name, expected) => {
    expect((await signIn(aGoogleProfile({ name }))).user.name).toBe(expected);
  });

  test.each(['', ' ', 'N'])('the name %j is replaced by the local part of the address', async (name) => {
    const email = uniqueEmail();
    expect((await signIn(aGoogleProfile({ name, email }))).user.name).toBe(email.split('@')[0]);
  });

  test('a local part that starts with a single letter is used as a whole', async () => {
    expect((await signIn(aGoogleProfile({ name: '', email: 'n@short.example.com' }))).user.name).toBe('n@short.example.com');
  });

  test('the photo is offered once, to an account without one', async () => {
    const profile = aGoogleProfile({ photoUrl: 'https://photos.example/nimal.jpg' });
    const { user } = await signIn(profile);
    expect(eventsOf('photo.offered')).toEqual([{ type: 'photo.offered', userId: user.id, url: 'https://photos.example/nimal.jpg' }]);
    await signIn(profile);
    expect(eventsOf('photo.offered')).toHaveLength(1);

    const { email } = await aStudent(database.db, { emailVerifiedAt: NOW, profileImage: '/files/photos/own.jpg' });
    await signIn(aGoogleProfile({ email, photoUrl: 'https://photos.example/other.jpg' }));
    expect(eventsOf('photo.offered')).toHaveLength(1);
  });

  // spec google.4
  test('ten simultaneous logins create one account', async () => {
    const profile = aGoogleProfile();
    const all = await Promise.all(Array.from({ length: 10 }, () => signIn(profile)));
    expect(new Set(all.map(({ user }) => user.id)).size).toBe(1);
    expect(new Set(all.map(({ token }) => token)).size).toBe(10);
    expect(await database.db.$count(users, eq(users.email, profile.email))).toBe(1);
  });
});

describe('logging in with Google to an existing account', () => {
  // spec google.2
  test('the account is found whatever the case of the address, and is left unchanged', async () => {
    const passwordHash = 'a hash';
    const student = await aStudent(database.db, { email: `Kamal.${unique('x').replace(' ', '')}@Example.com`, passwordHash, emailVerifiedAt: NOW });
    const { user } = await signIn(aGoogleProfile({ email: student.email.toUpperCase(), name: 'Somebody' }));
    expect(user).toMatchObject({ id: student.id, name: student.name, email: student.email, role: 'student', socialProvider: 'google' });
    expect(await findUser(student.email)).toMatchObject({ passwordHash, emailVerifiedAt: NOW, updatedAt: student.updatedAt });
  });

  // spec google.3 | D Accounts | It keeps its role; unless the address was proven before, its password is voided and its sessions end |
  //   src/server/features/auth/google.commands.ts
  test('an account whose address was never confirmed belongs to the owner of the address alone from now on', async () => {
    const student = await aStudent(database.db, { passwordHash: 'a hash', pendingEmail: 'elsewhere@example.com' });
    const ctx = contextAs(database, student);
    await createMailedLink(ctx, { userId: student.id, purpose: 'email_change', email: 'elsewhere@example.com' });
    const token = await ctx.sessions.createSession(student.id, { isRemembered: true, origin: 'password', userAgent: '' });

    const { user, token: own } = await signIn(aGoogleProfile({ email: student.email }));
    expect(await findUser(student.email)).toMatchObject({ passwordHash: null, pendingEmail: null, emailVerifiedAt: NOW, role: 'student' });
    expect(await database.db.$count(codes, eq(codes.userId, student.id))).toBe(0);
    expect(await database.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, user.id))).toEqual([{ id: hashToken(own) }]);
    expect(eventsOf('session.ended')).toEqual([{ type: 'session.ended', sessionId: hashToken(token) }]);
  });

  // spec google.3
  test('an account with a confirmed address keeps its sessions', async () => {
    const student = await aStudent(database.db, { passwordHash: 'a hash', emailVerifiedAt: NOW });
    await contextAs(database, student).sessions.createSession(student.id, { isRemembered: true, origin: 'password', userAgent: '' });
    await signIn(aGoogleProfile({ email: student.email }));
    expect(await database.db.$count(sessions, eq(sessions.userId, student.id))).toBe(2);
    expect(eventsOf('session.ended')).toEqual([]);
  });

  test('a suspended account stays suspended', async () => {
    const student = await aStudent(database.db, { passwordHash: 'a hash', status: 'suspended' });
    await expect(signIn(aGoogleProfile({ email: student.email }))).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This account is suspended. Please contact help@vidya.test.',
    });
    expect(await findUser(student.email)).toEqual(student);
    expect(await database.db.$count(sessions, eq(sessions.userId, student.id))).toBe(0);
    expect(await listConnections(student.id)).toEqual([]);
  });

  // spec s8-passwords.22 | S8 E | Google is matched by its subject first, whatever the address is there now |
  //   src/server/features/auth/google.commands.ts
  test('the account is found by its connected Google account, even after the address there has changed', async () => {
    const profile = aGoogleProfile();
    const { user } = await signIn(profile);
    const existing = await aStudent(database.db, { email: uniqueEmail(), passwordHash: 'a hash' });
    for (const email of [uniqueEmail(), existing.email]) {
      const second = await signIn({ ...profile, email });
      expect(second.user).toMatchObject({ id: user.id, email: profile.email });
    }
    expect(await listConnections(user.id)).toMatchObject([{ providerUserId: profile.id }]);
    expect(await findUser(existing.email)).toEqual(existing);
  });

  // spec s8-passwords.23 | S8 E | Another subject with the same address does not enter, and is asked for the password or a code by email |
  //   src/server/features/auth/google.commands.ts
  test('another Google account with the same address is refused: the owner needs the password or a code by email', async () => {
    const student = await aStudent(database.db, { email: uniqueEmail(), passwordHash: 'a hash', emailVerifiedAt: NOW });
    const first = aGoogleProfile({ email: student.email });
    await signIn(first);
    events.splice(0);
    await expect(signIn(aGoogleProfile({ email: student.email }))).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { code: 'auth.google_other' },
      message: expect.stringContaining('sign in with your password, or use Forgot password to get a code by email'),
    });
    expect(events).toEqual([]);
    expect(await listConnections(student.id)).toMatchObject([{ providerUserId: first.id }]);
    expect(await findUser(student.email)).toEqual(student);
    expect(await database.db.$count(sessions, eq(sessions.userId, student.id))).toBe(1);
  });

  // spec s8-passwords.24 | S8 E | An account without a password gets a mailed link to set one | src/server/features/auth/google.commands.ts,
  //   src/server/features/mail/accounts.mail.ts
  test('an account without a password can set one with a mailed link, and stays connected as before', async () => {
    const first = aGoogleProfile();
    const { user } = await signIn(first);
    events.splice(0);
    await expect(signIn(aGoogleProfile({ email: first.email }))).rejects.toMatchObject({ cause: { code: 'auth.google_other_mailed' } });
    expect(eventsOf('password.reset_asked')).toMatchObject([{ email: first.email, isFirstPassword: true }]);
    const job = only((await listMailJobs(database)).filter((mailJob) => 'email' in mailJob && mailJob.email === first.email));
    const mails = await runMailJob(database, job);
    expect(mails).toMatchObject([{ to: first.email }]);
    const token = /token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    await apiAs(null).auth.resetPasswordWithLink({ token, password: 'battery staple' });
    const { user: second } = await apiAs(null).auth.login({ email: first.email, password: 'battery staple', rememberMe: true });
    expect(second.id).toBe(user.id);
    expect(await listConnections(user.id)).toMatchObject([{ providerUserId: first.id }]);
  });

  test('two simultaneous Google accounts with the same address: one of them is connected', async () => {
    const student = await aStudent(database.db, { email: uniqueEmail(), passwordHash: 'a hash', emailVerifiedAt: NOW });
    const results = await Promise.allSettled([1, 2].map(() => signIn(aGoogleProfile({ email: student.email }))));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await listConnections(student.id)).toHaveLength(1);
  });
});

describe('refused Google logins', () => {
  test.each([
    ['an address it has not verified', { isEmailVerified: false }, 'Google has not verified the email address of this account.'],
    ['an address that is not one', { email: 'nimal' }, 'Login failed. Please try again.'],
  ])('%s', async (_, overrides, message) => {
    const usersBefore = await database.db.$count(users);
    await expect(signIn(aGoogleProfile(overrides))).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    expect(await database.db.$count(users)).toBe(usersBefore);
  });

  // spec google.2 | D Accounts | An account is matched by a verified email only | src/server/features/auth/google.commands.ts
  test('an account whose address Google has not verified is refused', async () => {
    const student = await aStudent(database.db, { passwordHash: 'a hash' });
    await expect(signIn(aGoogleProfile({ email: student.email, isEmailVerified: false }))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await findUser(student.email)).toEqual(student);
  });

  test('nobody can log in where Google is not configured, or does not respond', async () => {
    const unavailable = { code: 'SERVICE_UNAVAILABLE', message: 'Sign-in with Google is not available at the moment.' };
    await expect(callerAs(database, null).auth.signInWithGoogle(GOOGLE_ANSWER)).rejects.toMatchObject(unavailable);
    const unavailableGoogle = { ...fakeGoogle(), fetchProfile: () => Promise.reject(new DomainError('auth.google_unavailable')) };
    await expect(callerAs(database, null, { google: unavailableGoogle }).auth.signInWithGoogle(GOOGLE_ANSWER)).rejects.toMatchObject(unavailable);
  });
});

describe('choosing a role', () => {
  const createNewAccount = async () => {
    const { user } = await signIn(aGoogleProfile());
    const [row] = await database.db.select().from(users).where(eq(users.id, user.id));
    if (!row) throw new Error('the account is there');
    return row;
  };

  test('a student is registered with phone and child', async () => {
    const person = await createNewAccount();
    const viewer = await apiAs(person).auth.chooseRole({ role: 'student', phone: '0771234567', childName: ' Sadew ' });
    expect(viewer).toMatchObject({ id: person.id, role: 'student', phone: '0771234567', childName: 'Sadew', socialProvider: 'google' });
    expect(eventsOf('account.registered')).toEqual([{ type: 'account.registered', userId: person.id, role: 'student' }]);
    expect(await database.db.$count(tutorProfiles, eq(tutorProfiles.userId, person.id))).toBe(0);
  });

  test('a tutor starts with an empty profile that has the phone number, and without a child', async () => {
    const person = await createNewAccount();
    const viewer = await apiAs(person).auth.chooseRole({ role: 'tutor', phone: '0771234567', childName: 'Sadew' });
    expect(viewer).toMatchObject({ role: 'tutor', childName: '' });
    const profiles = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.userId, person.id));
    expect(profiles).toMatchObject([{ phone: '0771234567', gender: 'Male', verificationStatus: 'not_started' }]);
  });

  // spec google.7 | P §6, R §4.1 6 | Role choice: student or tutor, once; the same again changes nothing |
  //   src/server/features/auth/google.commands.ts
  test('choosing the same role again changes nothing and announces nothing twice', async () => {
    const person = await createNewAccount();
    await apiAs(person).auth.chooseRole({ role: 'tutor' });
    const second = await apiAs(person).auth.chooseRole({ role: 'tutor', phone: '0771234567' });
    expect(second).toMatchObject({ role: 'tutor', phone: '' });
    expect(eventsOf('account.registered')).toHaveLength(1);
  });

  // spec google.7
  test('choosing another role afterwards is refused', async () => {
    const person = await createNewAccount();
    await apiAs(person).auth.chooseRole({ role: 'student' });
    await expect(apiAs(person).auth.chooseRole({ role: 'tutor' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'A role has already been chosen for this account',
    });
    expect(await findUser(person.email)).toMatchObject({ role: 'student' });
  });

  // spec google.7
  test('of two roles chosen simultaneously, one is stored', async () => {
    const person = await createNewAccount();
    const chosenRoles = ['student', 'tutor', 'student', 'tutor'] as const;
    const results = await Promise.allSettled(chosenRoles.map((role) => apiAs(person).auth.chooseRole({ role })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(eventsOf('account.registered')).toHaveLength(1);
    const account = await findUser(person.email);
    const isTutor = await database.db.$count(tutorProfiles, and(eq(tutorProfiles.userId, person.id)));
    expect(isTutor).toBe(account?.role === 'tutor' ? 1 : 0);
  });

  // spec google.7
  test('an account that was not created by Google has no role to choose', async () => {
    const refused = { code: 'BAD_REQUEST', message: 'This account was not created with Google' };
    for (const role of ['student', null] as const) {
      const person = await aUser(database.db, { role });
      await expect(apiAs(person).auth.chooseRole({ role: 'student' })).rejects.toMatchObject(refused);
    }
  });

  test('choosing a role needs a session', async () => {
    await expect(apiAs(null).auth.chooseRole({ role: 'student' })).rejects.toMatchObject({ message: 'Authentication required' });
    const expired = callerAs(database, null, { session: { state: 'rejected' } });
    await expect(expired.auth.chooseRole({ role: 'student' })).rejects.toMatchObject({ message: 'Session expired. Please login again.' });
  });
});
