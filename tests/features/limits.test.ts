import { createHash } from 'node:crypto';
import { like } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect } from '#db/client.ts';
import { limits } from '#db/schema/access.ts';
import { createCaller } from '#server/api/router.ts';
import { NO_CLIENT } from '#server/core/context.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { DomainError } from '#shared/errors.ts';
import { type CallerOptions, callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW, type User, unique } from '#tests/support/factories.ts';
import { fakeGoogle, GOOGLE_ANSWER } from '#tests/support/google.ts';

const database = useDatabase();
const PASSWORD = 'a good password';
const MINUTE = 60_000;
const LIMITED = { code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please try again later.' };
const WRONG = { code: 'UNAUTHORIZED', message: 'Invalid email or password' };

let passwordHash: string;
let person: User;

beforeAll(async () => {
  passwordHash = await createPasswords().hash(PASSWORD);
});
beforeEach(async () => {
  person = await aStudent(database.db, { passwordHash });
});

const at = (ms: number) => ({ now: () => new Date(NOW.getTime() + ms) });
const login = (password: string, options: CallerOptions = {}, email = person.email) =>
  callerAs(database, null, options).auth.login({ email, password });
const outcomes = async (calls: readonly Promise<unknown>[]) => {
  const settled = await Promise.allSettled(calls);
  const codes = settled.map((result) => (result.status === 'fulfilled' ? 'ok' : result.reason.code));
  return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((other) => other === code).length]));
};
const fail = async (times: number, options: CallerOptions = {}, email = person.email) => {
  for (let index = 0; index < times; index += 1) await expect(login('a wrong one', options, email)).rejects.toMatchObject(WRONG);
};
/** A login that succeeds, with something happening between the count and the answer. */
const interruptLogin = (work: () => Promise<unknown>, options: CallerOptions = {}) => {
  const context = contextAs(database, null, options);
  const verify = async (hash: string | null, password: string) => {
    await work();
    return context.passwords.verify(hash, password);
  };
  return createCaller({ ...context, passwords: { ...context.passwords, verify } }).auth.login({ email: person.email, password: PASSWORD });
};
const counted = async () => {
  const rows = await database.db.select({ count: limits.count }).from(limits).where(like(limits.key, 'login %'));
  return rows.map(({ count }) => count);
};

describe('failed logins', () => {
  beforeEach(() => database.db.delete(limits));

  // spec rest-limits.8 | R §2.12, D Accounts | Login: 10 failed ones in 15 minutes per email and address; failed ones alone count, and unknown
  //   addresses too | src/server/core/rate-limits.ts
  test('ten are let through in a quarter of an hour, also for the right password the eleventh is not, and then all begins anew', async () => {
    await fail(10);
    await expect(login('a wrong one', at(5 * MINUTE))).rejects.toMatchObject(LIMITED);
    await expect(login(PASSWORD, at(15 * MINUTE - 1))).rejects.toMatchObject({ ...LIMITED, cause: { refusal: { retryAfter: 1 } } });
    await expect(login(PASSWORD, at(15 * MINUTE))).resolves.toMatchObject({ user: { id: person.id } });
    await fail(10, at(15 * MINUTE));
    await expect(login('a wrong one', at(15 * MINUTE))).rejects.toMatchObject(LIMITED);
  });

  // spec rest-limits.8
  test('of fifty at once exactly ten are let through', async () => {
    expect(await outcomes(Array.from({ length: 50 }, () => login('a wrong one')))).toEqual({ UNAUTHORIZED: 10, TOO_MANY_REQUESTS: 40 });
    expect(await counted()).toEqual([10]);
  });

  // spec rest-limits.8
  test('alone count: forty right ones at once all succeed, and leave room for ten failures', async () => {
    expect(await outcomes(Array.from({ length: 40 }, () => login(PASSWORD)))).toEqual({ ok: 40 });
    expect(await counted()).toEqual([0]);
    await fail(10);
    await expect(login(PASSWORD)).rejects.toMatchObject(LIMITED);
  });

  test('right and wrong ones at once: the wrong ones are let through ten times, whatever the right ones give back', async () => {
    const calls = Array.from({ length: 40 }, (_, index) => login(index % 2 === 0 ? PASSWORD : 'a wrong one'));
    expect((await outcomes(calls)).UNAUTHORIZED).toBe(10);
    expect(await counted()).toEqual([10]);
  });

  test('are not forgiven by a success', async () => {
    await fail(9);
    await login(PASSWORD);
    await login(PASSWORD);
    await fail(1);
    await expect(login(PASSWORD)).rejects.toMatchObject(LIMITED);
  });

  test('a success that ends in the next window takes nothing away there', async () => {
    await fail(1);
    const nextWindow = at(15 * MINUTE);
    await interruptLogin(() => fail(1, nextWindow));
    await fail(9, nextWindow);
    await expect(login(PASSWORD, nextWindow)).rejects.toMatchObject(LIMITED);
  });

  // spec rest-limits.8
  test('are counted for an address that nobody has just as for one that somebody has', async () => {
    const unknownEmail = `${unique('nobody').replace(' ', '')}@example.com`;
    await fail(10, {}, unknownEmail);
    await expect(login('a wrong one', {}, unknownEmail)).rejects.toMatchObject(LIMITED);
    await expect(login('a wrong one', {}, unknownEmail.toUpperCase())).rejects.toMatchObject(LIMITED);
  });

  test('are counted per email and address of the caller', async () => {
    await fail(10);
    const otherClient = { client: { ...NO_CLIENT, address: '198.51.100.7' } };
    await expect(login(PASSWORD, otherClient)).resolves.toBeDefined();
    const other = await aStudent(database.db, { passwordHash });
    await expect(login(PASSWORD, {}, other.email)).resolves.toBeDefined();
  });

  // spec rest-limits.22 | S2 | One count for all processes, under no name that could be read | src/db/schema/access.ts
  test('are one count for all processes', async () => {
    const otherConnection = connect(database.url, { max: 5 });
    try {
      const logInThere = (password: string) => callerAs(otherConnection, null).auth.login({ email: person.email, password });
      const calls = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? login('a wrong one') : logInThere('a wrong one')));
      expect(await outcomes(calls)).toEqual({ UNAUTHORIZED: 10, TOO_MANY_REQUESTS: 20 });
      await expect(logInThere(PASSWORD)).rejects.toMatchObject(LIMITED);
    } finally {
      await otherConnection.close();
    }
  });

  // spec rest-limits.22
  test('are counted under no name that could be read', async () => {
    await fail(1);
    const [row] = await database.db.select().from(limits).where(like(limits.key, 'login %'));
    expect(row?.key).toMatch(/^login 900 [\w-]{43}$/);
    // The table and a list of addresses do not tell who is in it.
    const guessed = createHash('sha256').update(`${person.email} 192.0.2.1`).digest('base64url');
    expect(row?.key).not.toContain(guessed);
  });

  test('are not limited where limits are off', async () => {
    await fail(12, { hasRateLimits: false });
    expect(await counted()).toEqual([]);
  });
});

