import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { sessions, users } from '#db/schema/people.ts';
import { deliver } from '#server/core/deliver.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { realtimePayloads, toRealtime } from '#server/rest/wire/realtime.ts';
import { BOOKING_UPDATES } from '#shared/vocabulary/bookings.ts';
import { SOCKETS } from '#shared/vocabulary/limits.ts';
import { callerAs, notifierOf } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { connectExternalClient, createExternalClient, type ExternalClient, type ReceivedEvent } from '#tests/support/external-clients.ts';
import { aBooking, anAdmin, aStudent, aTutor, HOUR, type User } from '#tests/support/factories.ts';
import { expectBelow } from '#tests/support/measured.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';
import { openRawSocket } from '#tests/support/socket-clients.ts';

const ALLOWED = 'https://app.example';
const database = useDatabase();
let server: RunningServer;
let clients: ExternalClient[] = [];

beforeAll(async () => {
  server = await runServer(database.url, { CORS_ORIGINS: ALLOWED });
});
afterAll(() => server.close());
afterEach(() => {
  for (const { socket } of clients) socket.disconnect();
  clients = [];
});

type Options = Parameters<typeof connectExternalClient>[2];

const tokenOf = (user: User) => createSessions(database.db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });
const notify = (user: User, title: string) => callerAs(database, user).notifications.create({ type: 'info', title, message: 'A message.' });
const isAlive = async () => (await fetch(`${server.url}/api/stats/public`)).status === 200;
const call = (method: string, path: string, token: string, body?: object) =>
  fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
const titleIn = ({ payload }: ReceivedEvent) => (payload as { data?: { title?: string } }).data?.title;

async function connected(token: string, options?: Options): Promise<ExternalClient> {
  const client = await connectExternalClient(server.url, { token }, options);
  clients.push(client);
  return client;
}
async function connectedAs(user: User, options?: Options): Promise<ExternalClient> {
  return connected(await tokenOf(user), options);
}
async function notifyLast(user: User, client: ExternalClient, title = 'The last one'): Promise<void> {
  await notify(user, title);
  await client.waitUntil(() => client.received.some((event) => titleIn(event) === title));
}
function listEvents({ received }: ExternalClient): ReceivedEvent[] {
  for (const { name, payload } of received) expect(realtimePayloads[name as keyof typeof realtimePayloads].strict().parse(payload)).toEqual(payload);
  return received;
}

