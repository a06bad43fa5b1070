import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessions, users } from '#db/schema/people.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW, unique } from '#tests/support/factories.ts';
import { anAppOf, codeAt } from '#tests/support/second-factors.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const PASSWORD = 'correct horse';
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const EMAIL = 'Please enter a valid email address';
let passwordHash: string;

type Started = { token: string; user: { id: string; createdAt: string; updatedAt: string } };

beforeAll(async () => {
  passwordHash = await createPasswords().hash(PASSWORD);
});

const newEmail = () => `${unique('nimal').replace(' ', '.')}@example.com`;
const newcomer = (overrides: object = {}) => ({ name: 'Nimal Perera', email: newEmail(), password: 'secret1', role: 'student', ...overrides });
const register = (body: unknown) => rest.call<Started>('POST', '/api/auth/register', { body });
const login = (body: unknown, headers?: Record<string, string>) => rest.call<Started>('POST', '/api/auth/login', { body, headers });
const accounts = () => database.db.$count(users);

// spec rest-auth.2 | C §7 | POST /api/auth/register | src/server/rest/auth.ts
describe('POST /api/auth/register', () => {
  // spec entities.1 | P §3 | User: name, email, role, phone, profileImage | src/db/schema/people.ts
  // spec entities.33 | P §3, R §10 4 | User over REST: `_id` and `id`, emailVerified, socialProvider; the whole address of the photo |
  //   src/server/rest/wire/auth.ts
  test('answers 201 with a valid token and the whole user for a student without a phone', async () => {
    const input = newcomer({ confirmPassword: 'secret1', agreeToTerms: true });
    const { status, body } = await register(input);
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.any(String),
      user: {
        _id: body.user.id,
        id: expect.any(String),
        name: 'Nimal Perera',
        email: input.email,
        emailVerified: false,
        role: 'student',
        phone: '',
        profileImage: '',
        socialProvider: null,
        createdAt: ISO,
        updatedAt: body.user.createdAt,
      },
    });
    expect(await rest.get('/api/auth/me', body.token)).toMatchObject({ status: 200, body: { user: body.user } });
  });

  test('creates a tutor with an empty profile', async () => {
    const { body } = await register(newcomer({ role: 'tutor', phone: '0771234567' }));
    expect(await rest.get('/api/tutors/profile', body.token)).toMatchObject({
      status: 200,
      body: { phone: '0771234567', gender: 'Male', status: 'active', verificationStatus: 'not_started', documents: [], subjects: [] },
    });
  });

  test.each([null, ''])('treats the phone %j as absent', async (phone) => {
    expect(await register(newcomer({ phone }))).toMatchObject({ status: 201, body: { user: { phone: '' } } });
  });

  // spec validation.7 | R §2.10 | Passwords have at most 128 characters | src/shared/contracts/auth.ts
  // spec roles.1 | P §6 | Sign-up offers student or tutor, never admin | src/shared/vocabulary/people.ts
  // spec rest-auth.14 | R §10 3 | Register: role admin 400, twice 409, without phone 201; malformed JSON and 3 MB 400 |
  //   src/server/rest/request-body.ts
  test.each([
    ['an admin', { role: 'admin' }, 'Please select whether you want to join as a Student or Tutor', 'role'],
    ['nobody in particular', { role: undefined }, 'Please select whether you want to join as a Student or Tutor', 'role'],
    ['a short name', { name: ' N ' }, 'Name must be at least 2 characters', 'name'],
    ['a name that is a number', { name: 7 }, 'Name must be at least 2 characters', 'name'],
    ['a name of 151 characters', { name: 'n'.repeat(151) }, 'Name cannot be longer than 150 characters', 'name'],
    ['no email', { email: undefined }, EMAIL, 'email'],
    ['a bad email', { email: 'nimal@' }, EMAIL, 'email'],
    ['an email that is a list', { email: ['a@example.com'] }, EMAIL, 'email'],
    ['a short password', { password: '12345' }, 'Password must be at least 6 characters', 'password'],
    ['a password of 129 characters', { password: 'p'.repeat(129) }, 'Password cannot be longer than 128 characters', 'password'],
    ['a phone of nine digits', { phone: '077123456' }, 'Phone number must be 10 digits', 'phone'],
  ])('rejects %s beside the field and creates no account', async (_, overrides, message, field) => {
    const before = await accounts();
    const { status, body } = await register(newcomer(overrides));
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, message, code: 'request.invalid', errors: [{ field, message }] });
    expect(await accounts()).toBe(before);
  });

  // spec rest-auth.14
  test('answers 409 for the same address in another case', async () => {
    const email = newEmail();
    await register(newcomer({ email }));
    const { status, body } = await register(newcomer({ email: ` ${email.toUpperCase()} ` }));
    expect(status).toBe(409);
    expect(body).toEqual({
      success: false,
      message: 'An account with this email already exists',
      code: 'auth.email_taken',
      errors: [{ field: 'email', message: 'An account with this email already exists' }],
    });
  });

  test.each([
    ['sunshine', 'auth.password_common', 'This password is one of the most common ones. Please choose another one.'],
    ['perera-1990', 'auth.password_personal', 'A password cannot contain your name or email address. Please choose another one.'],
  ])('rejects the password %s beside its field', async (password, code, message) => {
    const before = await accounts();
    const body = { success: false, code, message, errors: [{ field: 'password', message }] };
    expect(await register(newcomer({ password }))).toMatchObject({ status: 400, body });
    expect(await accounts()).toBe(before);
  });

  test('ignores keys that would pollute prototypes', async () => {
    const email = newEmail();
    const input = `{"name":"Nimal","email":"${email}","password":"secret1","role":"student","__proto__":{"role":"admin","polluted":1},"constructor":{"prototype":{"polluted":1}}}`;
    expect(await register(input)).toMatchObject({ status: 201, body: { user: { role: 'student' } } });
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

describe('POST /api/auth/login', () => {
  // spec rest-auth.1 | C §7 | POST /api/auth/login | src/server/rest/auth.ts
  test('answers a token for 30 days and the user to the right password', async () => {
    const { email, id } = await aStudent(database.db, { passwordHash });
    const { status, body } = await login({ email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token: expect.any(String), user: { _id: id, id, email, role: 'student', phone: '0771234567', profileImage: '' } });
    const [session] = await database.db
      .select()
      .from(sessions)
      .where(eq(sessions.id, hashToken(body.token)));
    expect(session?.lifetimeHours).toBe(720);
  });

  test.each([false, 'false'])('starts a session of 12 hours with rememberMe %j', async (rememberMe) => {
    const { email } = await aStudent(database.db, { passwordHash });
    const { body } = await login({ email, password: PASSWORD, rememberMe });
    const [session] = await database.db
      .select()
      .from(sessions)
      .where(eq(sessions.id, hashToken(body.token)));
    expect(session?.lifetimeHours).toBe(12);
  });

  // spec entities.33
  test('answers an absolute photo URL', async () => {
    const { email } = await aStudent(database.db, { passwordHash, profileImage: '/files/photos/one.svg' });
    expect((await login({ email, password: PASSWORD })).body.user).toMatchObject({ profileImage: 'http://vidya.test/files/photos/one.svg' });
  });

  test('answers an unknown address and a wrong password alike', async () => {
    const { email } = await aStudent(database.db, { passwordHash });
    const apiError = { success: false, message: 'Invalid email or password', code: 'auth.credentials' };
    expect(await login({ email, password: 'wrong horse' })).toMatchObject({ status: 401, body: apiError });
    expect(await login({ email: newEmail(), password: 'x' })).toMatchObject({ status: 401, body: apiError });
  });

  // spec s8-passwords.8
  test('requires the code of an account with a second factor', async () => {
    const person = await aStudent(database.db, { passwordHash });
    const { secret, recoveryCodes } = await anAppOf(database, person, { now: () => new Date(NOW.getTime() - 60_000) });
    const withCode = (otp?: unknown) => login({ email: person.email, password: PASSWORD, otp });
    const required = {
      success: false,
      code: 'auth.second_factor_required',
      message: 'This account signs in with a second step. Please send the code of the authenticator app, or a recovery code, as well.',
      errors: [{ field: 'otp' }],
    };
    for (const otp of [undefined, null, '']) expect(await withCode(otp)).toMatchObject({ status: 401, body: required });
    const code = codeAt(secret, NOW);
    expect(await withCode(code)).toMatchObject({ status: 200, body: { user: { id: person.id } } });
    const apiError = { code: 'auth.second_factor_code', errors: [{ field: 'otp' }] };
    expect(await withCode(code)).toMatchObject({ status: 400, body: apiError });
    expect(await withCode(Number(code))).toMatchObject({ status: 400, body: apiError });
    expect(await withCode(recoveryCodes[0])).toMatchObject({ status: 200 });
    const malformed = { code: 'request.invalid', errors: [{ field: 'otp', message: 'Enter the 6-digit code of your app, or a recovery code' }] };
    expect(await withCode('12345')).toMatchObject({ status: 400, body: malformed });
  });

  // spec errors.17 | C §8 Password reset, D Accounts | A Google account at login is told so | src/server/features/auth/sessions.commands.ts
  test('says so for a Google account', async () => {
    const { email } = await aStudent(database.db);
    const { status, body } = await login({ email, password: PASSWORD });
    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      message: 'This account was created using Google OAuth. Password reset is not available. Please use Continue with Google to sign in.',
      code: 'auth.google_account',
      isGoogleUser: true,
    });
  });

  // spec errors.3 | D Language | A refusal carries `params` beside its English | src/server/core/errors.ts
  // spec errors.16 | D Accounts | A suspended account is told so, after the right password only | src/server/features/auth/sessions.commands.ts
  test('reveals a suspension after the right password only', async () => {
    const { email } = await aStudent(database.db, { passwordHash, status: 'suspended' });
    expect((await login({ email, password: 'wrong horse' })).status).toBe(401);
    const { status, body } = await login({ email, password: PASSWORD });
    expect(status).toBe(403);
    expect(body).toEqual({
      success: false,
      message: 'This account is suspended. Please contact support@vidya.lk.',
      code: 'auth.suspended',
      params: { email: 'support@vidya.lk' },
    });
  });

  test.each([
    ['an empty body', '', EMAIL],
    ['an empty object', {}, EMAIL],
    ['an email that is an object', { email: { $ne: null }, password: 'x' }, EMAIL],
    ['an empty password', { email: 'a@example.com', password: '' }, 'Password must be at least 6 characters'],
    ['a password that is a number', { email: 'a@example.com', password: 123456 }, 'Password must be at least 6 characters'],
  ])('answers 400 with a message for %s', async (_, body, message) => {
    expect(await login(body)).toMatchObject({ status: 400, body: { success: false, message, code: 'request.invalid' } });
  });

  // spec rest-auth.14
  test.each([
    ['half a word', '{"email":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"email"'],
    ['a number', '42'],
    ['HTML', '<html></html>'],
    ['a form', 'email=a%40example.com&password=secret1'],
  ])('rejects %s as a request body', async (_, body) => {
    expect(await login(body)).toMatchObject({ status: 400, body: { success: false, message: 'Invalid request body', code: 'request.body' } });
  });

  test.each(['text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8', 'nonsense', ''])(
    'reads a body of content type %j as JSON',
    async (type) => {
      const { email } = await aStudent(database.db, { passwordHash });
      expect((await login({ email, password: PASSWORD }, { 'Content-Type': type })).status).toBe(200);
    },
  );

  // spec rest-auth.14
  test.each([3, 10])('rejects a body of %d MB', async (megabytes) => {
    const body = { email: 'a@example.com', password: 'p'.repeat(megabytes * 1024 * 1024) };
    const apiError = { success: false, message: 'Request is too large', code: 'request.too_large' };
    expect(await login(body)).toMatchObject({ status: 400, body: apiError });
    const length = String(JSON.stringify(body).length);
    expect(await login(body, { 'Content-Length': length })).toMatchObject({ status: 400, body: apiError });
  });
});
