import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions, users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { createCaller } from '#server/api/router.ts';
import { NO_CLIENT } from '#server/core/context.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, uniqueEmail } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { selectNotifications } from '#tests/support/selects.ts';

const database = useDatabase();
const HOUR = 3_600_000;

const createRegistration = (overrides: object = {}) => ({
  name: 'Nimal Perera',
  email: uniqueEmail('nimal'),
  password: 'secret1',
  role: 'student' as const,
  phone: '0771234567',
  ...overrides,
});
const asVisitor = () => callerAs(database, null);
const findOwner = (token: string) => createSessions(database.db).findOwner(token);
const listIssues = (error: { cause: { issues: { message: string; path: string[] }[] } }) =>
  error.cause.issues.map(({ message, path }) => [path.join('.'), message]);

describe('auth.register', () => {
  // spec s15-choice.2 | S15 2 | A new account has the language of the page on which it was made | src/server/features/auth/login.commands.ts
  test.each(['si', null] as const)('an account made in %s has this language', async (locale) => {
    const client = { ...NO_CLIENT, address: '192.0.2.1', locale };
    const { user } = await callerAs(database, null, { client }).auth.register(createRegistration());
    expect(user).toMatchObject({ locale });
  });

  // spec states.7 | D Accounts | Register and Google count as remembered | src/server/features/auth/google.commands.ts
  // spec mail.9
  test('gives a student an account, a working session and a welcome notification', async () => {
    const input = createRegistration();
    const { token, user } = await asVisitor().auth.register(input);
    expect(user).toMatchObject({
      name: 'Nimal Perera',
      email: input.email,
      role: 'student',
      phone: '0771234567',
      emailVerified: false,
      socialProvider: null,
    });
    expect(await findOwner(token)).toMatchObject({ userId: user.id, role: 'student' });
    const [welcome] = await selectNotifications(database, user.id);
    expect(welcome).toMatchObject({ kind: 'account.welcome', title: 'Welcome to Vidya!', type: 'success', category: 'system' });
  });

  // spec entities.5 | P §3 | Gender is Male by default | src/db/schema/tutors.ts
  test('gives a tutor an empty profile with the phone number', async () => {
    const { user } = await asVisitor().auth.register(createRegistration({ role: 'tutor' }));
    const [profile] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.userId, user.id));
    expect(profile).toMatchObject({ phone: '0771234567', gender: 'Male', verificationStatus: 'not_started', bio: '' });
  });

  // spec rest-limits.2
  test('does not sign in to an account whose address Google proves at the same moment', async () => {
    const input = createRegistration();
    const ctx = contextAs(database, null);
    const start: typeof ctx.sessions.createSession = async (userId, options) => {
      await database.db.update(users).set({ passwordHash: null, emailVerifiedAt: new Date() }).where(eq(users.id, userId));
      return ctx.sessions.createSession(userId, options);
    };
    await expect(createCaller({ ...ctx, sessions: { ...ctx.sessions, createSession: start } }).auth.register(input)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    const [account] = await database.db.select().from(users).where(eq(users.email, input.email));
    expect(await database.db.$count(sessions, eq(sessions.userId, account?.id ?? ''))).toBe(0);
  });

  // spec rest-limits.3 | R §2.10 | A password is never trimmed | src/shared/contracts/auth.ts
  test('does not trim the password', async () => {
    const input = createRegistration({ password: '  spaces around  ' });
    await asVisitor().auth.register(input);
    await expect(asVisitor().auth.login({ email: input.email, password: input.password.trim() })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await asVisitor().auth.login({ email: input.email, password: input.password });
  });

  // spec states.12 | D Accounts | The database holds only the SHA-256 of a token, and Argon2id of a password | src/server/infra/credentials.ts
  test('stores an Argon2id hash of the password and the SHA-256 of the token', async () => {
    const { token, user } = await asVisitor().auth.register(createRegistration());
    const [row] = await database.db.select().from(users).where(eq(users.id, user.id));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    const stored = await database.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(stored.map(({ id }) => id)).toEqual([hashToken(token)]);
  });

  // spec states.15 | S2 | Sign-up on an existing address changes nothing, also ten at once | src/server/features/auth/login.commands.ts
  test('refuses an address that is taken, in any case, and changes nothing', async () => {
    const input = createRegistration();
    await asVisitor().auth.register(input);
    const secondRegistration = asVisitor().auth.register({ ...input, email: input.email.toUpperCase(), name: 'Somebody Else' });
    await expect(secondRegistration).rejects.toMatchObject({ code: 'CONFLICT', message: 'An account with this email already exists' });
    const rows = await database.db.select().from(users).where(sql`lower(email) = ${input.email}`);
    expect(rows.map(({ name }) => name)).toEqual(['Nimal Perera']);
  });

  // spec states.15
  test('creates one account for ten registrations with one address at once', async () => {
    const input = createRegistration();
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => asVisitor().auth.register(input)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  // spec validation.4 | P §5 Register, D Accounts | The server checks the same, and refuses the role of an admin | src/shared/contracts/auth.ts
  // spec constants.11 | C §9 | Password 6, phone 10 digits at registration | src/shared/vocabulary/limits.ts
  test.each([
    ['a name of one letter', { name: ' N ' }, ['name', 'Name must be at least 2 characters']],
    ['no address', { email: 'nimal' }, ['email', 'Please enter a valid email address']],
    ['five characters of password', { password: '12345' }, ['password', 'Password must be at least 6 characters']],
    ['the role of an admin', { role: 'admin' }, ['role', 'Please select whether you want to join as a Student or Tutor']],
    ['nine digits of phone', { phone: '077123456' }, ['phone', 'Phone number must be 10 digits']],
    ['a name of 151 letters', { name: 'N'.repeat(151) }, ['name', 'Name cannot be longer than 150 characters']],
    ['129 characters of password', { password: 'p'.repeat(129) }, ['password', 'Password cannot be longer than 128 characters']],
  ])('refuses %s', async (_, overrides, issue) => {
    const error = await asVisitor()
      .auth.register(createRegistration(overrides))
      .catch((thrown) => thrown);
    expect(error.code).toBe('BAD_REQUEST');
    expect(listIssues(error)).toEqual([issue]);
  });

  test('accepts a registration without a phone number', async () => {
    const { phone, ...withoutPhone } = createRegistration();
    expect((await asVisitor().auth.register(withoutPhone)).user.phone).toBe('');
    expect(phone).toBe('0771234567');
  });
});

describe('auth.login', () => {
  test('starts a session of 30 days, or of 12 hours when it is not remembered', async () => {
    const { id, email } = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    const loginHours = async (rememberMe: boolean) => {
      const { token } = await asVisitor().auth.login({ email: ` ${email.toUpperCase()} `, password: PASSWORD, rememberMe });
      const [row] = await database.db
        .select()
        .from(sessions)
        .where(eq(sessions.id, hashToken(token)));
      return Math.round(((row?.expiresAt.getTime() ?? 0) - Date.now()) / HOUR);
    };
    expect(await loginHours(true)).toBe(720);
    expect(await loginHours(false)).toBe(12);
    expect((await database.db.select().from(sessions).where(eq(sessions.userId, id))).length).toBe(2);
  });

  // spec states.6 | D Accounts | Sessions last 30 days, or 12 hours, and begin anew when used in their second half | src/server/infra/credentials.ts
  test('extends a session that is used in its second half', async () => {
    const { email } = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    const { token } = await asVisitor().auth.login({ email, password: PASSWORD, rememberMe: false });
    const id = hashToken(token);
    await database.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() + 5 * HOUR) })
      .where(eq(sessions.id, id));
    await findOwner(token);
    const [row] = await database.db.select().from(sessions).where(eq(sessions.id, id));
    expect(Math.round(((row?.expiresAt.getTime() ?? 0) - Date.now()) / HOUR)).toBe(12);
  });

  test.each([
    ['an unknown address', 'nobody@example.com', PASSWORD],
    ['a wrong password', null, 'wrong horse'],
  ])('answers %s with the same message', async (_, address, password) => {
    const { email } = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    await expect(asVisitor().auth.login({ email: address ?? email, password })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Invalid email or password',
    });
  });

  test('sends an account without a password to Google', async () => {
    const { email } = await aStudent(database.db, { passwordHash: null });
    await expect(asVisitor().auth.login({ email, password: 'anything' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { code: 'auth.google_account' },
    });
  });

  test('says that an account is suspended only after the right password', async () => {
    const { email } = await aStudent(database.db, { passwordHash: PASSWORD_HASH, status: 'suspended' });
    await expect(asVisitor().auth.login({ email, password: 'wrong horse' })).rejects.toThrow('Invalid email or password');
    await expect(asVisitor().auth.login({ email, password: PASSWORD })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This account is suspended. Please contact help@vidya.test.',
    });
  });
});

