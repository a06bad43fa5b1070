import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSessions } from '#server/infra/credentials.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { connectExternalClient, createExternalClient, type ExternalClient } from '#tests/support/external-clients.ts';
import { aBooking, aStudent, aTutor, HOUR, type User } from '#tests/support/factories.ts';
import { aJpeg } from '#tests/support/images.ts';
import { type ServerProcess, startServer } from '#tests/support/server.ts';

const database = useDatabase();
const OF_BROWSERS = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const OF_CLIENTS = 'application/json, text/plain, */*';
const PAGE = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
let server: ServerProcess;
let student: User;
let token: string;

const tokenOf = (user: User) => createSessions(database.db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });
const get = (path: string, headers: Record<string, string>, method = 'GET') => fetch(server.url + path, { method, headers, redirect: 'manual' });
const typeOf = ({ headers }: Response) => headers.get('content-type')?.toLowerCase();

beforeAll(async () => {
  server = await startServer({ databaseUrl: database.url });
});
afterAll(() => server.stop());
beforeEach(async () => {
  student = await aStudent(database.db);
  token = await tokenOf(student);
});

describe('check 17: GET /notifications is a page and a call', () => {
  // spec rest.6 | R §4.8 | /notifications is a page or a call by Accept and Authorization; Vary and no-store keep caches from mixing them |
  //   src/server/edge/pages.ts
  // spec s7-checks.17 | R §10 17 | 17. Notifications beside their page | src/server/request-routing.ts
  test('of a browser that shows no token it is the page', async () => {
    const answer = await get('/notifications', { Accept: OF_BROWSERS });
    expect([answer.status, typeOf(answer)]).toEqual([200, PAGE]);
    expect(await answer.text()).toContain('<div id="root">');
  });

  // spec rest.6, s7-checks.17
  test.each([
    ['with a token', OF_CLIENTS, true, 200],
    ['of a browser with a token', OF_BROWSERS, true, 200],
    ['without a token', OF_CLIENTS, false, 401],
    ['that accepts anything', '*/*', false, 401],
  ])('%s it is JSON', async (_, accept, isSignedIn, status) => {
    const answer = await get('/notifications', { Accept: accept, ...(isSignedIn && { Authorization: `Bearer ${token}` }) });
    expect([answer.status, typeOf(answer)]).toEqual([status, JSON_TYPE]);
    expect(await answer.json()).toMatchObject({ success: status === 200 });
  });

  // spec rest.6
  test('neither is taken for the other by a cache', async () => {
    for (const Accept of [OF_BROWSERS, OF_CLIENTS]) {
      const { headers } = await get('/notifications', { Accept, ...(Accept === OF_CLIENTS && { Authorization: `Bearer ${token}` }) });
      const vary = headers
        .get('vary')
        ?.toLowerCase()
        .split(/\s*,\s*/);
      expect({ Accept, vary }).toEqual({ Accept, vary: expect.arrayContaining(['accept', 'authorization']) });
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  // spec rest.6
  test.each([
    ['GET', '/api/notifications', 401],
    ['GET', '/notifications/unread-count', 401],
    ['GET', '/notifications/stats', 401],
    ['POST', '/notifications', 401],
    ['DELETE', '/notifications/delete-read', 401],
    ['GET', '/notifications/of/nothing', 404],
    ['GET', '/api/x', 404],
  ])('%s %s is never a page', async (method, path, status) => {
    const answer = await get(path, { Accept: OF_BROWSERS }, method);
    expect([answer.status, typeOf(answer)]).toEqual([status, JSON_TYPE]);
  });

  // spec rest.4 | R §2.1 | Every other GET is the web application | src/server/request-routing.ts
  test.each([
    '/',
    '/bookings/0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40',
    '/admin/tutors',
    '/tutor/profile',
    '/no/such/page',
    '/apiary',
    '/notifications-of-old',
  ])('GET %s, as a link of a notification is followed, is a page', async (path) => {
    const answer = await get(path, { Accept: OF_BROWSERS });
    expect(typeOf(answer)).toBe(PAGE);
    expect(await answer.text()).toContain('<div id="root">');
  });
});

describe('check 18: an upload that is removed', () => {
  // spec s7-checks.18
  test.each(['its id', 'its encoded URL', 'its encoded URL with an old signature'])('by %s takes its file along', async (form) => {
    const tutor = await aTutor(database.db);
    const headers = { Authorization: `Bearer ${await tokenOf(tutor.user)}` };
    const body = new FormData();
    body.append('documents', new File([new Uint8Array(await aJpeg())], 'degree.jpg', { type: 'image/jpeg' }));
    const sent = await fetch(`${server.url}/api/upload/verification-docs`, { method: 'POST', headers, body });
    const { data } = (await sent.json()) as { data: { id: string; url: string }[] };
    const [{ id, url } = { id: '', url: '' }] = data;
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(404);

    const old = url.replace(/signature=.*/, 'signature=old');
    const named = form === 'its id' ? id : encodeURIComponent(form === 'its encoded URL' ? url : old);
    const removed = await fetch(`${server.url}/api/upload/${named}`, { method: 'DELETE', headers });
    expect([removed.status, await removed.json()]).toMatchObject([200, { data: { result: 'ok' } }]);
    await expect.poll(async () => (await fetch(url)).status, { timeout: 20_000 }).toBe(404);
  });
});

// spec s7-checks.20 | R §10 20 | 20. The socket | src/server/edge/socketio.ts
describe('check 20: the socket', () => {
  let clients: ExternalClient[] = [];
  afterEach(() => {
    for (const { socket } of clients) socket.disconnect();
    clients = [];
  });
  const connected = async (user: User) => {
    const client = await connectExternalClient(server.url, { token: await tokenOf(user) });
    clients.push(client);
    return client;
  };
  const notify = (user: User, title: string) => callerAs(database, user).notifications.create({ type: 'info', title, message: 'Words.' });
  const titlesOf = ({ received }: ExternalClient) => received.map(({ payload }) => (payload as { data: { title: string } }).data.title);

  test('a bare token connects, over WebSocket and over polling', async () => {
    for (const transports of [['websocket'], ['polling']]) {
      const client = await connectExternalClient(server.url, { token }, { transports });
      clients.push(client);
      expect(client.socket.connected).toBe(true);
    }
  });

  test.each([{ token: 'x.y.z' }, { token: '' }, { token: 'null' }, {}])('%j is refused', async (auth) => {
    const client = createExternalClient(server.url, auth);
    clients.push(client);
    await client.waitUntil(() => client.connectErrors.length > 0);
    expect([client.connectErrors, client.socket.connected]).toEqual([['Authentication error'], false]);
  });

  test("joining another user's room has no effect", async () => {
    const other = await aStudent(database.db);
    const client = await connected(student);
    client.socket.emit('join_room', `user_${other.id}`);
    client.socket.emit('join_room', 'admin_room');
    // Messages of one socket are read in order.
    await notify(student, 'First');
    await client.waitUntil(() => titlesOf(client).includes('First'));
    await notify(other, 'Not for you');
    await notify(student, 'Last');
    await client.waitUntil(() => titlesOf(client).includes('Last'));
    expect(titlesOf(client)).toEqual(['First', 'Last']);
  });

  test('the payloads have their literal types, and each party is notified once of a move', async () => {
    const tutor = await aTutor(database.db);
    const startTime = new Date(Math.ceil(Date.now() / HOUR) * HOUR + 72 * HOUR);
    const booking = await aBooking(database.db, { student, tutor, startTime, endTime: new Date(startTime.getTime() + HOUR) });
    const [ofStudent, ofTutor] = [await connected(student), await connected(tutor.user)];
    const moved = await fetch(`${server.url}/api/tutors/bookings/${booking.id}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${await tokenOf(tutor.user)}`, 'Content-Type': 'application/json' },
      body: '{"status":"confirmed"}',
    });
    expect(moved.status).toBe(200);
    for (const [user, client] of [
      [student, ofStudent],
      [tutor.user, ofTutor],
    ] as const) {
      await notify(user, 'Last');
      await client.waitUntil(() => titlesOf(client).includes('Last'));
      expect(client.received.map(({ name, payload }) => [name, (payload as { type: string }).type])).toEqual([
        ['booking_update', 'booking_update'],
        ['new_notification', 'notification'],
      ]);
      const [first] = client.received as { payload: { data: { notificationId: string } } }[];
      const stored = (await (await get('/notifications', { Authorization: `Bearer ${await tokenOf(user)}` })).json()) as {
        data: { notifications: { _id: string; title: string }[] };
      };
      expect(stored.data.notifications.filter(({ title }) => title === 'Booking Confirmed').map(({ _id }) => _id)).toEqual([
        first?.payload.data.notificationId,
      ]);
    }
  });
});