describe('a client of somebody else', () => {
  // spec socketio.1 | R §7 | Socket.IO 4 at /socket.io, on the page’s own origin; WebSocket and polling, and from one to the other |
  //   src/server/edge/socketio.ts
  // spec socketio.2 | R §7, C §9 Realtime | The four events, as the contract writes them, under the id of the stored notification |
  //   src/server/rest/wire/realtime.ts
  test.each<[string, Options]>([
    ['WebSocket', { transports: ['websocket'] }],
    ['polling', { transports: ['polling'] }],
    ['polling that becomes WebSocket', { transports: ['polling', 'websocket'] }],
  ])('hears a stored notification by its id over %s', async (_, options) => {
    const student = await aStudent(database.db);
    const client = await connectedAs(student, options);
    const { id, createdAt } = await callerAs(database, student).notifications.create({
      type: 'warning',
      title: 'Bring a compass',
      message: 'For geometry.',
      category: 'review',
      priority: 'high',
      action: { label: 'See', url: '/bookings' },
    });
    await notifyLast(student, client, 'Without an action');
    const [first, second] = listEvents(client);
    const data = { id, _id: id, type: 'warning', title: 'Bring a compass', message: 'For geometry.', category: 'review', priority: 'high' };
    expect(first).toEqual({
      name: 'new_notification',
      payload: {
        type: 'notification',
        data: { ...data, action: { label: 'See', url: '/bookings' }, read: false, createdAt: createdAt.toISOString() },
      },
    });
    expect(second).not.toHaveProperty('payload.data.action');
    if (options?.transports?.length === 2) await expect.poll(() => client.socket.io.engine.transport.name).toBe('websocket');
  });

  // spec socketio.2
  test('each party receives each change of a booking once, with the id of its own stored notification', async () => {
    const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
    const startTime = new Date(Math.ceil(Date.now() / HOUR) * HOUR + 72 * HOUR);
    const booking = await aBooking(database.db, { student, tutor, startTime, endTime: new Date(startTime.getTime() + HOUR) });
    const tokens = [await tokenOf(student), await tokenOf(tutor.user)] as const;
    const [ofStudent, ofTutor] = [await connected(tokens[0]), await connected(tokens[1])];

    for (const body of [{ status: 'confirmed' }, { status: 'cancelled', reason: 'I am ill.' }]) {
      expect((await call('PATCH', `/api/tutors/bookings/${booking.id}`, tokens[1], body)).status).toBe(200);
    }
    for (const [user, token, client] of [
      [student, tokens[0], ofStudent],
      [tutor.user, tokens[1], ofTutor],
    ] as const) {
      const stored = (await (await call('GET', '/notifications', token)).json()) as { data: { notifications: { _id: string; title: string }[] } };
      const idOf = (title: string) => stored.data.notifications.filter((event) => event.title === title).map((event) => event._id);
      await notifyLast(user, client);
      const subject = booking.subjectName;
      const of = (update: string, title: string) => ({
        name: 'booking_update',
        payload: {
          type: 'booking_update',
          data: {
            bookingId: booking.id,
            notificationId: idOf(title)[0],
            updateType: update,
            booking: {
              id: booking.id,
              _id: booking.id,
              subject,
              status: update,
              startTime: startTime.toISOString(),
              endTime: booking.endTime.toISOString(),
            },
            type: update === 'confirmed' ? 'success' : 'warning',
            title,
            message: `Your booking for ${subject} has been ${update}.`,
            action: { label: 'View Booking', url: `/bookings/${booking.id}` },
          },
        },
      });
      expect(idOf('Booking Confirmed')).toHaveLength(1);
      expect(listEvents(client).slice(0, -1)).toEqual([of('confirmed', 'Booking Confirmed'), of('cancelled', 'Booking Cancelled')]);
    }
  });

  // spec s8-last.2 | C §9, S8b 2 | `booking_update.data.type` is the type of the notification that goes with it | src/server/rest/wire/realtime.ts,
  //   src/server/features/notifications/notifications.projector.ts
  // spec socketio.2
  test.each(BOOKING_UPDATES)('a booking that is %s has the specified title', (updateType) => {
    const booking = { id: 'b', subject: 'Physics', status: 'pending' as const, startTime: new Date(), endTime: new Date() };
    const event = toRealtime({ type: 'booking_update', bookingId: 'b', notificationId: 'n', updateType, notificationType: 'warning', booking });
    expect(event?.payload.data.type).toBe('warning');
    const titles = { created: 'New Booking', updated: 'Booking Updated', cancelled: 'Booking Cancelled', confirmed: 'Booking Confirmed' };
    expect(event?.payload.data.title).toBe(titles[updateType]);
  });

  // spec s8-last.3 | C §9, S8b 3 | The data of every event holds type, title, message and action; `broadcast` too | src/server/rest/wire/realtime.ts
  // spec socketio.2
  test('announcements come to everyone or to a role, and those from before it came are not repeated', async () => {
    const [admin, student, tutor] = [await anAdmin(database.db), await aStudent(database.db), await aTutor(database.db)];
    const announce = (audience: 'everyone' | 'student', title: string, action: { label: string; url: string } | null) =>
      callerAs(database, admin, { now: () => new Date() }).announcements.send({ audience, title, message: 'Of what is new.', action });
    await announce('everyone', 'Before', null);
    const [ofStudent, ofTutor] = [await connectedAs(student), await connectedAs(tutor.user)];
    await announce('everyone', 'To everyone', null);
    await announce('student', 'To students', { label: 'Read', url: '/blogs' });
    await ofStudent.waitUntil(() => ofStudent.names().includes('system_message'));
    await ofTutor.waitUntil(() => ofTutor.names().includes('broadcast'));
    await notifyLast(student, ofStudent);
    await notifyLast(tutor.user, ofTutor);
    const broadcast = { name: 'broadcast', payload: { type: 'broadcast', data: { type: 'info', title: 'To everyone', message: 'Of what is new.' } } };
    const action = { label: 'Read', url: '/blogs' };
    const message = {
      name: 'system_message',
      payload: { type: 'system_message', data: { type: 'info', title: 'To students', message: 'Of what is new.', action } },
    };
    expect(listEvents(ofStudent).slice(0, -1)).toEqual([broadcast, message]);
    expect(listEvents(ofTutor).slice(0, -1)).toEqual([broadcast]);
  });

  // spec socketio.4 | R §7 | Several sockets of one person, each told the same; what is for our own client only is told to none |
  //   src/server/edge/socketio-server.ts
  test('every socket of an account receives the same, without the events meant for browsers', async () => {
    const student = await aStudent(database.db);
    const ownClients = [await connectedAs(student), await connectedAs(student, { transports: ['polling'] })];
    await notify(student, 'First');
    await callerAs(database, student).notifications.markAllRead();
    await notifyLast(student, ownClients[0] as ExternalClient);
    for (const client of ownClients) {
      await client.waitUntil(() => client.received.length > 1);
      expect(listEvents(client).map(titleIn)).toEqual(['First', 'The last one']);
    }
  });
});

