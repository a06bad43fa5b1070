import { describe, expect, test } from 'vitest';
import { createReadLimit } from '#server/infra/read-limit.ts';
import { UNKNOWN_ID, useRest } from '#tests/rest/app.ts';
import { CONTRACT } from '#tests/rest/contract-paths.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent } from '#tests/support/factories.ts';

const database = useDatabase();
const rest = useRest(database, { env: { RATE_LIMITS: 'read=1/3600' } });
const PUBLIC = CONTRACT.filter(([, call, who]) => who === 'anyone' && call.startsWith('GET ') && !/ \/api$|google|\{provider\}/.test(call));
const WINDOW = '?startDate=2026-03-02&endDate=2026-03-09';

// spec s8-limits.19 | S8 D | Reading without a session has a generous limit per address, in memory; whoever is signed in has none |
//   src/server/infra/read-limit.ts
describe('the read limit without a session', () => {
  test.each(PUBLIC.map(([, call]) => call.slice(4)))('rejects %s beyond the limit of the address', async (path) => {
    await rest.get('/api/subjects');
    const answer = await rest.get(`${path.replace(/\{\w+\}/g, UNKNOWN_ID)}${path.endsWith('/availability') ? WINDOW : ''}`);
    expect(answer).toMatchObject({ status: 429, body: { code: 'request.limited', message: 'Too many requests. Please try again later.' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('holds over tRPC', async () => {
    await rest.get('/api/subjects');
    expect(await rest.get('/trpc/catalogue.categories')).toMatchObject({ status: 429 });
  });

  test('does not hold for signed-in callers, nor for the check of a session', async () => {
    const token = await rest.tokenOf(await aStudent(database.db));
    for (let index = 0; index < 3; index += 1) expect((await rest.get('/api/subjects', token)).status).toBe(200);
    for (let index = 0; index < 3; index += 1) expect((await rest.get('/api/auth/me')).status).toBe(401);
  });

  test('refills gradually and counts by address', () => {
    let now = 0;
    const read = createReadLimit({ times: 3, seconds: 30 }, () => now);
    for (let index = 0; index < 3; index += 1) expect(read('192.0.2.1')).toBeNull();
    expect(read('192.0.2.1')).toBe(10);
    expect(read('192.0.2.2')).toBeNull();
    now = 4_000;
    expect(read('192.0.2.1')).toBe(6);
    now = 10_000;
    expect(read('192.0.2.1')).toBeNull();
    expect(read('192.0.2.1')).toBe(10);
  });
});
