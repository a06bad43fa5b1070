import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/infra/log.ts';
import { createServices, type Services } from '#server/services.ts';
import { callerAs, SECRET } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, NOW, signedIn } from '#tests/support/factories.ts';
import { NOT_FOUND, SITE, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

async function anAddress(): Promise<string> {
  const student = await aStudent(database.db);
  await aBooking(database.db, { student, status: 'confirmed', confirmedAt: NOW });
  return new URL((await callerAs(database, await signedIn(database.db, student)).calendar.makeFeed()).url).pathname;
}
const WITHOUT_A_TRACE = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' };

describe('GET /calendar/{token}.ics', () => {
  // spec calendar.6 | D Calendar | GET /calendar/{token}.ics, an unknown one is 404; the secret is in no cache, no referrer and no log |
  //   src/server/edge/secret-links.ts
  test('answers a calendar that no cache stores, without a referrer', async () => {
    const { status, headers, body } = await rest.get<string>(await anAddress());
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="calendar.ics"',
      ...WITHOUT_A_TRACE,
    });
    expect(body).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]+\r\nBEGIN:VEVENT\r\n[\s\S]+\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n$/);
  });

  // spec calendar.6
  test('needs no session and ignores one', async () => {
    const [address, stranger] = [await anAddress(), await aStudent(database.db)];
    const plain = await rest.get<string>(address);
    for (const token of [await rest.tokenOf(stranger), 'expired']) expect((await rest.get(address, token)).body).toBe(plain.body);
  });

  test('answers HEAD', async () => {
    const { status, headers, body } = await rest.call<string>('HEAD', await anAddress());
    expect([status, headers.get('content-type'), body]).toEqual([200, 'text/calendar; charset=utf-8', '']);
  });

  // spec calendar.6
  test.each([
    ['of nobody', `/calendar/${'x'.repeat(43)}.ics`],
    ['that is too short', '/calendar/x.ics'],
    ['that is too long', `/calendar/${'x'.repeat(4000)}.ics`],
    ['without its ending', `/calendar/${'x'.repeat(43)}`],
    ['that is empty', '/calendar/.ics'],
    ['of the folder', '/calendar'],
    ['of a folder inside', `/calendar/${'x'.repeat(43)}.ics/more`],
    ['that is no text', '/calendar/%zz.ics'],
    ['with nothing in it', '/calendar/%00.ics'],
  ])('answers 404 for an address %s', async (_, path) => {
    const { status, headers, body } = await rest.get(path);
    expect([status, body]).toEqual([404, NOT_FOUND]);
    expect(Object.fromEntries(headers)).toMatchObject(WITHOUT_A_TRACE);
  });

  // spec calendar.6
  test('opens with the complete address only', async () => {
    const address = await anAddress();
    const invalid = [address.toUpperCase(), address.replace('.ics', 'A.ics'), `${address.slice(0, -5)}.ics`, `/CALENDAR${address.slice(9)}`];
    for (const path of invalid) expect((await rest.get(path)).status, path).toBe(404);
  });

  test.each(['POST', 'PUT', 'DELETE'])('answers 404 to %s', async (method) => {
    expect((await rest.call(method, await anAddress())).status).toBe(404);
  });
});

describe('the secret of a calendar address', () => {
  const written: string[] = [];
  let services: Services;
  let app: ReturnType<typeof createApp>;

  beforeAll(async () => {
    const config = readConfig({ PUBLIC_URL: SITE, APP_SECRET: SECRET, LOG_LEVEL: 'trace' }, 'test');
    const log = createLog({ level: 'trace', to: { write: (line: string) => void written.push(line) } });
    services = await createServices({ config, connection: database.connection, log, now: () => NOW });
    app = createApp(services);
  });
  afterAll(() => services.close());

  // spec calendar.6
  test('is not logged, whether it is read, unknown or fails', async () => {
    const address = await anAddress();
    const secret = address.split('/').at(-1)?.replace('.ics', '') ?? '';
    const unknown = `${secret.slice(0, -4)}AAAA`;
    expect((await app.request(address)).status).toBe(200);
    expect((await app.request(`/calendar/${unknown}.ics`)).status).toBe(404);
    await database.db.execute(sql`alter table calendar_feeds rename to elsewhere`);
    try {
      const failed = await app.request(address);
      expect([failed.status, await failed.json()]).toEqual([
        500,
        { success: false, message: 'Failed to fetch the calendar', code: 'server.unexpected' },
      ]);
    } finally {
      await database.db.execute(sql`alter table elsewhere rename to calendar_feeds`);
    }
    expect(written.join('')).toContain('calendar.read');
    expect(written.join('')).not.toContain(secret.slice(0, -4));
  });

  test('is masked where an address is logged', () => {
    const secret = 'Abc_-'.repeat(9).slice(0, 43);
    const lines: string[] = [];
    const log = createLog({ level: 'info', to: { write: (line: string) => void lines.push(line) } });
    log.info({ url: `https://vidya.test/calendar/${secret}.ics`, deeper: [{ path: `/calendar/${secret}.ics` }] }, 'asked');
    log.error(new Error(`GET /calendar/${secret}.ics broke`));
    expect(lines.join('').match(/\/calendar\/\*\*\*/g)).toHaveLength(4);
    expect(lines.join('')).not.toContain(secret);
  });
});
