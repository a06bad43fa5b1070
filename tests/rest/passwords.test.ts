import { beforeAll, describe, expect, test } from 'vitest';
import { NO_CLIENT } from '#server/core/context.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import { createSigner } from '#server/infra/app-secret.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { contextAs, SECRET } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW, unique } from '#tests/support/factories.ts';
import { aReset } from '#tests/support/resets.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const GOOGLE = 'This account was created using Google OAuth. Password reset is not available. Please use Continue with Google to sign in.';
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await createPasswords().hash('correct horse');
});

const aPerson = (overrides: object = {}) => aStudent(database.db, { passwordHash, ...overrides });
const newEmail = () => `${unique('somebody').replace(' ', '.')}@example.com`;
const post = (path: string, body: unknown, as?: string) => rest.call('POST', `/api/auth/${path}`, { body, as });
const signer = createSigner(SECRET);
const secretFor = (purpose: 'email_confirmation', { id, email }: { id: string; email: string }) =>
  createMailedLink({ db: database.db, now: () => NOW, signer }, { userId: id, email, purpose });
const apiError = (message: string, isGoogleUser: boolean) => ({ status: 400, body: { success: false, message, isGoogleUser } });

// spec rest-auth.9 | C §7, R §4.1 7 | POST /api/auth/forgot-password; errors carry isGoogleUser | src/server/rest/account.ts
describe('POST /api/auth/forgot-password', () => {
  test('answers a known and an unknown address alike', async () => {
    const { email } = await aPerson();
    for (const address of [email, newEmail()]) {
      expect(await post('forgot-password', { email: address })).toMatchObject({
        status: 200,
        body: { success: true, message: 'If there is an account with this address, a 6-digit code is on its way to it.', email: address },
      });
    }
  });

  test('answers isGoogleUser with every error', async () => {
    const { email } = await aPerson({ passwordHash: null });
    expect(await post('forgot-password', { email: 'no address' })).toMatchObject(apiError('Please enter a valid email address', false));
    expect(await post('forgot-password', {})).toMatchObject(apiError('Please enter a valid email address', false));
    expect(await post('forgot-password', [])).toMatchObject(apiError('Invalid request body', false));
    expect(await post('forgot-password', { email })).toMatchObject(apiError(GOOGLE, true));
  });

  test('answers 429 with Retry-After beyond the limit', async () => {
    const email = newEmail();
    await post('forgot-password', { email });
    const repeated = await post('forgot-password', { email });
    expect(repeated).toMatchObject({ status: 429, body: { message: 'Too many requests. Please try again later.', isGoogleUser: false } });
    expect(repeated.headers.get('retry-after')).toBe('30');
  });
});

// spec rest-auth.10 | C §7, R §4.1 8 | POST /api/auth/reset-password; the code as text or as a number | src/server/rest/wire/auth.ts
describe('POST /api/auth/reset-password', () => {
  test('accepts the code as text, and as a number without its leading zeros', async () => {
    for (const sentAs of [String, Number]) {
      const person = await aPerson();
      const otp = sentAs((await aReset(contextAs(database, null, { client: NO_CLIENT }), person)).code);
      expect(await post('reset-password', { email: person.email, otp, password: 'battery staple' })).toMatchObject({
        status: 200,
        body: { success: true, message: 'Password reset successful. Please login with your new password.' },
      });
    }
  });

  test('rejects each invalid field with its message', async () => {
    const google = await aPerson({ passwordHash: null });
    const input = { email: newEmail(), otp: '123456', password: 'secret1' };
    expect(await post('reset-password', input)).toMatchObject(apiError('Invalid or expired code', false));
    expect(await post('reset-password', { ...input, otp: '12 456' })).toMatchObject(apiError('Enter the 6-digit code', false));
    expect(await post('reset-password', { ...input, otp: undefined })).toMatchObject(apiError('Enter the 6-digit code', false));
    expect(await post('reset-password', { ...input, password: '12345' })).toMatchObject(apiError('Password must be at least 6 characters', false));
    expect(await post('reset-password', { ...input, email: google.email })).toMatchObject(apiError(GOOGLE, true));
  });
});

describe('a common password', () => {
  const WEAK = [
    ['sunshine', 'auth.password_common', 'student'],
    ['sunethra!', 'auth.password_personal', 'student'],
    ['rainy-days1', 'auth.password_admin', 'admin'],
  ] as const;

  test.each(WEAK)('is rejected by a reset: %s', async (password, code, role) => {
    const person = await aPerson({ name: 'Sunethra', role });
    const otp = (await aReset(contextAs(database, null, { client: NO_CLIENT }), person)).code;
    const answer = await post('reset-password', { email: person.email, otp, password });
    expect(answer).toMatchObject({ status: 400, body: { code, isGoogleUser: false, errors: [{ field: 'password' }] } });
  });

  test.each(WEAK)('is rejected by a change: %s', async (newPassword, code, role) => {
    const person = await aPerson({ name: 'Sunethra', role });
    const answer = await post('change-password', { currentPassword: 'correct horse', newPassword }, await rest.tokenOf(person));
    expect(answer).toMatchObject({ status: 400, body: { code, errors: [{ field: 'newPassword' }] } });
  });
});

