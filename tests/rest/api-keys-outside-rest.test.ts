import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { createLog } from '#server/infra/log.ts';
import { createRest } from '#server/rest/rest.ts';
import { createServices } from '#server/services.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createExternalClient } from '#tests/support/external-clients.ts';
import { aStudent, signedIn, type User } from '#tests/support/factories.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';
import { openRawSocket } from '#tests/support/socket-clients.ts';
import { withClient } from '#tests/support/with-client.ts';

const database = useDatabase();
const EXPIRED = 'Session expired. Please login again.';
let server: RunningServer;
let person: User;
let key: string;

beforeAll(async () => {
  server = await runServer(database.url);
  person = await signedIn(database.db, await aStudent(database.db));
  key = (await callerAs(database, person).apiKeys.make({ name: 'My program', scope: 'write' })).key;
});
afterAll(() => server.close());

// spec keys.8 | D API keys | REST only: no procedure, stream or Socket.IO takes a key | src/server/services.ts
describe('an API key is not a valid token outside REST', () => {
  test('rejects it for procedures over HTTP', async () => {
    const answer = await fetch(`${server.url}/trpc/auth.me`, { headers: { Authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { json: { message: EXPIRED, data: { domainCode: 'auth.expired' } } } });
    expect((await fetch(`${server.url}/trpc/statistics.public`, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200);
  });

  test('rejects it for procedures and streams over WebSocket', async () => {
    const client = await openRawSocket(`${server.url.replace('http', 'ws')}/trpc`, { token: key });
    client.send({ id: 7, method: 'query', params: { path: 'auth.me', input: { json: null } } });
    client.subscribe(8);
    for (const id of [7, 8]) {
      expect(await client.waitForMessage((input) => input.id === id)).toMatchObject({
        error: { json: { message: EXPIRED, data: { domainCode: 'auth.expired' } } },
      });
    }
    client.close();
  });

  test('rejects it for Socket.IO', async () => {
    const client = createExternalClient(server.url, { token: key });
    await client.waitUntil(() => client.socket.connected || client.connectErrors.length > 0);
    expect(client.connectErrors).toEqual(['Authentication error']);
    client.socket.disconnect();
  });
});

describe('a read key over a real connection', () => {
  let headers: Record<string, string>;
  beforeAll(async () => {
    const reading = await callerAs(database, person).apiKeys.make({ name: 'My reader', scope: 'read' });
    headers = { Authorization: `Bearer ${reading.key}` };
  });

  // spec keys.6 | D API keys | A key that reads may ask for the headers alone (HEAD) | src/server/rest/rest.ts
  test('allows HEAD', async () => {
    for (const path of ['/api/auth/me', '/api/auth/profile', '/api/students/profile', '/notifications']) {
      expect((await fetch(server.url + path, { method: 'HEAD', headers })).status, path).toBe(200);
    }
  });

  // spec keys.5
  test.each([1, 20])('answers an error body to a write, also while %d MB are being sent', async (megabytes) => {
    const body = new Uint8Array(megabytes * 1024 * 1024).fill(0x61);
    const answer = await fetch(`${server.url}/notifications`, { method: 'POST', headers, body });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 403, body: { code: 'auth.by_key' } });
    expect((await fetch(`${server.url}/api`)).status).toBe(200);
  });
});

describe('the session of a caller', () => {
  // spec keys.14 | S7 | Who calls is looked up once for each request | src/server/rest/rest.ts
  test.each([
    ['a key', () => key],
    ['a session', () => createSessions(database.db).createSession(person.id, { isRemembered: true, origin: 'password', userAgent: '' })],
  ])('is looked up at most once, by %s', async (_, authorization) => {
    const token = await authorization();
    const services = await serving(createLog({ level: 'silent' }));
    const lookups: unknown[] = [];
    const routes = createRest({
      ...services,
      contextOf: (session) => contextAs(database, null, { session }),
      sessionOf: (authorization) => {
        lookups.push(authorization);
        return services.sessionOrKeyOf(authorization);
      },
    });
    const rest = withClient(routes);
    const times = async (method: string, path: string) => {
      lookups.length = 0;
      await rest.request(path, { method, headers: { Authorization: `Bearer ${token}` }, ...(method !== 'GET' && { body: '{}' }) });
      return lookups.length;
    };
    for (const [method, path] of [
      ['GET', '/api/auth/me'],
      ['PATCH', '/notifications/mark-all-read'],
      ['POST', '/notifications'],
    ] as const) {
      expect(await times(method, path), path).toBe(1);
    }
    await services.close();
  });
});

// spec keys.15
test('the log contains no key', async () => {
  const lines: string[] = [];
  const services = await serving(createLog({ level: 'trace', to: { write: (line: string) => void lines.push(line) } }));
  const app = createApp(services);
  await database.db.execute(sql`alter table notifications rename to elsewhere`);
  expect((await app.request('/notifications', { headers: { Authorization: `Bearer ${key}` } })).status).toBe(500);
  await database.db.execute(sql`alter table elsewhere rename to notifications`);
  await database.db.execute(sql`alter table api_keys rename to elsewhere`);
  expect((await app.request(`/api/auth/me?key=${key}`, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(500);
  await database.db.execute(sql`alter table elsewhere rename to api_keys`);
  await services.close();
  expect(lines.filter((line) => line.includes('"unexpected"'))).toHaveLength(2);
  expect(lines.join('')).not.toContain(key.slice(3));
});

const serving = (log: ReturnType<typeof createLog>) =>
  createServices({ config: readConfig({ PUBLIC_URL: 'http://vidya.test', LOG_LEVEL: 'silent' }, 'test'), connection: database.connection, log });