describe('failed logins of strangers', () => {
  const from = (address: string, device: string | null = null): CallerOptions => ({
    client: { ...NO_CLIENT, address, device, hasDeviceCookie: device !== null },
  });
  const DEVICE = 'd'.repeat(43);
  /** A wrong password, without hashing one. */
  const guess = (options: CallerOptions, email = person.email) => {
    const context = contextAs(database, null, options);
    const passwords = { ...context.passwords, verify: async () => false };
    return createCaller({ ...context, passwords }).auth.login({ email, password: 'a wrong one' });
  };
  beforeEach(() => database.db.delete(limits));

  // spec s8-limits.1 | S8 D | Failed logins count per address over all accounts, and per account over all addresses |
  //   src/server/features/auth/auth.router.ts
  test('one password tried on many accounts is rejected after fifty, whether they exist or not', async () => {
    const spray = (index: number) => guess({ ...from('203.0.113.50'), ...at(index * 1000) }, `victim.${index}@example.com`);
    for (let index = 0; index < 50; index += 1) await expect(spray(index)).rejects.toMatchObject(WRONG);
    await expect(spray(50)).rejects.toMatchObject({ ...LIMITED, cause: { refusal: { retryAfter: 850 } } });
    await expect(login(PASSWORD, from('203.0.113.50'))).rejects.toMatchObject(LIMITED);
    await expect(login(PASSWORD, from('203.0.113.51'))).resolves.toBeDefined();
  });

  // spec s8-limits.1
  test('one account guessed at from many addresses is refused after fifty, also from an address that has not tried before', async () => {
    for (let index = 0; index < 50; index += 1) await expect(guess(from(`198.51.100.${index}`))).rejects.toMatchObject(WRONG);
    await expect(login('a wrong one', from('198.51.100.200'))).rejects.toMatchObject(LIMITED);
    const unknownEmail = 'nobody.of.all@example.com';
    for (let index = 0; index < 50; index += 1) await expect(guess(from(`198.51.100.${index}`), unknownEmail)).rejects.toMatchObject(WRONG);
    await expect(login('a wrong one', from('198.51.100.201'), unknownEmail)).rejects.toMatchObject(LIMITED);
  });

  // spec s8-limits.2 | S8 D | A device that the account knows is counted by itself: strangers keep nobody out | src/server/core/rate-limits.ts
  test('never keep out a device that the account knows, not even one behind the same address', async () => {
    await login(PASSWORD, from('203.0.113.60', DEVICE));
    for (let index = 0; index < 50; index += 1) await guess(from(`203.0.113.${60 + (index % 5)}`)).catch(() => {});
    await expect(login(PASSWORD, from('203.0.113.60', 'e'.repeat(43)))).rejects.toMatchObject(LIMITED);
    await expect(login(PASSWORD, from('203.0.113.60', DEVICE))).resolves.toMatchObject({ user: { id: person.id } });
  });

  // spec s8-limits.2
  test('a device that the account knows has ten failures of its own, and counts for nobody else', async () => {
    await login(PASSWORD, from('203.0.113.70', DEVICE));
    await fail(10, from('203.0.113.70', DEVICE));
    await expect(login(PASSWORD, from('203.0.113.99', DEVICE))).rejects.toMatchObject(LIMITED);
    await expect(login(PASSWORD, from('203.0.113.70'))).resolves.toBeDefined();
  });
});