describe('who may connect', () => {
  // spec socketio.3 | R §7 | `auth.token` bare or after Bearer, or an Authorization header; else "Authentication error" |
  //   src/server/edge/socketio-server.ts
  test.each<[string, (token: string) => [auth: Record<string, unknown>, options?: Options]]>([
    ['the bare token', (token) => [{ token }]],
    ['the token after Bearer', (token) => [{ token: `Bearer ${token}` }]],
    ['a header', (token) => [{}, { extraHeaders: { authorization: `Bearer ${token}` } }]],
  ])('whoever shows %s', async (_, shown) => {
    const client = await connectExternalClient(server.url, ...shown(await tokenOf(await aStudent(database.db))));
    client.socket.disconnect();
  });

  const rejected: [string, () => unknown][] = [
    ['no token', () => undefined],
    ['an empty one', () => ''],
    ['Bearer null', () => 'Bearer null'],
    ['garbage', () => 'x.y.z'],
    ['a token of 50,000 characters', () => 'r_'.padEnd(50_000, 'x')],
    ['an object', () => ({ token: { $ne: null } })],
    [
      'the token of a session that is over',
      async () => {
        const student = await aStudent(database.db);
        const token = await tokenOf(student);
        await database.db
          .update(sessions)
          .set({ expiresAt: new Date(0) })
          .where(eq(sessions.userId, student.id));
        return token;
      },
    ],
    [
      'the token of a suspended account',
      async () => {
        const student = await aStudent(database.db);
        const token = await tokenOf(student);
        await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, student.id));
        return token;
      },
    ],
  ];
  // spec socketio.3, s6-bad-input.1
  test.each(rejected)('nobody with %s', async (_, show) => {
    const client = createExternalClient(server.url, { token: await show() });
    await client.waitUntil(() => client.connectErrors.length > 0);
    expect(client.connectErrors).toEqual(['Authentication error']);
    client.socket.disconnect();
  });

  // spec s6-bad-input.8
  test('no page of another origin, unless it is one of those that are allowed', async () => {
    const token = await tokenOf(await aStudent(database.db));
    for (const transport of ['websocket', 'polling']) {
      const evil = createExternalClient(server.url, { token }, { transports: [transport], extraHeaders: { origin: 'https://evil.example' } });
      await evil.waitUntil(() => evil.connectErrors.length > 0);
      expect(evil.connectErrors[0]).toMatch(/websocket error|xhr poll error/);
      await connected(token, { transports: [transport], extraHeaders: { origin: ALLOWED } });
    }
    const poll = (origin: string) => fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, { headers: { origin } });
    expect((await poll('https://evil.example')).status).toBe(403);
    expect((await poll(ALLOWED)).headers.get('access-control-allow-origin')).toBe(ALLOWED);
  });

  // spec states.9 | D Accounts, S6 | What ends closes its sockets with the commit | src/server/features/auth/auth.projector.ts
  // spec socketio.5 | R §7, §2.2 | When a session ends its sockets are closed | src/server/edge/socketio-server.ts
  test('a session that ends is disconnected at once without a retry, while another stays', async () => {
    const student = await aStudent(database.db);
    const token = await tokenOf(student);
    const [leaving, other] = [await connected(token), await connectedAs(student)];
    const polling = await connected(token, { transports: ['polling'] });
    await call('POST', '/api/auth/logout', token);
    await leaving.waitUntil(() => leaving.disconnects.length > 0);
    await polling.waitUntil(() => polling.disconnects.length > 0);
    expect([leaving.disconnects, polling.disconnects]).toEqual([['io server disconnect'], ['io server disconnect']]);
    await notifyLast(student, other);
    expect(other.socket.connected).toBe(true);
  });

  // spec states.9, socketio.5
  test('an account that is suspended is cut from all its sockets', async () => {
    const [admin, student] = [await anAdmin(database.db), await aStudent(database.db)];
    const client = await connectedAs(student);
    await callerAs(database, admin).moderation.setAccountStatus({ userId: student.id, status: 'suspended', reason: 'Fake reviews.' });
    await client.waitUntil(() => client.disconnects.length > 0);
    expect(client.disconnects).toEqual(['io server disconnect']);
  });
});

