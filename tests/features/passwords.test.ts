import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { passwordResets } from '#db/schema/devices.ts';
import { jobs } from '#db/schema/jobs.ts';
import { sessions, users } from '#db/schema/people.ts';
import { createCaller } from '#server/api/router.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { aReset } from '#tests/support/resets.ts';
import { selectNotifications } from '#tests/support/selects.ts';

const database = useDatabase();
const GOOGLE = 'This account was created using Google OAuth. Password reset is not available. Please use Continue with Google to sign in.';
const MINUTE = 60_000;

const at = (ms: number) => () => new Date(NOW.getTime() + ms);
const visitor = (ms = 0) => callerAs(database, null, { now: at(ms), hasRateLimits: false });
const aPerson = (overrides: object = {}) => aStudent(database.db, { passwordHash: PASSWORD_HASH, ...overrides });
const codeFor = async (person: { id: string; email: string }) => (await aReset(contextAs(database, null), person)).code;
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const sessionFor = (userId: string) => createSessions(database.db).createSession(userId, { isRemembered: true, origin: 'password', userAgent: '' });
const owner = (token: string) => createSessions(database.db).findOwner(token);
const stored = async (id: string) => (await database.db.select().from(users).where(eq(users.id, id)))[0];
/** Calls `interrupt` just after the password was found correct. */
function interrupted(person: Parameters<typeof contextAs>[1], interrupt: () => PromiseLike<unknown>) {
  const ctx = contextAs(database, person, { hasRateLimits: false });
  const verify: typeof ctx.passwords.verify = async (hash, password) => {
    const isRight = await ctx.passwords.verify(hash, password);
    await interrupt();
    return isRight;
  };
  return createCaller({ ...ctx, passwords: { ...ctx.passwords, verify } });
}
const mailsFor = async (email: string) => (await database.db.select().from(jobs)).filter(({ params }) => params.email === email);

