import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions, users } from '#db/schema/people.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, HOUR, NOW, type User, unique } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';

const database = useDatabase();
const MINUTE = 60_000;

const exists = async ({ id }: User) => (await database.db.select().from(users).where(eq(users.id, id))).length === 1;

async function aSession({ id: userId }: User, origin: 'google' | 'password', agoMs: number): Promise<string> {
  const id = unique('session');
  const createdAt = new Date(NOW.getTime() - agoMs);
  await database.db.insert(sessions).values({ id, userId, origin, createdAt, expiresAt: new Date(NOW.getTime() + HOUR), lifetimeHours: 720 });
  return id;
}

describe('deleting an account with a password', () => {
  // spec leaving.1 | D Accounts | Deleting one's account: the password, or a session that Google began at most 10 minutes ago |
  //   src/server/features/account/account.commands.ts
  test('the password deletes the account', async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    expect(await callerAs(database, person).account.leaving()).toMatchObject({ proof: 'password', isFresh: false });
    await callerAs(database, person).account.leave({ password: PASSWORD });
    expect(await exists(person)).toBe(false);
  });

  // spec leaving.1
  test.each([
    ['a wrong one', 'wrong horse'],
    ['none', undefined],
  ])('the account is kept with %s, and the error is shown at the field', async (_, password) => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    const sessionId = await aSession(person, 'google', 10 * MINUTE + 1);
    await expect(callerAs(database, person, { sessionId }).account.leave({ password })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Current password is incorrect',
      cause: { refusal: { field: 'password' } },
    });
    expect(await exists(person)).toBe(true);
  });

  test('no password is needed within ten minutes of a Google login', async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    const caller = callerAs(database, person, { sessionId: await aSession(person, 'google', MINUTE) });
    expect(await caller.account.leaving()).toMatchObject({ proof: 'password', isFresh: true });
    await caller.account.leave({});
    expect(await exists(person)).toBe(false);
  });

  // spec rest-limits.21
  test('ten attempts are allowed in fifteen minutes, also simultaneously', async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    const guesses = Array.from({ length: 14 }, (_, index) => callerAs(database, person).account.leave({ password: `guess ${index}` }));
    const answers = (await Promise.allSettled(guesses)).map((answer) => (answer.status === 'rejected' ? answer.reason.message : 'gone'));
    expect(answers.filter((message) => message === 'Current password is incorrect')).toHaveLength(10);
    expect(answers.filter((message) => message === 'Too many requests. Please try again later.')).toHaveLength(4);
    await expect(callerAs(database, person).account.leave({ password: PASSWORD })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await exists(person)).toBe(true);
  });
});

describe('deleting an account without a password', () => {
  // spec leaving.1
  test('a Google login in the last ten minutes deletes the account', async () => {
    const person = await aStudent(database.db);
    const caller = callerAs(database, person, { sessionId: await aSession(person, 'google', 10 * MINUTE) });
    expect(await caller.account.leaving()).toMatchObject({ proof: 'google', isFresh: true });
    await caller.account.leave({});
    expect(await exists(person)).toBe(false);
  });

  // spec leaving.1
  test.each<[string, 'google' | 'password', number]>([
    ['a millisecond more than ten minutes after it', 'google', 10 * MINUTE + 1],
    ['in a session that a password began', 'password', MINUTE],
  ])('the user has to log in with Google again %s', async (_, origin, agoMs) => {
    const person = await aStudent(database.db);
    const caller = callerAs(database, person, { sessionId: await aSession(person, origin, agoMs) });
    expect(await caller.account.leaving()).toMatchObject({ proof: 'google', isFresh: false });
    for (const password of [undefined, PASSWORD]) {
      await expect(caller.account.leave({ password })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'Please continue with Google again to confirm that it is you.',
      });
    }
    expect(await exists(person)).toBe(true);
  });

  test('a recent session of somebody else does not count', async () => {
    const person = await aStudent(database.db);
    const sessionId = await aSession(await aStudent(database.db), 'google', MINUTE);
    await expect(callerAs(database, person, { sessionId }).account.leave({})).rejects.toThrow('Please continue with Google again');
  });
});

// spec roles.16
test.each(['leaving', 'leave'] as const)('account.%s needs a session', async (procedure) => {
  const call = procedure === 'leave' ? callerAs(database, null).account.leave({}) : callerAs(database, null).account.leaving();
  await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Authentication required' });
});
