import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#db/schema/access.ts';
import { RATE_LIMITS } from '#shared/vocabulary/limits.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';

const database = useDatabase();
const [{ times: logins }] = RATE_LIMITS.loginAddress;
const [{ times: resets }] = RATE_LIMITS.forgotPasswordAddress;
const [{ times: codes }] = RATE_LIMITS.resetPassword;
/** Each login hashes a password: where the address of the caller is the subject, a few are enough. */
const FEW = process.env.DEEP ? logins : 6;
const FEW_LOGINS = { RATE_LIMITS: `loginAddress=${FEW}/900` };
let direct: RunningServer;
let directWithFew: RunningServer;
let behindProxy: RunningServer;

beforeAll(async () => {
  direct = await runServer(database.url);
  directWithFew = await runServer(database.url, FEW_LOGINS);
  behindProxy = await runServer(database.url, { TRUST_PROXY: 'true', ...FEW_LOGINS });
});
afterAll(async () => {
  await direct.close();
  await directWithFew.close();
  await behindProxy.close();
});

type Try = { path: string; body: (index: number) => object; forwarded?: (index: number) => string };

async function statusesOf({ url }: RunningServer, times: number, { path, body, forwarded }: Try): Promise<[status: number, times: number][]> {
  const counts = new Map<number, number>();
  for (let index = 0; index < times; index += 1) {
    const headers = { 'content-type': 'application/json', ...(forwarded && { 'x-forwarded-for': forwarded(index) }) };
    const answer = await fetch(`${url}/api/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body(index)) });
    await answer.text();
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  return [...counts];
}

const emailOf = (index: number) => `victim.${index}@example.com`;
const login: Try = { path: 'login', body: (index) => ({ email: emailOf(index), password: 'Summer2026' }) };

// spec s8-limits.17 | S8 D | One address that tries a password on sixty accounts, two hundred codes, or orders sixty mails gets 429, whatever it
//   writes into X-Forwarded-For, and with all of an IPv6 /64 | src/server/services.ts, src/shared/vocabulary/limits.ts
describe('one caller with many targets', { timeout: 60_000 }, () => {
  test('tries a password on sixty accounts, and is refused after fifty', async () => {
    await database.db.delete(limits);
    expect(await statusesOf(direct, 60, login)).toEqual([
      [401, logins],
      [429, 60 - logins],
    ]);
  });

  test.each([
    ['who writes another X-Forwarded-For each time, where there is no proxy', () => directWithFew, (index: number) => `192.0.2.${index}`],
    ['who writes addresses before that of the proxy', () => behindProxy, (index: number) => `192.0.2.${index}, 198.51.100.7`],
    ['with all addresses of an IPv6 network of a subscriber', () => behindProxy, (index: number) => `2001:db8:1:2:${index.toString(16)}::1`],
  ])('%s is refused like one with a single address', async (_, server, forwarded) => {
    await database.db.delete(limits);
    expect(await statusesOf(server(), FEW + 3, { ...login, forwarded })).toEqual([
      [401, FEW],
      [429, 3],
    ]);
  });

  test('of another IPv6 network is not refused with the first', async () => {
    await database.db.delete(limits);
    await statusesOf(behindProxy, FEW, { ...login, forwarded: () => '2001:db8:1:2::1' });
    expect(await statusesOf(behindProxy, 1, { ...login, forwarded: () => '2001:db8:1:2::2' })).toEqual([[429, 1]]);
    expect(await statusesOf(behindProxy, 1, { ...login, forwarded: () => '2001:db8:1:3::1' })).toEqual([[401, 1]]);
  });

  test('orders sixty mails to sixty accounts, and is refused after thirty', async () => {
    await database.db.delete(limits);
    const ask: Try = { path: 'forgot-password', body: (index) => ({ email: emailOf(index) }) };
    expect(await statusesOf(direct, 60, ask)).toEqual([
      [200, resets],
      [429, 60 - resets],
    ]);
  });

  test('tries two hundred reset codes, and is refused after thirty', async () => {
    await database.db.delete(limits);
    const guess: Try = {
      path: 'reset-password',
      body: (index) => ({ email: emailOf(index % 5), otp: String(100_000 + index), password: 'battery staple' }),
    };
    expect(await statusesOf(direct, 200, guess)).toEqual([
      [400, codes],
      [429, 200 - codes],
    ]);
  });
});