describe('rooms', () => {
  /** Repeated until the other hears it, because joining is not acknowledged. */
  async function typesTo(from: ExternalClient, room: string, to: ExternalClient, userName = 'Typing'): Promise<void> {
    const before = to.received.length;
    await expect
      .poll(() => {
        from.socket.emit('typing_start', { room, userName });
        return to.received.length;
      })
      .toBeGreaterThan(before);
  }

  // spec socketio.7 | R §7 | typing_start and typing_stop are relayed inside a room, under the true id | src/server/edge/socketio-rooms.ts
  test('the parties of a booking see who is typing, with the true id; an admin and a stranger do not', async () => {
    const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
    const [stranger, otherTutor, admin] = [await aStudent(database.db), await aTutor(database.db), await anAdmin(database.db)];
    const room = `booking_${(await aBooking(database.db, { student, tutor })).id}`;
    const ownRoom = `booking_${(await aBooking(database.db, { student: stranger, tutor: otherTutor })).id}`;
    const [ofStudent, ofTutor, ofAdmin] = [await connectedAs(student), await connectedAs(tutor.user), await connectedAs(admin)];
    const [ofStranger, ofOtherTutor] = [await connectedAs(stranger), await connectedAs(otherTutor.user)];
    for (const { socket } of [ofAdmin, ofStranger, ofStudent, ofTutor]) socket.emit('join_room', room);
    for (const { socket } of [ofStranger, ofOtherTutor]) socket.emit('join_room', ownRoom);
    await typesTo(ofOtherTutor, ownRoom, ofStranger);
    await typesTo(ofStudent, room, ofTutor, 'N'.repeat(500));
    await typesTo(ofTutor, room, ofStudent);
    expect(ofTutor.received.at(-1)).toEqual({ name: 'user_typing', payload: { userId: student.id, userName: 'N'.repeat(150) } });
    ofStudent.socket.emit('typing_stop', { room, userName: 'Somebody', userId: stranger.id });
    await ofTutor.waitUntil(() => ofTutor.names().includes('user_stop_typing'));
    expect(ofTutor.received.at(-1)?.payload).toEqual({ userId: student.id });

    ofStranger.socket.emit('typing_start', { room, userName: 'A stranger' });
    await notifyLast(stranger, ofStranger);
    await notifyLast(admin, ofAdmin);
    await notifyLast(student, ofStudent);
    expect(new Set(ofStranger.received.slice(0, -1).map(({ payload }) => (payload as { userId: string }).userId))).toEqual(
      new Set([otherTutor.user.id]),
    );
    expect(ofAdmin.names()).toEqual(['new_notification']);
    expect(JSON.stringify(ofStudent.received)).not.toContain(stranger.id);
  });

  // spec socketio.6
  test('a client that has left a room receives nothing of it until it joins again', async () => {
    const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
    const room = `booking_${(await aBooking(database.db, { student, tutor })).id}`;
    const [ofStudent, ofTutor] = [await connectedAs(student), await connectedAs(tutor.user)];
    for (const { socket } of [ofStudent, ofTutor]) socket.emit('join_room', room);
    await typesTo(ofStudent, room, ofTutor);
    ofTutor.socket.emit('leave_room', room);
    await notifyLast(tutor.user, ofTutor, 'It has left');
    const before = ofTutor.received.length;
    ofStudent.socket.emit('typing_start', { room, userName: 'Typing' });
    await notifyLast(student, ofStudent);
    await notifyLast(tutor.user, ofTutor);
    expect(ofTutor.received.length).toBe(before + 1);
    ofTutor.socket.emit('join_room', room);
    await typesTo(ofStudent, room, ofTutor);
  });

  // spec socketio.6 | R §7, C §9 Realtime | Rooms: the own one, admin_room for admins, booking_{id} for its parties; others and unknown messages are
  //   ignored | src/server/edge/socketio-rooms.ts
  // spec s6-bad-input.2 | S6 | Someone else’s room | src/server/edge/socketio-rooms.ts
  test("somebody else's room, an admin's, names of any kind and unknown messages have no effect", async () => {
    const [student, other] = [await aStudent(database.db), await aStudent(database.db)];
    const [client, ofOther] = [await connectedAs(student), await connectedAs(other)];
    const names = [`user_${other.id}`, 'admin_room', '__proto__', 'booking_', `booking_${student.id}`, 'x'.repeat(20_000), '', 7, null, ['a'], {}];
    for (const name of names) client.socket.emit('join_room', name);
    for (const name of names) client.socket.emit('leave_room', name);
    for (const payload of [undefined, null, 7, 'typing', [], { room: 7 }, { room: `user_${other.id}`, userName: 'x' }, { room: {}, userName: {} }]) {
      client.socket.emit('typing_start', payload);
      client.socket.emit('typing_stop', payload);
    }
    client.socket.emit('anything', { at: 'all' }, () => {});
    client.socket.emit('new_notification', { type: 'notification', data: { title: 'Forged' } });
    await notifyLast(other, ofOther);
    await notifyLast(student, client);
    expect([ofOther.names(), client.names()]).toEqual([['new_notification'], ['new_notification']]);
    expect([ofOther, client].map(({ socket }) => socket.connected)).toEqual([true, true]);
  });
});

