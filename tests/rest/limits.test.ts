import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { createLog } from '#server/infra/log.ts';
import { createServices, type Services } from '#server/services.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW, type User } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
let person: User;

beforeAll(async () => {
  person = await aStudent(database.db, { passwordHash: await createPasswords().hash('a good password') });
});

describe('a call beyond its rate limit', () => {
  // spec rest-limits.24 | D Errors | 429 with Retry-After | src/server/core/rate-limits.ts
  test('answers Retry-After over REST, and the seconds beside the message over tRPC', async () => {
    const invalid = { email: person.email, password: 'a wrong one' };
    for (let index = 0; index < 10; index += 1) expect((await rest.call('POST', '/api/auth/login', { body: invalid })).status).toBe(401);
    const apiError = await rest.call('POST', '/api/auth/login', { body: invalid });
    expect(apiError).toMatchObject({
      status: 429,
      body: { success: false, message: 'Too many requests. Please try again later.', code: 'request.limited' },
    });
    expect(apiError.headers.get('retry-after')).toBe('900');
    const overTrpc = await rest.call('POST', '/trpc/auth.login', { body: { json: invalid } });
    expect(overTrpc).toMatchObject({ status: 429, body: { error: { json: { data: { domainCode: 'request.limited', retryAfter: 900 } } } } });
  });

  // spec rest-limits.25 | D Accounts, R §2.2 | GET /api/auth/me is never limited | src/server/features/auth/auth.router.ts
  test('is never the session check at start-up', async () => {
    const token = await rest.tokenOf(person);
    const statuses = await Promise.all(Array.from({ length: 400 }, async () => (await rest.get('/api/auth/me', token)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('the address of a caller', () => {
  async function withServices(env: Record<string, string>, work: (services: Services) => Promise<void>): Promise<void> {
    const config = readConfig({ PUBLIC_URL: 'http://vidya.test', LOG_LEVEL: 'silent', ...env }, 'test');
    const services = await createServices({ config, connection: database.connection, log: createLog({ level: 'silent' }), now: () => NOW });
    try {
      await work(services);
    } finally {
      await services.close();
    }
  }
  const from = (services: Services, forwarded: string | undefined) => services.clientOf({ 'x-forwarded-for': forwarded }, '192.0.2.7').address;

  test('is the /64 of an IPv6 address, and the plain form of a mapped IPv4 address', async () => {
    await withServices({}, async (services) => {
      const of = (address: string | undefined) => services.clientOf({}, address).address;
      for (const address of ['2001:db8:1:2::1', '2001:0db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::%eth0']) {
        expect(of(address)).toBe('2001:db8:1:2::/64');
      }
      expect(of('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
      for (const address of ['203.0.113.1', '::ffff:203.0.113.1', '::ffff:cb00:7101']) expect(of(address)).toBe('203.0.113.1');
      expect(of(undefined)).toBe('');
      expect(of('rubbish')).toBe('rubbish');
    });
  });

  // spec rest-limits.26 | D Accounts, R §2.12 | The client's address comes from a proxy header only with TRUST_PROXY | src/server/services.ts
  test('is that of the connection, whatever headers say', async () => {
    await withServices({}, async (services) => {
      expect(from(services, '203.0.113.1')).toBe('192.0.2.7');
      const app = createApp(services);
      const invalid = JSON.stringify({ email: 'forged@example.com', password: 'a wrong one' });
      const login = (index: number) =>
        app.request('/api/auth/login', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${index}` },
          body: invalid,
        });
      for (let index = 0; index < 10; index += 1) expect((await login(index)).status).toBe(401);
      expect((await login(10)).status).toBe(429);
    });
  });

  // spec rest-limits.26
  test('is the one that the nearest trusted proxy has added, not a forged one before it', async () => {
    await withServices({ TRUST_PROXY: 'true' }, async (services) => {
      expect(from(services, '203.0.113.1')).toBe('203.0.113.1');
      expect(from(services, '10.9.8.7, 203.0.113.1')).toBe('203.0.113.1');
      expect(from(services, undefined)).toBe('192.0.2.7');
      expect(from(services, ' , ')).toBe('192.0.2.7');
    });
  });
});
