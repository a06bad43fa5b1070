import { describe, expect, test } from 'vitest';
import { createCaller } from '#server/api/router.ts';
import { type Client, NO_CLIENT } from '#server/core/context.ts';
import { createLoginQueue } from '#server/core/login-queue.ts';
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
    const loginQueue = createLoginQueue();
    const ended: string[] = [];
    const hashed: string[] = [];
    const login = async (name: string, client: Client, password: string) => {
      const ctx = contextAs(database, null, { client, hasRateLimits: false });
      const verify = (hash: string | null, typed: string) => {
        hashed.push(name);
        return ctx.passwords.verify(hash, typed);
      };
      const api = createCaller({ ...ctx, loginQueue, passwords: { ...ctx.passwords, verify } });
      await api.auth.login({ email: owner.email, password }).catch(() => {});
      ended.push(name);
    };
    const knownClient = { ...NO_CLIENT, address: '192.0.2.1', device: DEVICE, hasDeviceCookie: true };
    await login('first sign-in', knownClient, PASSWORD);

    const attackers = Array.from({ length: 30 }, (_, index) => login('attacker', { ...NO_CLIENT, address: `198.51.100.${index}` }, 'a wrong one'));
    await Promise.all([login('owner', knownClient, PASSWORD), ...attackers]);
    expect(ended.slice(0, 10)).toContain('owner');
    expect(hashed.slice(0, 10)).toContain('owner');
    expect(ended).toHaveLength(32);
  });
});
