import { beforeAll, describe, expect, test } from 'vitest';
import { NO_CLIENT } from '#server/core/context.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, type User } from '#tests/support/factories.ts';
import { aReset } from '#tests/support/resets.ts';
import { useRest } from './app.ts';
import { EMAIL, newEmail, PASSWORD_SHORT, WRONG_EMAILS } from './wrong-details.ts';

const database = useDatabase();
const rest = useRest(database);
const PASSWORD = 'correct horse';
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await createPasswords().hash(PASSWORD);
});

type Answer = { message: string; token: string; user: Record<string, unknown> };
const post = (call: string, body: unknown, as?: string) => rest.call<Answer>('POST', `/api/auth/${call}`, { body, as });

describe('POST /api/auth/reset-password', () => {
  const issue = async (user: User) => (await aReset(contextAs(database, null, { client: NO_CLIENT }), user)).code;

  /** A person whose code begins with a zero, which a number cannot. */
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
  ])('accepts the code as %s', async (_, spelled) => {
    const { user, otp } = await aPersonWithZero();
    const sent = { email: ` ${user.email.toUpperCase()} `, otp: spelled(otp), password: '  new one ' };
    expect(await post('reset-password', sent)).toMatchObject({
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
    ...WRONG_EMAILS.map((email): [object, string] => [{ email }, EMAIL]),
    ...[undefined, null, '', '12345'].map((password): [object, string] => [{ password }, PASSWORD_SHORT]),
  ])('rejects %j: %s', async (sent, message) => {
    const body = { email: newEmail(), otp: '123456', password: 'battery staple', ...sent };
    expect(await post('reset-password', body)).toMatchObject({ status: 400, body: { message, isGoogleUser: false } });
  });
});

describe('POST /api/auth/forgot-password', () => {
  test.each(WRONG_EMAILS)('rejects the email address %j', async (email) => {
    expect(await post('forgot-password', { email })).toMatchObject({ status: 400, body: { message: EMAIL, isGoogleUser: false } });
  });

  // spec rest-input.4
  test('accepts an email address in any case', async () => {
    const email = newEmail();
    expect(await post('forgot-password', { email: ` ${email.toUpperCase()} ` })).toMatchObject({ status: 200, body: { success: true, email } });
  });
});