describe('rubbish', () => {
  async function pollOf(): Promise<string> {
    const address = `${server.url}/socket.io/?EIO=4&transport=polling`;
    const opened = await (await fetch(address)).text();
    return `${address}&sid=${(JSON.parse(opened.slice(1)) as { sid: string }).sid}`;
  }

  // spec s6-bad-input.3
  test.each([70_000, 1024 * 1024])('a frame or a body of %i bytes ends its own connection', async (bytes) => {
    const student = await aStudent(database.db);
    const [large, other] = [await connectedAs(student), await connectedAs(student)];
    large.socket.emit('join_room', 'x'.repeat(bytes));
    await large.waitUntil(() => large.disconnects.length > 0);
    expect((await fetch(await pollOf(), { method: 'POST', body: '4'.padEnd(bytes, 'x') })).status).toBe(413);
    await notifyLast(student, other);
  });

  test.each(['', '?EIO=4', '?EIO=3&transport=polling', '?EIO=4&transport=polling&sid=__proto__', '?EIO=4&transport=polling&sid=2_abc'])(
    'a request of %j is refused',
    async (query) => {
      expect((await fetch(`${server.url}/socket.io/${query}`)).status).toBe(400);
      expect(await isAlive()).toBe(true);
    },
  );

  // spec s6-bad-input.10 | S6 | Many logins at once over one line of Socket.IO | src/server/edge/socketio-server.ts
  test('simultaneous logins over one connection open a single socket, which receives every event once', async () => {
    const student = await aStudent(database.db);
    const login = `40${JSON.stringify({ token: await tokenOf(student) })}`;
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    const messages: string[] = [];
    socket.on('message', (data) => messages.push(String(data)));
    await new Promise((resolve) => socket.once('message', resolve));
    for (let index = 0; index < 20; index += 1) socket.send(login);
    await expect.poll(() => messages.filter((text) => /^4[04]/.test(text)).length).toBe(20);
    expect(messages.filter((text) => text.startsWith('40'))).toHaveLength(1);
    await notify(student, 'First');
    await notify(student, 'Second');
    await expect.poll(() => messages.join()).toContain('Second');
    expect(messages.filter((text) => text.includes('First'))).toHaveLength(1);
    socket.terminate();
  });

  // spec s8-limits.20
  test('without a session more than fifty of one address are closed, those of browsers included, and those with one are not', async () => {
    const own = await runServer(database.url);
    const token = await tokenOf(await aStudent(database.db));
    const visitors = await Promise.all(Array.from({ length: SOCKETS.anonymous - 1 }, () => openRawSocket(`${own.url.replace('http', 'ws')}/trpc`)));
    const first = createExternalClient(own.url, { token: 'nobody' });
    await first.waitUntil(() => first.connectErrors.length > 0);
    const second = createExternalClient(own.url, { token: 'nobody' });
    await second.waitUntil(() => second.connectErrors.length > 0);
    await expect.poll(() => own.sockets.size).toBe(SOCKETS.anonymous);
    const visitor = await openRawSocket(`${own.url.replace('http', 'ws')}/trpc`);
    expect(await visitor.waitForClose()).toBe(1008);

    const signedIn = await connectExternalClient(own.url, { token });
    expect(signedIn.socket.connected).toBe(true);
    first.socket.disconnect();
    first.socket.io.engine.close();
    await expect.poll(() => own.sockets.size).toBe(SOCKETS.anonymous);
    const next = await openRawSocket(`${own.url.replace('http', 'ws')}/trpc`);
    for (const { socket } of [...visitors, next]) expect(socket.readyState).toBe(socket.OPEN);
    signedIn.socket.disconnect();
    await own.close();
  });

  // spec s6-bad-input.4
  test('a client that sends ten thousand messages a second is disconnected, and nobody else is slowed', async () => {
    const [student, other] = [await aStudent(database.db), await aStudent(database.db)];
    const [client, ofOther] = [await connectedAs(student), await connectedAs(other)];
    const polling = await connectedAs(student, { transports: ['polling'] });
    for (const { socket } of [client, polling]) for (let index = 0; index < 10_000; index += 1) socket.emit('join_room', `booking_${other.id}`);
    const started = performance.now();
    await notifyLast(other, ofOther);
    expectBelow(performance.now() - started, 1_000);
    await client.waitUntil(() => client.disconnects.length > 0);
    await polling.waitUntil(() => polling.disconnects.length > 0);
    expect(ofOther.socket.connected).toBe(true);
  });

  // spec s6-bad-input.5
  test('a client that never reads is dropped, while one that does receives everything', async () => {
    const student = await aStudent(database.db);
    const token = await tokenOf(student);
    const reader = await connected(token);
    const before = new Set(server.sockets);
    const deaf = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    await new Promise((resolve) => deaf.once('message', resolve));
    const [connection] = [...server.sockets].filter((socket) => !before.has(socket));
    const isIn = new Promise((resolve) => deaf.once('message', resolve));
    const login = `40${JSON.stringify({ token })}`;
    deaf.send(login);
    expect(String(await isIn)).toMatch(/^40/);
    deaf.pause();
    const poll = await pollOf();
    await fetch(poll, { method: 'POST', body: login });
    expect(await (await fetch(poll)).text()).toMatch(/^40/);

    const { id } = await notify(student, 'The first one');
    const notification = { id, type: 'info', title: 'Long', message: 'x'.repeat(50_000), action: null, category: 'general', priority: 'medium' };
    const payload = { type: 'new_notification', notification: { ...notification, createdAt: new Date() } };
    let sent = 1;
    for (; connection?.destroyed === false && sent < 1_000; sent += 10) {
      const deliveries = Array.from({ length: 10 }, () => ({ to: student.id, kind: 'notification.created', ref: null, payload }));
      notifierOf(database.db).notify(await deliver(database.db, deliveries, () => {}));
      await reader.waitUntil(() => reader.received.length >= sent + 10);
    }
    expect(connection?.destroyed).toBe(true);
    expect((await fetch(poll)).status).toBe(400);
    expect(reader.received.length).toBe(sent);
    deaf.terminate();
  });
});

test('closing the server ends every socket in a way that lets clients reconnect', async () => {
  const own = await runServer(database.url);
  const token = await tokenOf(await aStudent(database.db));
  const ownClients = [await connectExternalClient(own.url, { token }), await connectExternalClient(own.url, { token }, { transports: ['polling'] })];
  await own.close();
  for (const client of ownClients) {
    await client.waitUntil(() => client.disconnects.length > 0);
    expect(client.disconnects[0]).toMatch(/^transport (close|error)$/);
  }
});
