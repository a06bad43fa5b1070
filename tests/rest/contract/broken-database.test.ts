import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { type Client, NO_CLIENT, type Session } from '#server/core/context.ts';
import { createRest } from '#server/rest/rest.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { UNKNOWN_ID } from '#tests/rest/app.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useRecorder } from '#tests/support/rest-coverage.ts';
import { actorOf, addressOf, CALLS, encoded } from './calls.ts';

const recorder = useRecorder();

function failing(reason: unknown): Db {
  const query: object = new Proxy(() => {}, {
    get: (_, key) => (key === 'then' ? (...then: [never, never]) => Promise.reject(reason).then(...then) : query),
    apply: () => query,
  });
  return query as Db;
}

function createBroken(reason: unknown) {
  const db = failing(reason);
  const logged: string[] = [];
  const sessionOf = async (authorization: string | undefined): Promise<Session> => {
    const role = authorization?.replace('Bearer ', '') as Role | undefined;
    const person = role ? { id: UNKNOWN_ID, role, name: 'Somebody', email: 'somebody@example.com' } : null;
    return contextAs({ db }, person).session;
  };
  const app = new Hono<{ Variables: { client: Client } }>();
  app.use('*', async (c, next) => {
    c.set('client', { ...NO_CLIENT, address: '192.0.2.1', userAgent: 'A client of the tests' });
    await next();
  });
  app.route(
    '/',
    createRest({
      config: { appName: 'Vidya', publicUrl: 'http://vidya.test', mode: 'test' },
      log: { error: (details, message) => void logged.push(`${message} ${JSON.stringify(details)}`) },
      sessionOf: recorder.withRecording(sessionOf),
      contextOf: (session, client) =>
        contextAs({ db }, null, { session, client, hasRateLimits: false, log: ({ message }) => void logged.push(message) }),
    }),
  );
  async function send(call: string, role: Role | 'nobody', content?: unknown) {
    const { method, path } = addressOf(call);
    const headers = { ...(role !== 'nobody' && { Authorization: `Bearer ${role}` }) };
    const request = new Request(`http://vidya.test${path}`, { method, headers, body: encoded(content) });
    const answer = await app.request(request);
    await recorder.record(request, answer);
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
  }
  return { ask: send, logged: logged };
}

const HAS_GOOGLE_USER = /forgot-password|reset-password/;
const apiError = (call: string, message: string, code: string) => ({
  success: false,
  message,
  code,
  ...(HAS_GOOGLE_USER.test(call) && { isGoogleUser: false }),
});

const bug = createBroken(new Error('relation "secrets" does not exist'));
const unavailable = createBroken(Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }));
const named = (row: (typeof CALLS)[number]) => [row[0], actorOf(row), row] as const;
const DATABASE_CALLS = CALLS.filter(([, , failed]) => failed !== null).map(named);

describe('when the database fails', () => {
  // spec rest.15 | R §2.5, §2.6 | A 5xx says the call’s own sentence, of each call: 500, and 503 with Retry-After while the database is away |
  //   src/server/core/errors.ts
  test.each(DATABASE_CALLS)('%s (%s) answers its own message and logs the cause', async (call, role, [, , failed, body]) => {
    bug.logged.length = 0;
    const answer = await bug.ask(call, role, await body?.());
    expect(answer).toEqual({ status: 500, retryAfter: null, body: apiError(call, `${failed}`, 'server.unexpected') });
    expect([...new Set(bug.logged)]).toEqual(['unexpected']);
  });
});

// spec rest.15
describe('when the database is away', () => {
  test.each(DATABASE_CALLS)('%s (%s) answers 503 with its own message and Retry-After', async (call, role, [, , failed, body]) => {
    unavailable.logged.length = 0;
    const answer = await unavailable.ask(call, role, await body?.());
    expect(answer).toEqual({ status: 503, retryAfter: '1', body: apiError(call, `${failed}`, 'server.unavailable') });
    expect(unavailable.logged).toEqual([]);
  });

  test.each(CALLS.filter(([, , failed]) => failed === null).map(named))('%s (%s) answers as usual', async (call, role) => {
    expect(await unavailable.ask(call, role)).toMatchObject({ status: 200 });
  });
});

// spec rest.15
test('the table lists every documented call but the redirects', async () => {
  const { body } = await bug.ask('GET /api/openapi.json', 'nobody');
  const { paths } = body as { paths: Record<string, Record<string, { responses: object }>> };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => !('302' in responses))
      .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{id}')}`),
  );
  expect(documented.sort()).toEqual(CALLS.map(([call]) => call).sort());
});
