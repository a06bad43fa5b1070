import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';
import { appRouter } from '#server/api/router.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { createFileLinks } from '#server/infra/file-links.ts';
import { SECRET } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, type Tutor, type User } from '#tests/support/factories.ts';
import { type ProductionSite, type ReceivedResponse, runProduction, type SentRequest } from '#tests/support/production-site.ts';

const database = useDatabase();
const UNKNOWN_ID = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';
const DEVICE = `__Host-device=${'d'.repeat(43)}; theme=dark`;
const FEED = 'f'.repeat(43);
const KEY = `vk_${'k'.repeat(43)}`;
let site: ProductionSite;
let student: User;
let tutor: Tutor;
let admin: User;

beforeAll(async () => {
  student = await aStudent(database.db);
  tutor = await aTutor(database.db, { isVerified: true, verificationStatus: 'approved' });
  admin = await anAdmin(database.db);
  await database.db.insert(schema.calendarFeeds).values({ userId: student.id, tokenHash: hashToken(FEED), createdAt: new Date() });
  await database.db.insert(schema.apiKeys).values({ userId: student.id, name: 'A program', scope: 'read', tokenHash: hashToken(KEY), hint: 'kkkk' });
  site = await runProduction(
    database.url,
    { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret', CORS_ORIGINS: 'https://app.example' },
    { 'photos/a.webp': 'a photo', 'document/a.jpg': 'a passport' },
  );
});
afterAll(() => site.close());

/** What may be cached: the same for every caller. */
const PUBLIC = [
  /^\/api\/(openapi\.json|docs(\/[\w.-]+)?)$/,
  /^\/files\/photos\/a\.webp$/,
  /^\/\.well-known\/security(-policy)?\.txt$/,
  /^\/(assets\/app-1234\.js|sw\.js|manifest\.webmanifest|robots\.txt|favicon\.svg)$/,
  /^\/(tutors|account|student\/dashboard|admin)?$/,
];
const mayBeStored = (path: string): boolean => PUBLIC.some((pattern) => pattern.test(path.split('?', 1)[0] ?? ''));
const isStoredNowhere = ({ headers }: ReceivedResponse): boolean => /(^|, )no-store$/.test(headers['cache-control'] ?? '');

/** An answer without its time and age. */
const essence = ({ status, headers: { date: _, 'x-request-id': _id, ...headers }, body }: ReceivedResponse): string =>
  JSON.stringify([status, headers, createHash('sha256').update(body).digest('hex')]);

type Person = 'nobody' | 'a student' | 'a tutor' | 'an admin' | 'a program' | 'a session that has ended';
const tokens = new Map<Person, string>();
/** Calls that may end a session get one of their own. */
async function authorizationOf(person: Person, method = 'GET'): Promise<Record<string, string>> {
  if (person === 'nobody') return {};
  if (person === 'a program') return { Authorization: `Bearer ${KEY}` };
  if (person === 'a session that has ended') return { Authorization: 'Bearer of-yesterday' };
  const { id } = person === 'a student' ? student : person === 'a tutor' ? tutor.user : admin;
  const createSession = () => createSessions(database.db).createSession(id, { isRemembered: true, origin: 'password', userAgent: '' });
  const token = method === 'GET' ? (tokens.get(person) ?? (await createSession())) : await createSession();
  if (method === 'GET') tokens.set(person, token);
  return { Authorization: `Bearer ${token}` };
}
const CALLERS = ['nobody', 'a student', 'a tutor', 'an admin', 'a program', 'a session that has ended'] as const;

/** Sends it as each caller, with and without the cookies of this site. */
async function requestAsAll(request: SentRequest, people: readonly Person[] = CALLERS): Promise<ReceivedResponse[]> {
  const answers: ReceivedResponse[] = [];
  for (const person of people) {
    for (const cookie of [{}, { Cookie: DEVICE }] as Record<string, string>[]) {
      answers.push(
        await site.request({ ...request, headers: { ...request.headers, ...(await authorizationOf(person, request.method)), ...cookie } }),
      );
    }
  }
  return answers;
}

/** What is wrong with the answers to one request. */
function problems({ method = 'GET', path }: SentRequest, answers: readonly ReceivedResponse[]): string[] {
  const target = `${method} ${path}`;
  const stored = answers.filter((answer) => !isStoredNowhere(answer));
  if (stored.length === 0) return [];
  const results = stored.map(({ status, headers }) => `${target} ${status}: ${headers['cache-control'] ?? 'no Cache-Control'}`);
  if (!mayBeStored(path)) return [...new Set(results)];
  const wrong: string[] = [];
  if (new Set(answers.map(essence)).size > 1) wrong.push(`${target} depends on who asks`);
  if (stored.some(({ headers }) => headers['set-cookie'] !== undefined)) wrong.push(`${target} sets a cookie and may be stored`);
  if (stored.some(({ status }) => status >= 400)) wrong.push(`${target} is a refusal that may be stored`);
  if (stored.some(({ headers }) => headers['cache-control'] === undefined)) wrong.push(`${target} leaves it to the cache`);
  return wrong;
}

const json = (body: unknown) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

const PROCEDURES = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: 'query' | 'mutation' | 'subscription' } }>);

