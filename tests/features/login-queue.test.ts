import { describe, expect, test } from 'vitest';
import { createCaller } from '#server/api/router.ts';
import { type Client, NO_CLIENT } from '#server/core/context.ts';
import { createLoginQueue } from '#server/core/login-queue.ts';
import { LOGINS } from '#shared/vocabulary/account-limits.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';

const database = useDatabase();
const DEVICE = 'd'.repeat(43);

describe('simultaneous logins', () => {
  // spec s8-limits.12
  test('an owner on a known device is served before the waiting logins of an attacker', async () => {
    const owner = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    const queue = createLoginQueue();
    const checked: string[] = [];
    let checksBegin = Promise.resolve();
    let attackers = 0;
    const start = (name: string, client: Client, password: string) => {
      const ctx = contextAs(database, null, { client, hasRateLimits: false });
      const verify = async (hash: string | null, typed: string) => {
        checked.push(name);
        await checksBegin;
        return ctx.passwords.verify(hash, typed);
      };
      let arrive = () => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const run: typeof queue.run = (caller, check) => {
        const result = queue.run(caller, check);
        arrive();
        return result;
      };
      const api = createCaller({ ...ctx, loginQueue: { ...queue, run }, passwords: { ...ctx.passwords, verify } });
      return { arrived, ended: api.auth.login({ email: owner.email, password }).catch(() => null) };
    };
    const startAttackers = (count: number) =>
      Array.from({ length: count }, () => start('attacker', { ...NO_CLIENT, address: `198.51.100.${++attackers}` }, 'a wrong one'));
    const knownClient = { ...NO_CLIENT, address: '192.0.2.1', device: DEVICE, hasDeviceCookie: true };
    await start('first sign-in', knownClient, PASSWORD).ended;

    let beginChecks = () => {};
    checksBegin = new Promise((resolve) => {
      beginChecks = resolve;
    });
    const { concurrency } = LOGINS.queue;
    const running = startAttackers(concurrency);
    await Promise.all(running.map(({ arrived }) => arrived));
    const login = start('owner', knownClient, PASSWORD);
    await login.arrived;
    // Those who came last are served first, unless somebody is known.
    const waiting = startAttackers(20);
    await Promise.all(waiting.map(({ arrived }) => arrived));
    beginChecks();
    const ended = await Promise.all([...running, login, ...waiting].map(({ ended }) => ended));
    expect(checked.indexOf('owner')).toBe(1 + concurrency);
    expect([checked.length, ended.filter(Boolean).length]).toEqual([1 + concurrency + 1 + 20, 1]);
  });
});
