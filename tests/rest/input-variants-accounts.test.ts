import { beforeAll, describe, expect, test } from 'vitest';
import { oauthAccounts } from '#db/schema/people.ts';
import { NO_CLIENT } from '#server/core/context.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aUser, NOW, type User, unique } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { aReset } from '#tests/support/resets.ts';
import { SITE, useRest } from './app.ts';
import { newEmail } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const PASSWORD = 'correct horse';
const EMAIL = 'Please enter a valid email address';
const PASSWORD_SHORT = 'Password must be at least 6 characters';
const INVALID_EMAILS = [undefined, null, '', '  ', 'nobody', 'nobody@', '@example.com', 'a b@example.com', 7, {}, ['a@example.com']];
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await createPasswords().hash(PASSWORD);
});

type Answer = { message: string; token: string; user: Record<string, unknown> };
const post = (call: string, body: unknown, as?: string) => rest.call<Answer>('POST', `/api/auth/${call}`, { body, as });
const NAME = 'Name must be at least 2 characters';
const ROLE = 'Please select whether you want to join as a Student or Tutor';
const PHONE = 'Phone number must be 10 digits';

describe('POST /api/auth/login', () => {
  test.each([(email: string) => email, (email: string) => ` ${email} `, (email: string) => email.toUpperCase()])(
    'accepts the email address as %s',
    async (spelling) => {
      const { email } = await aStudent(database.db, { passwordHash });
      expect(await post('login', { email: spelling(email), password: PASSWORD })).toMatchObject({ status: 200, body: { user: { email } } });
    },
  );

  // spec rest-input.2 | R §6.1, §6.5 | Login and registration: address, password, rememberMe, role, phone | src/server/rest/wire/auth.ts
  test.each([
    [undefined, 30 * 24],
    [null, 30 * 24],
    ['', 30 * 24],
    [true, 30 * 24],
    ['true', 30 * 24],
    [false, 12],
    ['false', 12],
    [' FALSE ', 12],
  ])('with rememberMe %j starts a session of %d hours', async (rememberMe, hours) => {
    const { id, email } = await aStudent(database.db, { passwordHash });
    expect((await post('login', { email, password: PASSWORD, rememberMe })).status).toBe(200);
    const [session] =
      await database.sql`select extract(epoch from expires_at - ${NOW.toISOString()}::timestamptz) / 3600 as hours from sessions where user_id = ${id}`;
    expect(Math.round(Number(session?.hours))).toBe(hours);
  });

  // spec rest-input.2
  test.each(INVALID_EMAILS)('rejects the email address %j', async (email) => {
    expect(await post('login', { email, password: PASSWORD })).toMatchObject({ status: 400, body: { message: EMAIL } });
  });

  // spec rest-input.2
  test.each([
    [undefined, 400, PASSWORD_SHORT],
    [null, 400, PASSWORD_SHORT],
    ['', 400, PASSWORD_SHORT],
    [7, 400, PASSWORD_SHORT],
    ['abc', 401, 'Invalid email or password'],
    [' ', 401, 'Invalid email or password'],
    [` ${PASSWORD}`, 401, 'Invalid email or password'],
  ])('answers the password %j with %d', async (password, status, message) => {
    const { email } = await aStudent(database.db, { passwordHash });
    expect(await post('login', { email, password })).toMatchObject({ status, body: { success: false, message } });
    expect((await post('login', { email: newEmail(), password })).status).toBe(status);
  });

  // spec rest.25 | R §2.5 | `errors` names each wrong field once, with its first message | src/server/core/errors.ts
  test('names a field once that is wrong in two ways', async () => {
    expect(await post('login', { email: newEmail(), password: [] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password', message: 'Password must be at least 6 characters' }] },
    });
  });
});

// spec rest-input.2
describe('POST /api/auth/register', () => {
  const register = (overrides: object) =>
    post('register', { name: 'Nimal Perera', email: newEmail(), password: 'battery staple', role: 'student', ...overrides });

  test.each<[object, object]>([
    [{}, { phone: '', role: 'student' }],
    [{ phone: null }, { phone: '' }],
    [{ phone: '' }, { phone: '' }],
    [{ phone: '  ' }, { phone: '' }],
    [{ phone: ' 0771234567 ' }, { phone: '0771234567' }],
    [{ role: 'tutor' }, { role: 'tutor' }],
    [{ confirmPassword: 'another', agreeToTerms: false }, { role: 'student' }],
    [{ name: ' Al ' }, { name: 'Al' }],
    [{ password: 'sixsix' }, { role: 'student' }],
    [
      { emailVerified: true, status: 'suspended', id: 'x', socialProvider: 'google' },
      { emailVerified: false, socialProvider: null },
    ],
  ])('accepts %j', async (input, expected) => {
    const { status, body } = await register(input);
    expect([status, body.user]).toMatchObject([201, expected]);
    expect((await rest.get('/api/auth/me', body.token)).status).toBe(200);
  });

  const invalid = (field: string, message: string, ...values: unknown[]): [object, string][] => values.map((value) => [{ [field]: value }, message]);
  test.each<[object, string]>([
    ...invalid('name', NAME, undefined, null, '', ' ', 'N', ' N ', 7, {}),
    ...invalid('email', EMAIL, ...INVALID_EMAILS),
    ...invalid('password', PASSWORD_SHORT, undefined, null, '', '12345', 123456, {}),
    ...invalid('role', ROLE, undefined, null, '', 'admin', 'Admin', 'parent', 7, ['student']),
    ...invalid('phone', PHONE, '077123456', '07712345678', '077123456x', '+9477123456', 771234567, 7712345678, true, {}),
  ])('rejects %j: %s', async (input, message) => {
    expect(await register(input)).toMatchObject({ status: 400, body: { success: false, message } });
  });
});

describe('PUT /api/auth/me', () => {
  const addressOf = (path: string) => `${SITE}/files/${path}`;
  const change = (user: User, body: object) => rest.tokenOf(user).then((as) => rest.call<Answer>('PUT', '/api/auth/me', { as, body }));

  test.each<[object, object]>([
    [{ phone: null }, { phone: '' }],
    [{ phone: '' }, { phone: '' }],
    [{ name: null }, {}],
    [{ profileImage: null }, { profileImage: '' }],
    [
      { email: 'other@example.com', role: 'admin', password: 'x', emailVerified: true, _id: 'x' },
      { role: 'student', emailVerified: false },
    ],
  ])('accepts %j', async (input, expected) => {
    const user = await aStudent(database.db);
    const { status, body } = await change(user, input);
    expect([status, body.user]).toMatchObject([200, { name: user.name, email: user.email, ...expected }]);
  });

  // spec rest-input.3 | R §4.1 4 | The own details, with an own photo by its address only | src/server/rest/account.ts
  test('accepts an own photo by URL or path, also as it was answered', async () => {
    const user = await aStudent(database.db);
    const { path } = await anUpload(database.db, user, 'photo');
    for (const profileImage of [addressOf(path), `/files/${path}`, ` /files/${path} `, addressOf(path)]) {
      expect((await change(user, { profileImage })).body.user).toMatchObject({ profileImage: addressOf(path) });
    }
    expect((await change(user, { profileImage: '' })).body.user).toMatchObject({ profileImage: '' });
  });

  // spec rest-input.3
  test("rejects a foreign URL, another user's photo and an own document", async () => {
    const user = await aStudent(database.db);
    const otherPhoto = await anUpload(database.db, await aUser(database.db), 'photo');
    const document = await anUpload(database.db, user);
    for (const profileImage of [
      'https://elsewhere.example/me.jpg',
      'me',
      '/files/photos/none.webp',
      addressOf(otherPhoto.path),
      addressOf(document.path),
      7,
    ]) {
      const answer = await change(user, { profileImage });
      expect({ profileImage, status: answer.status, body: answer.body }).toMatchObject({
        status: 400,
        body: { message: 'Invalid profile image URL' },
      });
    }
  });

  test.each<[object, string]>([
    [{ name: '' }, NAME],
    [{ name: 'N' }, NAME],
    [{ name: 7 }, NAME],
    [{ phone: '077' }, PHONE],
    [{ phone: 771234567 }, PHONE],
  ])('rejects %j: %s', async (input, message) => {
    expect(await change(await aStudent(database.db), input)).toMatchObject({ status: 400, body: { message } });
  });
});

// spec rest-input.2
describe('PUT /api/auth/google/update-role', () => {
  async function choose(body: object) {
    const user = await aUser(database.db, { role: null, emailVerifiedAt: NOW });
    await database.db.insert(oauthAccounts).values({ provider: 'google', providerUserId: unique('google'), userId: user.id });
    return rest.call<Answer>('PUT', '/api/auth/google/update-role', { as: await rest.tokenOf(user), body });
  }
  test.each<[object, object]>([
    [{ role: 'student' }, { role: 'student', phone: '' }],
    [
      { role: 'tutor', phone: null },
      { role: 'tutor', phone: '' },
    ],
    [
      { role: ' tutor ', phone: ' 0771234567 ' },
      { role: 'tutor', phone: '0771234567' },
    ],
  ])('accepts %j', async (input, expected) => {
    expect(await choose(input)).toMatchObject({ status: 200, body: { user: expected } });
  });
  test.each<[object, string]>([
    [{}, ROLE],
    [{ role: 'admin' }, ROLE],
    [{ role: 'student', phone: '077' }, PHONE],
    [{ role: 'student', phone: 771234567 }, PHONE],
  ])('rejects %j: %s', async (input, message) => {
    expect(await choose(input)).toMatchObject({ status: 400, body: { message } });
  });
});

describe('POST /api/auth/reset-password', () => {
  const issue = async (user: User) => (await aReset(contextAs(database, null, { client: NO_CLIENT }), user)).code;

  /** Sent as a number, the code loses its leading zero. */
  async function aPersonWithZero() {
    const user = await aStudent(database.db, { passwordHash });
    for (;;) {
      const otp = await issue(user);
      if (otp.startsWith('0')) return { user, otp };
    }
  }

  // spec rest-input.4 | R §4.1 7 8, §6.5 | A reset code as text or number, padded; addresses in any spelling | src/server/rest/wire/auth.ts
  test.each<[string, (otp: string) => unknown]>([
    ['a text', (otp) => otp],
    ['a text with blanks', (otp) => ` ${otp} `],
    ['a number that has lost its zeros', Number],
  ])('accepts the code as %s', async (_, spelling) => {
    const { user, otp } = await aPersonWithZero();
    const input = { email: ` ${user.email.toUpperCase()} `, otp: spelling(otp), password: '  new one ' };
    expect(await post('reset-password', input)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Password reset successful. Please login with your new password.' },
    });
    expect((await post('login', { email: user.email, password: '  new one ' })).status).toBe(200);
  });

  // spec rest-input.4
  test.each<[unknown, string]>([
    ...[undefined, null, '', '12345', '1234567', '12345a', 1234567, 1.5, -1, true, {}].map((otp): [unknown, string] => [
      otp,
      'Enter the 6-digit code',
    ]),
    ['000000', 'Invalid or expired code'],
    [0, 'Invalid or expired code'],
  ])('rejects the code %j: %s', async (otp, message) => {
    const user = await aStudent(database.db, { passwordHash });
    await issue(user);
    for (const email of [user.email, newEmail()]) {
      expect(await post('reset-password', { email, otp, password: 'battery staple' })).toMatchObject({
        status: 400,
        body: { success: false, message, isGoogleUser: false },
      });
    }
  });

  test.each<[object, string]>([
    ...INVALID_EMAILS.map((email): [object, string] => [{ email }, EMAIL]),
    ...[undefined, null, '', '12345'].map((password): [object, string] => [{ password }, PASSWORD_SHORT]),
  ])('rejects %j: %s', async (input, message) => {
    const body = { email: newEmail(), otp: '123456', password: 'battery staple', ...input };
    expect(await post('reset-password', body)).toMatchObject({ status: 400, body: { message, isGoogleUser: false } });
  });
});

describe('POST /api/auth/forgot-password', () => {
  test.each(INVALID_EMAILS)('rejects the email address %j', async (email) => {
    expect(await post('forgot-password', { email })).toMatchObject({ status: 400, body: { message: EMAIL, isGoogleUser: false } });
  });

  // spec rest-input.4
  test('accepts an email address in any case', async () => {
    const email = newEmail();
    expect(await post('forgot-password', { email: ` ${email.toUpperCase()} ` })).toMatchObject({ status: 200, body: { success: true, email } });
  });
});