describe('other limits', () => {
  const note = { type: 'info', title: 'Homework', message: 'Chapter 3' } as const;

  // spec rest-limits.12 | R §2.12 | POST /notifications: 30 a minute | src/server/features/notifications/notifications.router.ts
  test('thirty notifications a minute are made for one person, and none more until the minute is over', async () => {
    const make = (options: CallerOptions = {}) => callerAs(database, person, options).notifications.create(note);
    expect(await outcomes(Array.from({ length: 35 }, () => make()))).toEqual({ ok: 30, TOO_MANY_REQUESTS: 5 });
    await expect(make(at(MINUTE - 1))).rejects.toMatchObject(LIMITED);
    await expect(callerAs(database, await aStudent(database.db)).notifications.create(note)).resolves.toBeDefined();
    await expect(make(at(MINUTE))).resolves.toBeDefined();
  });

  // spec rest-limits.11 | R §2.12, D Accounts | Register: 300 an hour per address | src/server/features/auth/auth.router.ts
  test('one address can register at most three hundred times an hour, also with a registered email', async () => {
    const client = { ...NO_CLIENT, address: '203.0.113.9' };
    const register = (options: CallerOptions = {}) =>
      callerAs(database, null, { client, ...options }).auth.register({ name: 'Nimal', email: person.email, password: PASSWORD, role: 'student' });
    await expect(register()).rejects.toMatchObject({ code: 'CONFLICT' });
    await database.db.update(limits).set({ count: 299 }).where(like(limits.key, 'register %'));
    await expect(register()).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(register()).rejects.toMatchObject({ ...LIMITED, cause: { refusal: { retryAfter: 3600 } } });
    await expect(register({ client: { ...NO_CLIENT, address: '203.0.113.10' } })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('an address that brings made-up answers of Google asks it fifty times in a quarter of an hour, for whatever', async () => {
    const fetchProfile = vi.fn(() => Promise.reject(new DomainError('auth.google_failed')));
    const client = { ...NO_CLIENT, address: '203.0.113.80' };
    const { auth } = callerAs(database, null, { google: { ...fakeGoogle(), fetchProfile }, client });
    for (let index = 0; index < 50; index += 1)
      await expect(auth.signInWithGoogle(GOOGLE_ANSWER)).rejects.toMatchObject({ message: 'Login failed. Please try again.' });
    for (const call of [auth.signInWithGoogle, auth.proveWithGoogle]) await expect(call(GOOGLE_ANSWER)).rejects.toMatchObject(LIMITED);
    expect(fetchProfile).toHaveBeenCalledTimes(50);
    await expect(callerAs(database, null, { google: fakeGoogle() }).auth.signInWithGoogle(GOOGLE_ANSWER)).resolves.toBeDefined();
  });

  test('two rules hold at once: what one refuses does not count for the other', async () => {
    const email = `${unique('somebody').replace(' ', '')}@example.com`;
    const ask = (ms: number) => callerAs(database, null, at(ms)).auth.forgotPassword({ email });
    await database.db.delete(limits);
    for (let index = 0; index < 5; index += 1) {
      await ask(index * 30_000);
      await expect(ask(index * 30_000 + 29_999)).rejects.toMatchObject({ ...LIMITED, cause: { refusal: { retryAfter: 1 } } });
    }
    await expect(ask(150_000)).rejects.toMatchObject({ ...LIMITED, cause: { refusal: { retryAfter: 3450 } } });
    const [{ count } = { count: null }] = await database.db.select().from(limits).where(like(limits.key, 'forgotPassword 30 %'));
    expect(count).toBe(0);
    await expect(ask(3_600_000)).resolves.toBeDefined();
  });

  test('a procedure whose limit cannot be counted answers its own error; a login whose attempt cannot be given back succeeds', async () => {
    const logged: string[] = [];
    const log: CallerOptions['log'] = ({ message }) => logged.push(message);
    const rename = (from: string, to: string) => database.sql`alter table ${database.sql(from)} rename to ${database.sql(to)}`;
    try {
      await expect(interruptLogin(() => rename('limits', 'limits_away'), { log })).resolves.toMatchObject({ user: { id: person.id } });
      await expect(login(PASSWORD, { log })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message: 'Failed to login. Please try again.' });
      expect(logged).toEqual([...Array.from({ length: 3 }, () => 'a limit was not given back'), 'unexpected']);
    } finally {
      await rename('limits_away', 'limits');
    }
  });
});