// spec states.10 | S2 | A login that a change of password overtakes signs nobody in | src/server/features/auth/sessions.commands.ts
describe('login', () => {
  // spec rest-limits.2 | S2 | A password that is replaced while it is being checked proves nothing: to login, register, change of email, leaving |
  //   src/server/features/auth/sessions.commands.ts
  test('a password that changes while it is checked does not log in', async () => {
    const person = await aPerson();
    const code = await codeFor(person);
    const slow = interrupted(null, () => visitor().auth.resetPassword({ email: person.email, code, password: 'battery staple' }));
    await expect(slow.auth.login({ email: person.email, password: PASSWORD })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Invalid email or password',
    });
    expect(await database.db.$count(sessions, eq(sessions.userId, person.id))).toBe(0);
  });

  test('an account deleted while its password is checked does not log in', async () => {
    const person = await aPerson();
    const slow = interrupted(null, () => database.db.delete(users).where(eq(users.id, person.id)));
    await expect(slow.auth.login({ email: person.email, password: PASSWORD })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('forgotPassword', () => {
  // spec states.18 | D Accounts, R §4.1 7 | An unknown address gets the same answer after the same work, and no mail |
  //   src/server/features/auth/passwords.commands.ts
  test('a known and an unknown address get the same response after the same work: one queued mail', async () => {
    const person = await aPerson();
    for (const email of [person.email, 'nobody.at.all@example.com']) {
      expect(await visitor().auth.forgotPassword({ email })).toEqual({
        message: 'If there is an account with this address, a 6-digit code is on its way to it.',
        email,
        requestId: expect.stringMatching(/^[\w-]{43}$/),
      });
      expect(await mailsFor(email)).toMatchObject([{ kind: 'mail.send', params: { mail: 'password_reset', email } }]);
    }
  });

  // spec errors.18 | C §8 Password reset | A Google account at forgot, reset and change of the password is told so |
  //   src/server/features/auth/passwords.commands.ts
  test('an account created with Google gets a mail that says so', async () => {
    const { email } = await aPerson({ passwordHash: null });
    await expect(visitor().auth.forgotPassword({ email })).rejects.toMatchObject({ code: 'BAD_REQUEST', message: GOOGLE });
  });

  // spec rest-limits.9 | R §2.12 | Forgot password: once in 30 s and 5 an hour per email | src/shared/vocabulary/limits.ts
  test('an address can be used once in 30 s and five times an hour, whether it is known or not', async () => {
    const ask = (ms: number) => callerAs(database, null, { now: at(ms) }).auth.forgotPassword({ email: 'hasty@example.com' });
    await ask(0);
    await expect(ask(29_999)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please try again later.' });
    for (const ms of [30_000, 60_000, 90_000, 120_000]) await ask(ms);
    await expect(ask(150_000)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await ask(3_600_000);
  });
});

describe('resetPassword', () => {
  // spec states.19 | R §4.1 8 | A reset proves the address | src/server/features/auth/passwords.commands.ts
  // spec states.8, mail.11
  test('the mailed code sets a new password, confirms the address, ends every session and reports the change', async () => {
    const person = await aPerson();
    const token = await sessionFor(person.id);
    const code = await codeFor(person);
    expect(await visitor().auth.resetPassword({ email: person.email.toUpperCase(), code, password: 'battery staple' })).toEqual({
      message: 'Password reset successful. Please login with your new password.',
    });
    expect((await stored(person.id))?.emailVerifiedAt).toEqual(NOW);
    expect(await owner(token)).toBeNull();
    expect(await visitor().auth.login({ email: person.email, password: 'battery staple' })).toMatchObject({ user: { id: person.id } });
    await expect(visitor().auth.login({ email: person.email, password: PASSWORD })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const [notice] = await selectNotifications(database, person.id);
    expect(notice).toMatchObject({ kind: 'account.password_changed', title: 'Password Changed', type: 'warning', category: 'system', action: null });
  });

  // spec states.16 | P §4 Password reset, D Accounts | Password reset: a 6-digit code, hashed, 10 minutes, single use | src/server/core/mailed-links.ts
  test('a code works once', async () => {
    const person = await aPerson();
    const code = await codeFor(person);
    const use = () => visitor().auth.resetPassword({ email: person.email, code, password: 'battery staple' });
    const outcomes = await Promise.allSettled([use(), use()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(use()).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid or expired code' });
  });

  // spec states.16
  test('a code lasts ten minutes', async () => {
    const person = await aPerson();
    const code = await codeFor(person);
    const use = (ms: number) => visitor(ms).auth.resetPassword({ email: person.email, code, password: 'battery staple' });
    await expect(use(10 * MINUTE)).rejects.toMatchObject({ message: 'Invalid or expired code' });
    await use(10 * MINUTE - 1);
  });

  // spec states.17 | D Accounts | Five tries, also when made at once; a new code voids the one before | src/server/core/mailed-links.ts
  test('the fifth attempt may be right, and after five wrong ones none is', async () => {
    for (const [wrong, isOpen] of [
      [4, true],
      [5, false],
    ] as const) {
      const person = await aPerson();
      const code = await codeFor(person);
      const use = (typed: string) => visitor().auth.resetPassword({ email: person.email, code: typed, password: 'battery staple' });
      for (let index = 0; index < wrong; index += 1) await expect(use(another(code))).rejects.toMatchObject({ message: 'Invalid or expired code' });
      if (isOpen) await use(code);
      else await expect(use(code)).rejects.toMatchObject({ message: 'Invalid or expired code' });
    }
  });

  // spec states.17
  test('simultaneous attempts are counted like consecutive ones', async () => {
    const person = await aPerson();
    const code = await codeFor(person);
    const use = (typed: string) => visitor().auth.resetPassword({ email: person.email, code: typed, password: 'battery staple' });
    await Promise.allSettled(Array.from({ length: 30 }, () => use(another(code))));
    const [row] = await database.db.select().from(passwordResets).where(eq(passwordResets.userId, person.id));
    expect(row?.tries).toBe(5);
    await expect(use(code)).rejects.toMatchObject({ message: 'Invalid or expired code' });
  });

  // spec states.17
  test('a new code invalidates the previous one, and has its own attempts', async () => {
    const person = await aPerson();
    const first = await codeFor(person);
    const second = await codeFor(person);
    const use = (code: string) => visitor().auth.resetPassword({ email: person.email, code, password: 'battery staple' });
    if (first !== second) await expect(use(first)).rejects.toMatchObject({ message: 'Invalid or expired code' });
    await use(second);
  });

  // spec errors.23
  test("an unknown address and somebody else's code count as wrong codes", async () => {
    const [first, other] = [await aPerson(), await aPerson()];
    const code = await codeFor(first);
    for (const email of ['nobody.here@example.com', other.email]) {
      await expect(visitor().auth.resetPassword({ email, code, password: 'battery staple' })).rejects.toMatchObject({
        message: 'Invalid or expired code',
      });
    }
  });

  test('a code mailed to a former address of the account is invalid', async () => {
    const person = await aPerson();
    const code = await codeFor(person);
    await database.db
      .update(users)
      .set({ email: `moved.${person.email}` })
      .where(eq(users.id, person.id));
    await expect(visitor().auth.resetPassword({ email: `moved.${person.email}`, code, password: 'battery staple' })).rejects.toMatchObject({
      message: 'Invalid or expired code',
    });
  });

  // spec states.16
  test('only a keyed hash of the code is stored', async () => {
    const person = await aPerson();
    const code = await codeFor(person);
    const [row] = await database.db.select().from(passwordResets).where(eq(passwordResets.userId, person.id));
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(row)).not.toContain(code);
  });

  // spec validation.6
  test.each([
    ['12345', 'secret1', 'Enter the 6-digit code'],
    ['12345a', 'secret1', 'Enter the 6-digit code'],
    ['123456', 'short', 'Password must be at least 6 characters'],
  ])('the code %s with the password %s is refused: %s', async (code, password, message) => {
    await expect(visitor().auth.resetPassword({ email: 'a@example.com', code, password })).rejects.toThrow(message);
  });
});

describe('a pending change of address', () => {
  const move = async () => {
    const pendingEmail = `thief.${Math.random().toString(36).slice(2)}@example.com`;
    const person = await aPerson({ pendingEmail });
    const token = await createMailedLink(contextAs(database, null), { userId: person.id, purpose: 'email_change', email: pendingEmail });
    return { person, token };
  };
  const LINK = { code: 'BAD_REQUEST', message: 'Invalid or expired link' };

  // spec rest-limits.1 | S2 | An address that the account was to move to is given up with a new password, by reset or change |
  //   src/server/features/auth/passwords.commands.ts
  test('a reset cancels it, as somebody else may have requested it', async () => {
    const { person, token } = await move();
    await visitor().auth.resetPassword({ email: person.email, code: await codeFor(person), password: 'battery staple' });
    await expect(visitor().auth.verifyEmail({ token })).rejects.toMatchObject(LINK);
    expect(await stored(person.id)).toMatchObject({ email: person.email, pendingEmail: null });
  });

  // spec rest-limits.1
  test('a new password cancels it', async () => {
    const { person, token } = await move();
    await callerAs(database, person).auth.changePassword({ currentPassword: PASSWORD, newPassword: 'battery staple' });
    await expect(visitor().auth.verifyEmail({ token })).rejects.toMatchObject(LINK);
    expect(await stored(person.id)).toMatchObject({ email: person.email, pendingEmail: null });
  });

  // spec rest-limits.2
  test.each(['changeEmail', 'leave'] as const)('a password that is replaced while it is checked is not accepted by %s', async (call) => {
    const person = await aPerson();
    const code = await codeFor(person);
    const slow = interrupted(person, () => visitor().auth.resetPassword({ email: person.email, code, password: 'battery staple' }));
    const tried =
      call === 'leave' ? slow.account.leave({ password: PASSWORD }) : slow.auth.changeEmail({ email: 'thief@example.com', password: PASSWORD });
    await expect(tried).rejects.toThrow();
    expect(await stored(person.id)).toMatchObject({ email: person.email, pendingEmail: null });
  });
});

describe('changePassword', () => {
  // spec states.8 | D Accounts | A change or reset of the password ends all other sessions | src/server/features/auth/passwords.commands.ts
  test('every other session ends and this one stays', async () => {
    const person = await aPerson();
    const [currentToken, otherToken] = [await sessionFor(person.id), await sessionFor(person.id)];
    const { sessionId = '' } = (await owner(currentToken)) ?? {};
    const api = callerAs(database, person, { sessionId });
    expect(await api.auth.changePassword({ currentPassword: PASSWORD, newPassword: 'battery staple' })).toEqual({
      message: 'Password changed successfully',
    });
    expect(await owner(currentToken)).toMatchObject({ userId: person.id });
    expect(await owner(otherToken)).toBeNull();
    expect(await database.db.$count(sessions, eq(sessions.userId, person.id))).toBe(1);
    expect(await visitor().auth.login({ email: person.email, password: 'battery staple' })).toMatchObject({ user: { id: person.id } });
    expect(await mailsOf(person.id)).toEqual(['password_changed']);
  });

  test('a wrong current password changes nothing and is reported at its field', async () => {
    const person = await aPerson();
    const change = callerAs(database, person).auth.changePassword({ currentPassword: 'wrong horse', newPassword: 'battery staple' });
    await expect(change).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Current password is incorrect',
      cause: { refusal: { field: 'currentPassword' } },
    });
    expect((await stored(person.id))?.passwordHash).toBe(PASSWORD_HASH);
  });

  // spec rest-limits.21 | S2 | Guesses at the own password: 10 wrong ones in 15 minutes, whatever is asked with them |
  //   src/server/features/auth/passwords.router.ts
  test('only wrong passwords count, ten in fifteen minutes', async () => {
    const person = await aPerson();
    const change = (currentPassword: string, ms = 0) =>
      callerAs(database, person, { now: at(ms) }).auth.changePassword({ currentPassword, newPassword: PASSWORD });
    for (let index = 0; index < 3; index += 1) await change(PASSWORD);
    for (let index = 0; index < 10; index += 1) await expect(change('wrong horse')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(change(PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await change(PASSWORD, 15 * MINUTE);
  });

  // spec errors.18
  test('an account created with Google has no password to change', async () => {
    const person = await aPerson({ passwordHash: null });
    const change = callerAs(database, person).auth.changePassword({ currentPassword: 'anything', newPassword: 'battery staple' });
    await expect(change).rejects.toMatchObject({ code: 'BAD_REQUEST', message: GOOGLE });
  });

  test('of two simultaneous changes with the same current password, one succeeds', async () => {
    const person = await aPerson();
    const change = (newPassword: string) => callerAs(database, person).auth.changePassword({ currentPassword: PASSWORD, newPassword });
    const outcomes = await Promise.allSettled([change('battery one'), change('battery two')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('a visitor has to log in', async () => {
    await expect(visitor().auth.changePassword({ currentPassword: 'a', newPassword: 'battery staple' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Authentication required',
    });
  });
});

async function mailsOf(userId: string): Promise<unknown[]> {
  return (await database.db.select().from(jobs)).filter(({ params }) => params.userId === userId).map(({ params }) => params.mail);
}
