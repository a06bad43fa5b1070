import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessions } from '#server/infra/credentials.ts';
import { type Actors, createActors, PASSWORD } from '#tests/support/actors.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';
import { AUTHENTICATION_REQUIRED, SESSION_EXPIRED } from './app.ts';

const database = useDatabase();
const [ALLOWED_ORIGIN, OTHER_ALLOWED_ORIGIN] = ['https://app.example', 'http://localhost:5173'];
const FOREIGN = ['https://elsewhere.example', 'https://app.example.evil.example', 'http://app.example', 'https://app.example:8443', 'null'];
let server: RunningServer;
let data: Actors;
let token: string;

beforeAll(async () => {
  server = await runServer(database.url, { CORS_ORIGINS: `${ALLOWED_ORIGIN}, ${OTHER_ALLOWED_ORIGIN}/` });
  data = await createActors(database.db);
  token = await createSessions(database.db).createSession(data.student.id, { isRemembered: true, origin: 'password', userAgent: '' });
});
afterAll(() => server.close());

const send = (path: string, init: RequestInit = {}) => fetch(server.url + path, { redirect: 'manual', ...init });
const listOf = (answer: Response, header: string) =>
  (answer.headers.get(header) ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .sort();

// spec rest.2 | R §2.1 | Pages of CORS_ORIGINS: credentials, headers, methods, Retry-After exposed; no other origin | src/server/app.ts
describe('cross-origin requests', () => {
  const METHODS = ['delete', 'get', 'options', 'patch', 'post', 'put'];
  const HEADERS = ['authorization', 'content-type', 'idempotency-key'];
  const CALLS: [method: string, path: string, status: number, body?: string][] = [
    ['GET', '/api/subjects', 200],
    ['GET', '/api', 200],
    ['GET', '/api/auth/me', 401],
    ['GET', '/notifications', 401],
    ['GET', '/notifications/unread-count', 401],
    ['POST', '/api/auth/login', 400, '{'],
    ['POST', '/api/auth/forgot-password', 400, '{}'],
    ['GET', '/api/tutors/not-a-tutor', 404],
    ['DELETE', '/api/no/such/path', 404],
  ];

  test.each(CALLS)('from a configured origin can read %s %s', async (method, path, status, body) => {
    for (const Origin of [ALLOWED_ORIGIN, OTHER_ALLOWED_ORIGIN]) {
      const answer = await send(path, { method, body, headers: { Origin } });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, Origin]);
      expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
      expect(listOf(answer, 'access-control-expose-headers')).toEqual(['retry-after', 'x-request-id']);
      expect(listOf(answer, 'vary')).toContain('origin');
      expect(await answer.text()).not.toBe('');
    }
  });

  test('from a configured origin can read Retry-After', async () => {
    const body = JSON.stringify({ email: 'somebody.limited@example.com' });
    const forgotPassword = () =>
      send('/api/auth/forgot-password', { method: 'POST', body, headers: { Origin: ALLOWED_ORIGIN, 'Content-Type': 'application/json' } });
    expect((await forgotPassword()).status).toBe(200);
    const limited = await forgotPassword();
    expect([limited.status, limited.headers.get('access-control-allow-origin')]).toEqual([429, ALLOWED_ORIGIN]);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await limited.json()).toMatchObject({ success: false, message: 'Too many requests. Please try again later.', isGoogleUser: false });
  });

  test.each(['/api/subjects', '/api/students/bookings', '/notifications', '/notifications/mark-read', '/api/upload/profile-photo'])(
    'are allowed by the preflight of %s',
    async (path) => {
      for (const method of METHODS) {
        const headers = { 'Access-Control-Request-Method': method.toUpperCase(), 'Access-Control-Request-Headers': HEADERS.join(', ') };
        const answer = await send(path, { method: 'OPTIONS', headers: { Origin: ALLOWED_ORIGIN, ...headers } });
        expect([answer.status, await answer.text()]).toEqual([204, '']);
        expect(answer.headers.get('access-control-allow-origin')).toBe(ALLOWED_ORIGIN);
        expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
        expect(listOf(answer, 'access-control-allow-methods')).toEqual(METHODS);
        expect(listOf(answer, 'access-control-allow-headers')).toEqual(HEADERS);
      }
    },
  );

  test.each(FOREIGN)('get no CORS headers from %s', async (Origin) => {
    const preflight = await send('/api/subjects', {
      method: 'OPTIONS',
      headers: { Origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' },
    });
    for (const answer of [preflight, await send('/api/subjects', { headers: { Origin } }), await send('/notifications', { headers: { Origin } })]) {
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('are not allowed outside the API', async () => {
    for (const path of ['/trpc/auth.me', '/files/photos/none.webp']) {
      expect((await send(path, { headers: { Origin: ALLOWED_ORIGIN } })).headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('a token', () => {
  const NONE = [undefined, '', ' ', 'Bearer', 'Bearer ', 'Bearer null', 'Bearer undefined', 'bearer NULL'.toLowerCase(), 'BEARER null'];
  const BAD = ['Bearer x.y.z', 'Bearer a b c', 'Bearer 0', 'Bearer true', `Bearer r_${'A'.repeat(43)}`, `bearer ${'x'.repeat(2000)}`];
  const PRIVATE = [
    '/api/auth/me',
    '/api/tutors/profile',
    '/api/students/bookings',
    '/api/tutors/bookings',
    '/api/admin/tutors',
    '/notifications',
    '/api/notifications/stats',
  ];
  const PUBLIC = ['/api/subjects', '/api/tutors', '/api/blogs', '/api/stats/public'];
  const as = (authorization: string | undefined): RequestInit => ({
    ...(authorization !== undefined && { headers: { Authorization: authorization } }),
  });

  // spec rest.8 | R §2.2 | No token, an empty one, `Bearer null` and `undefined` are none; a bad one has expired; calls for everyone mind neither |
  //   src/server/services.ts
  test.each(NONE)('%j counts as absent', async (authorization) => {
    for (const path of PRIVATE) {
      const answer = await send(path, as(authorization));
      expect({ path, status: answer.status, body: await answer.json() }).toEqual({ path, status: 401, body: AUTHENTICATION_REQUIRED });
    }
    for (const path of PUBLIC) expect((await send(path, as(authorization))).status).toBe(200);
  });

  // spec rest.8
  test.each(BAD)('%j has expired', async (authorization) => {
    for (const path of PRIVATE) {
      const answer = await send(path, as(authorization));
      expect({ path, status: answer.status, body: await answer.json() }).toEqual({ path, status: 401, body: SESSION_EXPIRED });
    }
    for (const path of PUBLIC) expect((await send(path, as(authorization))).status).toBe(200);
  });

  // spec rest.8
  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR', ' Bearer', 'Bearer  '])('may follow the scheme %j', async (scheme) => {
    const answer = await send('/api/auth/me', as(`${scheme} ${token} `));
    expect([answer.status, await answer.json()]).toMatchObject([200, { user: { _id: data.student.id } }]);
  });

  // spec rest.9 | R §2.2 | The wrong role is 403 in the call’s own sentence, never 401 | src/server/core/context.ts
  test('of the wrong role answers 403 with a message, never 401', async () => {
    const calls: [string, string, string][] = [
      ['PUT', '/api/tutors/profile', 'Only tutors can update tutor profiles'],
      ['POST', '/api/tutors/blogs', 'Only tutors can manage blogs'],
      ['GET', '/api/tutors/bookings', 'Only tutors can view tutor bookings'],
      ['PATCH', `/api/tutors/bookings/${data.pending.id}`, 'Only tutors can change booking statuses'],
      ['GET', '/api/admin/tutors', 'Only admins can manage tutors'],
    ];
    for (const [method, path, message] of calls) {
      const answer = await send(path, { method, ...as(`Bearer ${token}`), ...(method !== 'GET' && { body: '{}' }) });
      expect([answer.status, await answer.json()]).toMatchObject([403, { success: false, message }]);
    }
    const tutor = await createSessions(database.db).createSession(data.tutor.user.id, { isRemembered: true, origin: 'password', userAgent: '' });
    for (const [method, path, message] of [
      ['POST', '/api/students/bookings', 'Only students can book sessions'],
      ['GET', '/api/students/bookings', 'Only students can view student bookings'],
    ] as const) {
      const answer = await send(path, { method, ...as(`Bearer ${tutor}`), ...(method !== 'GET' && { body: '{}' }) });
      expect([answer.status, await answer.json()]).toMatchObject([403, { success: false, message }]);
    }
  });

  test('is invalidated by logout, which needs no token', async () => {
    for (const authorization of [undefined, 'Bearer null', 'Bearer x.y.z']) {
      expect((await send('/api/auth/logout', { method: 'POST', ...as(authorization) })).status).toBe(200);
    }
    const body = JSON.stringify({ email: data.otherStudent.email, password: PASSWORD });
    const started = (await (await send('/api/auth/login', { method: 'POST', body })).json()) as { token: string };
    const own = as(`Bearer ${started.token}`);
    expect((await send('/api/auth/me', own)).status).toBe(200);
    expect((await send('/api/auth/logout', { method: 'POST', ...own })).status).toBe(200);
    expect((await send('/api/auth/me', own)).status).toBe(401);
    expect((await send('/api/subjects', own)).status).toBe(200);
  });

  // spec rest.22
  test('is never rate limited by GET /api/auth/me', async () => {
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await send('/api/auth/me', as(`Bearer ${token}`))).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

// spec rest.1 | R §2.1 | Bodies are JSON in UTF-8, also where they refuse; no cache keeps them | src/server/rest/errors.ts
describe('an answer', () => {
  test('is JSON in UTF-8 that no cache stores, also for errors', async () => {
    for (const path of ['/api', '/api/subjects', '/api/auth/me', '/api/x', '/api/tutors/1', '/notifications', '/notifications/stats']) {
      const { headers } = await send(path);
      expect([path, headers.get('content-type'), headers.get('cache-control')]).toEqual([path, 'application/json; charset=utf-8', 'no-store']);
    }
  });

  test('to HEAD has no body and no stack trace', async () => {
    const head = await send('/api/subjects', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const body of ['{', '[]', '{"email":{}}']) {
      const text = await (await send('/api/auth/login', { method: 'POST', body })).text();
      expect(text).not.toMatch(/ at .*\.[jt]s|stack|node_modules/);
    }
  });
});