describe('tRPC', () => {
  // spec s8-browser.2 | S8 F | Every route, asked by nobody, a student, a tutor, an admin, a program and an ended session, with cookies and without:
  //   what is not the same for everybody has `no-store`, refusals too; what may be stored depends on nobody, sets no cookie, and names in `Vary` what
  //   it differs by | src/server/app.ts, src/server/security-headers.ts, src/server/edge/pages.ts
  test('no answer of a procedure is cached: single and in a batch, by GET and POST, for every caller', async () => {
    const people = ['nobody', 'a student', 'an admin'] as const;
    const wrong: string[] = [];
    for (const [name, { _def }] of PROCEDURES) {
      const path = `/trpc/${name}`;
      const input = encodeURIComponent('{}');
      const requests: SentRequest[] =
        _def.type === 'mutation'
          ? [{ method: 'POST', path, ...json({}) }, { path: `${path}?input=${input}` }]
          : [{ path: `${path}?input=${input}` }, { method: 'POST', path, ...json({}) }];
      for (const request of requests) wrong.push(...problems(request, await requestAsAll(request, people)));
    }
    for (let from = 0; from < PROCEDURES.length; from += 20) {
      const names = PROCEDURES.slice(from, from + 20).map(([name]) => name);
      const path = `/trpc/${names.join(',')}?batch=1`;
      for (const request of [{ path: `${path}&input=%7B%7D` }, { method: 'POST', path, ...json({}) }] satisfies SentRequest[])
        wrong.push(...problems(request, await requestAsAll(request, people)));
    }
    expect(PROCEDURES.length).toBeGreaterThan(150);
    expect(wrong).toEqual([]);
  }, 120_000);

  // spec s8-browser.3 | S8 F | Live news come over a WebSocket, where they are counted, and not as a stream over HTTP | src/server/api/http.ts
  test.each(['inbox.stream', 'inbox.watchTutor'])('live news are no answer of HTTP: %s', async (name) => {
    expect(appRouter._def.procedures).toHaveProperty([name]);
    const request = {
      path: `/trpc/${name}?input=${encodeURIComponent(JSON.stringify({ tutorId: tutor.id }))}`,
      headers: { Accept: 'text/event-stream' },
    };
    const answers = await requestAsAll(request);
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.parse(body).error.json.data.domainCode}`))).toEqual(
      new Set(['404 request.unknown_path']),
    );
    expect(problems(request, answers)).toEqual([]);
  });

  // spec s8-browser.2
  test.each<[string, SentRequest]>([
    ['a procedure that is none', { path: '/trpc/no.such' }],
    ['more calls than a batch may have', { path: `/trpc/${Array(21).fill('statistics.public').join(',')}?batch=1&input=%7B%7D` }],
    ['no JSON', { method: 'POST', path: '/trpc/auth.login', headers: { 'Content-Type': 'application/json' }, body: '{' }],
    ['another kind of body', { method: 'POST', path: '/trpc/auth.login', headers: { 'Content-Type': 'text/plain' }, body: '{}' }],
    ['too much', { method: 'POST', path: '/trpc/auth.login', ...json('x'.repeat(70_000)) }],
    ['HEAD', { method: 'HEAD', path: '/trpc/statistics.public' }],
    ['OPTIONS', { method: 'OPTIONS', path: '/trpc/statistics.public' }],
    ['TRACE', { method: 'TRACE', path: '/trpc/statistics.public' }],
    ['no path', { path: '/trpc' }],
    ['no name', { path: '/trpc/' }],
  ])('nor is a refusal: %s', async (_, request) => {
    expect(problems(request, await requestAsAll(request))).toEqual([]);
  });
});

// spec s8-browser.2
describe('REST', () => {
  test('no answer of a REST call is cached for any caller; the reference is the same for all', async () => {
    type Document = { paths: Record<string, Record<string, unknown>> };
    const { paths } = JSON.parse((await site.request({ path: '/api/openapi.json' })).body) as Document;
    const calls = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })));
    const wrong: string[] = [];
    for (const { method, path } of calls) {
      const filled = path.replace('{provider}', 'google').replace(/\{[^}]+\}/g, path.startsWith('/api/tutors') ? tutor.id : UNKNOWN_ID);
      const request: SentRequest = { method, path: filled, ...(method === 'GET' ? {} : json({})) };
      wrong.push(...problems(request, await requestAsAll(request)));
    }
    expect(calls.length).toBeGreaterThan(120);
    expect(wrong).toEqual([]);
  }, 120_000);

  test.each<[string, SentRequest]>([
    ['no such path', { path: '/api/no/such' }],
    ['another method', { method: 'DELETE', path: '/api/stats/public' }],
    ['HEAD', { method: 'HEAD', path: '/api/auth/me' }],
    ['TRACE', { method: 'TRACE', path: '/api/auth/me' }],
    ['a preflight', { method: 'OPTIONS', path: '/api/auth/me', headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' } }],
    ['no JSON', { method: 'POST', path: '/api/auth/login', headers: { 'Content-Type': 'application/json' }, body: '{' }],
    ['notifications as a page', { path: '/notifications', headers: { Accept: 'text/html' } }],
    ['notifications as a call', { path: '/notifications', headers: { Accept: 'application/json' } }],
    ['a condition', { path: '/api/auth/me', headers: { 'If-None-Match': '*', 'If-Modified-Since': 'Mon, 23 Nov 2026 00:00:00 GMT' } }],
    ['openapi.json by HEAD', { method: 'HEAD', path: '/api/openapi.json' }],
    ['the reference', { path: '/api/docs' }],
    ['a script of the reference', { path: '/api/docs/start.js' }],
    ['a file of the reference that is none', { path: '/api/docs/none.js' }],
  ])('%s', async (_, request) => {
    expect(problems(request, await requestAsAll(request))).toEqual([]);
  });
});

describe('files, feeds and pages', () => {
  const links = createFileLinks({ secret: SECRET });
  const signed = () => links.url('document/a.jpg', new Date());

  test.each<[string, () => SentRequest]>([
    ['a photo', () => ({ path: '/files/photos/a.webp' })],
    ['a photo by HEAD', () => ({ method: 'HEAD', path: '/files/photos/a.webp' })],
    ['a part of a photo', () => ({ path: '/files/photos/a.webp', headers: { Range: 'bytes=0-1' } })],
    ['a photo that is not there', () => ({ path: '/files/photos/none.webp' })],
    ['a document', () => ({ path: signed() })],
    ['a document whose link was changed', () => ({ path: `${signed()}x` })],
    ['a document without a link', () => ({ path: '/files/document/a.jpg' })],
    ['a document with an empty signature', () => ({ path: '/files/document/a.jpg?expires=99999999999999&signature=' })],
    ['a document by the way of the photos', () => ({ path: '/files/photos/../document/a.jpg' })],
    ['the same, encoded', () => ({ path: '/files/photos/%2e%2e/document/a.jpg' })],
    ['the same, with its slashes encoded', () => ({ path: '/files/photos%2f..%2fdocument%2fa.jpg' })],
    ['the same, encoded twice', () => ({ path: '/files/photos/%252e%252e/document/a.jpg' })],
    ['the same, with a backslash', () => ({ path: '/files/photos/..%5cdocument%5ca.jpg' })],
    ['a calendar', () => ({ path: `/calendar/${FEED}.ics` })],
    ['a calendar that is none', () => ({ path: `/calendar/${'g'.repeat(43)}.ics` })],
    ['an export', () => ({ path: '/export?query=%7B%7D&by=x&expires=1&signature=x' })],
    ['an export by HEAD', () => ({ method: 'HEAD', path: '/export' })],
    ['unsubscribing', () => ({ path: '/unsubscribe?user=x&kind=bookings&signature=x' })],
    ['unsubscribing, by POST', () => ({ method: 'POST', path: '/unsubscribe?user=x&kind=bookings&signature=x' })],
    ['the way to Google', () => ({ path: '/api/auth/google' })],
    ['the way back from Google', () => ({ path: '/api/auth/google/callback?state=s&code=c' })],
    ['the outbox of development', () => ({ path: '/dev/outbox' })],
    ['how the server is', () => ({ path: '/healthz' })],
    ['where to report', () => ({ path: '/.well-known/security.txt' })],
    ['the rest of /.well-known', () => ({ path: '/.well-known/other' })],
    ['a poll of Socket.IO', () => ({ path: '/socket.io/?EIO=4&transport=polling' })],
    ['a poll of Socket.IO that is none', () => ({ path: '/socket.io/?EIO=4&transport=none' })],
    ['a poll from a page of others', () => ({ path: '/socket.io/?EIO=4&transport=polling', headers: { Origin: 'https://evil.example' } })],
    ['the first page', () => ({ path: '/' })],
    ['a page of somebody', () => ({ path: '/student/dashboard' })],
    ['a page that the browser has already', () => ({ path: '/account', headers: { 'If-None-Match': '*' } })],
    ['a page by HEAD', () => ({ method: 'HEAD', path: '/tutors' })],
    ['a page by POST', () => ({ method: 'POST', path: '/tutors' })],
    ['a page with a token in its address', () => ({ path: '/auth/callback?token=secret' })],
    ['the same, with a slash at its end', () => ({ path: '/auth/callback/?token=secret' })],
    ['a page with an address in its address', () => ({ path: '/reset-password?email=somebody%40example.com' })],
    ['a script', () => ({ path: '/assets/app-1234.js' })],
    ['a packed script', () => ({ path: '/assets/app-1234.js', headers: { 'Accept-Encoding': 'br' } })],
    ['a script that is not there', () => ({ path: '/assets/none-5678.js' })],
    ['the service worker', () => ({ path: '/sw.js' })],
    ['the manifest', () => ({ path: '/manifest.webmanifest' })],
    ['an icon', () => ({ path: '/favicon.svg' })],
  ])('%s', async (_, createRequest) => {
    const request = createRequest();
    expect(problems(request, await requestAsAll(request))).toEqual([]);
  });

  // spec s8-browser.2
  test('a page that has not changed is answered as such, and depends on nobody', async () => {
    const { headers } = await site.request({ path: '/account' });
    const request = { path: '/account', headers: { 'If-None-Match': headers.etag ?? '' } };
    const answers = await requestAsAll(request);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([304]));
    expect(problems(request, answers)).toEqual([]);
  });

  // spec s8-browser.2
  test('no document is ever public', async () => {
    for (const path of [
      signed(),
      signed().replace('/files/', '/files//'),
      `${signed()}&signature=`,
      `/files/photos/..%2fdocument%2fa.jpg${signed().slice(signed().indexOf('?'))}`,
    ]) {
      const answer = await site.request({ path });
      expect([path, answer.headers['cache-control']]).toEqual([path, expect.not.stringContaining('public')]);
      if (answer.status === 200) expect(answer.headers['cache-control']).toBe('private, no-store');
    }
  });
});

describe('what may be stored', () => {
  // spec s8-browser.2
  test.each([
    '/api/openapi.json',
    '/api/docs',
    '/files/photos/a.webp',
    '/',
    '/assets/app-1234.js',
    '/sw.js',
    '/manifest.webmanifest',
    '/.well-known/security.txt',
  ])('names in Vary every header by which %s differs', async (path) => {
    const plain = essence(await site.request({ path }));
    const varied: Record<string, string[]> = {
      'accept-encoding': ['br', 'gzip', 'br;q=0'],
      origin: ['https://app.example', 'https://evil.example'],
      accept: ['text/html', 'application/json'],
      'accept-language': ['si'],
      'user-agent': ['curl'],
    };
    const missing: string[] = [];
    for (const [name, values] of Object.entries(varied)) {
      const answers = await Promise.all(values.map((value) => site.request({ path, headers: { [name]: value } })));
      const isVaried = answers.some((answer) => essence(answer) !== plain);
      const vary = (answer: ReceivedResponse) => (answer.headers.vary ?? '').toLowerCase().split(/, ?/);
      if (isVaried && ![await site.request({ path }), ...answers].every((answer) => vary(answer).includes(name))) missing.push(name);
    }
    expect(missing).toEqual([]);
  });
});