describe('a session', () => {
  // spec errors.10 | C §8 Authentication | 'Session expired. Please login again.' | src/shared/errors.ts
  test('identifies the caller; a missing or invalid one is refused with its own message', async () => {
    const student = await aStudent(database.db);
    expect(await callerAs(database, student).auth.me()).toMatchObject({ id: student.id, role: 'student' });
    await expect(asVisitor().auth.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Authentication required' });
    await expect(callerAs(database, null, { session: { state: 'rejected' } }).auth.me()).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Session expired. Please login again.',
    });
  });

  // spec states.4 | P §4 Session, R §2.2 | Logout ends the session on the server, and its sockets | src/server/features/auth/sessions.commands.ts
  test('ends with logout, at its expiry, and when its owner is suspended or deleted', async () => {
    const student = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    const start = async () => (await asVisitor().auth.login({ email: student.email, password: PASSWORD })).token;
    const [first, second, third] = [await start(), await start(), await start()];

    await callerAs(database, student, { sessionId: hashToken(first) }).auth.logout();
    expect(await findOwner(first)).toBeNull();
    expect(await findOwner(second)).not.toBeNull();

    await database.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(sessions.id, hashToken(second)));
    expect(await findOwner(second)).toBeNull();

    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, student.id));
    expect(await findOwner(third)).toBeNull();
    await database.db.delete(users).where(eq(users.id, student.id));
    expect(await findOwner(third)).toBeNull();
  });

  test('need not exist for a logout', async () => {
    expect(await asVisitor().auth.logout()).toEqual({ message: 'Logged out successfully' });
  });
});