// spec rest-auth.11 | R §8 | POST /api/auth/change-password | src/server/rest/account.ts
describe('POST /api/auth/change-password', () => {
  test('ends the other sessions and keeps this one', async () => {
    const person = await aPerson();
    const [currentToken, otherToken] = [await rest.tokenOf(person), await rest.tokenOf(person)];
    const changed = await post('change-password', { currentPassword: 'correct horse', newPassword: 'battery staple' }, currentToken);
    expect(changed).toMatchObject({ status: 200, body: { success: true, message: 'Password changed successfully' } });
    expect((await rest.get('/api/auth/me', currentToken)).status).toBe(200);
    expect((await rest.get('/api/auth/me', otherToken)).status).toBe(401);
  });

  test('rejects a wrong password, a short one, and a Google account', async () => {
    const [person, google] = [await aPerson(), await aPerson({ passwordHash: null })];
    const [token, other] = [await rest.tokenOf(person), await rest.tokenOf(google)];
    const input = { currentPassword: 'correct horse', newPassword: 'battery staple' };
    expect(await post('change-password', { ...input, currentPassword: 'wrong' }, token)).toMatchObject({
      status: 400,
      body: { message: 'Current password is incorrect', errors: [{ field: 'currentPassword', message: 'Current password is incorrect' }] },
    });
    expect(await post('change-password', { ...input, newPassword: '12345' }, token)).toMatchObject({
      status: 400,
      body: { message: 'Password must be at least 6 characters' },
    });
    expect(await post('change-password', input, other)).toMatchObject(apiError(GOOGLE, true));
    expect((await post('change-password', input)).status).toBe(401);
  });
});

describe('POST /api/auth/verify-email', () => {
  // spec rest-auth.12 | R §8 | POST /api/auth/verify-email and resend-verification | src/server/rest/account.ts
  test('confirms the address, also a second time', async () => {
    const person = await aPerson({ emailVerifiedAt: null });
    const token = await secretFor('email_confirmation', person);
    const own = await rest.tokenOf(person);
    for (let index = 0; index < 2; index += 1)
      expect(await post('verify-email', { token }, own)).toMatchObject({ status: 200, body: { success: true } });
    const { body } = await rest.get('/api/auth/me', own);
    expect(body).toMatchObject({ user: { emailVerified: true } });
  });

  test('requires the password without a session of the account', async () => {
    const person = await aPerson({ emailVerifiedAt: null });
    const token = await secretFor('email_confirmation', person);
    const other = await rest.tokenOf(await aPerson());
    const apiError = { success: false, code: 'auth.link_password_required', message: expect.stringContaining('enter the password of the account') };
    for (const bearer of [undefined, other]) expect(await post('verify-email', { token }, bearer)).toMatchObject({ status: 403, body: apiError });
    const invalid = { code: 'auth.current_password', errors: [{ field: 'password', message: 'Current password is incorrect' }] };
    expect(await post('verify-email', { token, password: 'wrong' })).toMatchObject({ status: 400, body: invalid });
    expect(await post('verify-email', { token, password: 'correct horse' })).toMatchObject({ status: 200, body: { success: true } });
  });

  test('counts wrong passwords', async () => {
    const person = await aPerson({ emailVerifiedAt: null });
    const token = await secretFor('email_confirmation', person);
    for (let index = 0; index < 10; index += 1) await post('verify-email', { token, password: 'wrong' });
    expect(await post('verify-email', { token, password: 'correct horse' })).toMatchObject({ status: 429, body: { code: 'request.limited' } });
  });

  test.each([{ token: 'nothing' }, { token: 5 }, {}])('rejects %j', async (input) => {
    expect(await post('verify-email', input)).toMatchObject({ status: 400, body: { message: 'Invalid or expired link' } });
  });
});

describe('POST /api/auth/resend-verification', () => {
  // spec rest-auth.12
  test('answers 200 whether or not the address is confirmed', async () => {
    for (const emailVerifiedAt of [null, NOW]) {
      const token = await rest.tokenOf(await aPerson({ emailVerifiedAt }));
      expect(await post('resend-verification', undefined, token)).toMatchObject({ status: 200, body: { success: true } });
    }
    expect((await post('resend-verification', undefined)).status).toBe(401);
  });
});
