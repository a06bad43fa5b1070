import type { Socket } from 'node:net';
import { createTRPCClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { sessions } from '#db/schema/people.ts';
import type { AppRouter } from '#server/api/router.ts';
import { deliver } from '#server/core/deliver.ts';
import { createSessions } from '#server/infra/credentials.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { transformer } from '#shared/transformer.ts';
import { SOCKETS } from '#shared/vocabulary/limits.ts';
import { callerAs, notifierOf } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, type User } from '#tests/support/factories.ts';
import { expectBelow } from '#tests/support/measured.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';
import { BrowserWebSocket, openRawSocket, type Sent } from '#tests/support/socket-clients.ts';

const database = useDatabase();
let server: RunningServer;

beforeAll(async () => {
  server = await runServer(database.url);
});
afterAll(() => server.close());

const tokenOf = (user: User) => createSessions(database.db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });
const notify = (user: User, title: string) =>
  callerAs(database, user, { hasRateLimits: false }).notifications.create({ type: 'info', title, message: 'A message.' });
const socketUrl = () => `${server.url.replace('http', 'ws')}/trpc`;
const isEvent = (title: string) => (sent: Sent) => JSON.stringify(sent.result?.data ?? '').includes(title);
const isStarted = ({ result }: Sent) => result?.type === 'started';
const isToAll = isEvent('<id>');
const isReset = isEvent('"reset"');
const errorOf = ({ error }: Sent) => error?.json.data;
/** `ws` cannot send invalid frames, so they are written to its socket. */
const rawSocketOf = (socket: WebSocket) => (socket as unknown as { _socket: Socket })._socket;
const query = (id: number) => ({ id, method: 'query', params: { path: 'inbox.after', input: { json: {} } } });

async function subscribeAs(user: User) {
  const socket = await openRawSocket(socketUrl(), { token: await tokenOf(user) });
  socket.subscribe();
  await socket.waitForMessage(isReset);
  return socket;
}

describe("tRPC's own client", () => {
  // spec realtime.11 | S6 | tRPC’s wire format, by a handler of our own that serialises an event once | src/server/api/trpc-messages.ts
  test('asks, changes, is refused and follows over one socket as over HTTP', async () => {
    const student = await aStudent(database.db);
    const client = createWSClient({ url: socketUrl(), WebSocket: BrowserWebSocket, connectionParams: { token: await tokenOf(student) } });
    const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client, transformer })] });
    const followed: { id: string; data: InboxEvent }[] = [];
    let wake = () => {};
    const ended = new Promise<void>((resolve) => {
      const stream = trpc.inbox.stream.subscribe(
        {},
        {
          onData: (event: { id: string; data: InboxEvent }) => {
            followed.push(event);
            wake();
            if (followed.length === 2) stream.unsubscribe();
          },
          onStopped: resolve,
          onComplete: resolve,
        },
      );
    });
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    const created = await trpc.notifications.create.mutate({ type: 'info', title: 'Over the socket', message: 'A message.' });
    await ended;
    const { cursor, events } = await trpc.inbox.after.query({ cursor: '0.0' });
    expect(cursor).toBe('1.0');
    expect(followed).toEqual([
      { id: '0.0', data: { type: 'reset' } },
      { id: '1.0', data: events[0]?.event },
    ]);
    expect(followed[1]?.data).toMatchObject({ type: 'new_notification', notification: { id: created.id, createdAt: expect.any(Date) } });

    const refused = (await trpc.announcements.list.query({}).catch((error: unknown) => error)) as TRPCClientError<AppRouter>;
    expect(refused).toBeInstanceOf(TRPCClientError);
    expect(refused.message).toBe('Only admins can make announcements');
    expect(refused.data).toMatchObject({ code: 'FORBIDDEN', httpStatus: 403, domainCode: 'auth.role' });
    await client.close();
  });
});

describe('one event', () => {
  // spec realtime.11
  test('reaches two tabs and two people with the same data, each under its own id', async () => {
    const [first, other, admin] = [await aStudent(database.db), await aStudent(database.db), await anAdmin(database.db)];
    await notify(other, 'Before');
    const tabs = [await subscribeAs(first), await subscribeAs(first), await subscribeAs(other)];
    tabs[1]?.subscribe(7);
    await tabs[1]?.waitUntil(() => tabs[1]?.received.filter(isReset).length === 2);
    await callerAs(database, admin, { now: () => new Date() }).announcements.send({ audience: 'everyone', title: 'To "all" <id>', message: 'Hello' });
    const events = await Promise.all(tabs.map((tab) => tab.waitForMessage(isToAll)));
    await tabs[1]?.waitUntil(() => tabs[1]?.received.filter(isToAll).length === 2);
    const announcements = tabs.flatMap(({ received }) => received.filter(isToAll));
    expect(announcements.map(({ id, result }) => [id, result?.id])).toEqual([
      [1, '0.1'],
      [1, '0.1'],
      [7, '0.1'],
      [1, '1.1'],
    ]);
    const read = announcements.map(({ result }) => transformer.deserialize(result?.data as never) as { id: string; data: unknown });
    expect(read.map(({ id }) => id)).toEqual(['0.1', '0.1', '0.1', '1.1']);
    for (const { data } of read) expect(data).toEqual(read[0]?.data);
    expect(events[0]).toMatchObject({ result: { data: { json: { data: { type: 'broadcast', announcement: { title: 'To "all" <id>' } } } } } });
    for (const tab of tabs) tab.close();
  });
});

describe('who is there', () => {
  // spec s6-bad-input.1 | S6 | A garbage or expired token | src/server/api/websocket-connection.ts
  // spec realtime.2
  test.each([
    ['garbage', async () => 'r_garbage'],
    [
      'one that has expired',
      async () => {
        const student = await aStudent(database.db);
        const token = await tokenOf(student);
        await database.sql`update ${database.sql('sessions')} set expires_at = now() - interval '1 minute' where user_id = ${student.id}`;
        return token;
      },
    ],
  ])('a token that is %s is refused what is personal, and may see what is public', async (_, makeToken) => {
    const tutor = await aTutor(database.db);
    const socket = await openRawSocket(socketUrl(), { token: await makeToken() });
    socket.subscribe(1);
    socket.send({ id: 2, method: 'subscription', params: { path: 'inbox.watchTutor', input: { json: { tutorId: tutor.id } } } });
    const refused = await socket.waitForMessage(({ id, error }) => id === 1 && error !== undefined);
    expect(errorOf(refused)).toMatchObject({ code: 'UNAUTHORIZED', domainCode: 'auth.expired' });
    await socket.waitForMessage(({ id, result }) => id === 2 && result?.type === 'data');
    socket.close();
  });

  // spec realtime.8
  test('a session that is gone closes its socket, though nobody named it', async () => {
    const student = await aStudent(database.db);
    const socket = await subscribeAs(student);
    await database.db.delete(sessions);
    await database.sql`select pg_notify('news', '*')`;
    expect(await socket.waitForClose()).toBe(1005);
  });

  // spec s8-limits.20
  test('without a session more than fifty of one address are closed with a reason, and those with one are not', async () => {
    const own = await runServer(database.url);
    const url = `${own.url.replace('http', 'ws')}/trpc`;
    const token = await tokenOf(await aStudent(database.db));
    const visitors = await Promise.all(Array.from({ length: SOCKETS.anonymous }, () => openRawSocket(url)));
    const rejected = await openRawSocket(url);
    expect(await rejected.waitForClose()).toBe(1008);
    const signedIn = await openRawSocket(url, { token });
    signedIn.subscribe();
    await signedIn.waitForMessage(isStarted);
    for (const { socket } of visitors) expect(socket.readyState).toBe(socket.OPEN);
    await own.close();
  });

  // spec s6-bad-input.6 | S6 | One that never says who is there, answers no ping, follows too much, or sends what cannot be read |
  //   src/server/api/websocket-connection.ts
  test('a client that does not authenticate in time, or answers no ping, is disconnected', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const own = await runServer(database.url);
    const url = `${own.url.replace('http', 'ws')}/trpc`;
    const [silent, visitor] = [await openRawSocket(url, { isSilent: true }), await openRawSocket(url)];
    vi.advanceTimersByTime(SOCKETS.helloSeconds * 1000);
    expect(await silent.waitForClose()).toBe(1008);
    vi.advanceTimersByTime((SOCKETS.pingSeconds - SOCKETS.helloSeconds) * 1000);
    await visitor.waitForMessage(({ method }) => method === 'PING');
    visitor.send('PING');
    await visitor.waitForMessage(({ method }) => method === 'PONG');
    vi.advanceTimersByTime((SOCKETS.pingSeconds + SOCKETS.pongSeconds - 1) * 1000);
    expect(visitor.socket.readyState).toBe(visitor.socket.OPEN);
    vi.advanceTimersByTime(1000);
    expect(await visitor.waitForClose()).toBe(1006);
    vi.useRealTimers();
    await own.close();
  });
});

describe('a socket that asks too much', () => {
  // spec s6-bad-input.3 | S6 | 1 MB frames | src/server/api/websocket-server.ts
  test('a frame of a megabyte ends its own connection, and nothing else', async () => {
    const student = await aStudent(database.db);
    const [bad, good] = [await subscribeAs(student), await subscribeAs(student)];
    bad.send('x'.repeat(1024 * 1024));
    expect(await bad.waitForClose()).toBe(1009);
    await notify(student, 'Still here');
    await good.waitForMessage(isEvent('Still here'));
    good.close();
  });

  // spec s6-bad-input.4 | S6 | 10,000 messages a second from one socket | src/server/api/websocket-connection.ts
  test.each([
    ['messages', (socket: Awaited<ReturnType<typeof openRawSocket>>) => Array.from({ length: 10_000 }, (_, id) => socket.send(query(id)))],
    [
      'messages in frames of many',
      (socket: Awaited<ReturnType<typeof openRawSocket>>) =>
        Array.from({ length: 20 }, () => socket.send(Array.from({ length: 500 }, (_, id) => query(id)))),
    ],
  ])('ten thousand %s at once close it; others hear their news, and the database is hardly asked', async (_, flood) => {
    const [student, other] = [await aStudent(database.db), await aStudent(database.db)];
    const [bad, good] = [await subscribeAs(student), await subscribeAs(other)];
    flood(bad);
    const since = performance.now();
    await notify(other, 'In time');
    await good.waitForMessage(isEvent('In time'));
    expectBelow(performance.now() - since, 1000);
    expect(await bad.waitForClose()).toBe(1008);
    expect(bad.received.filter(({ id }) => id !== 1).length).toBeLessThanOrEqual(SOCKETS.burst);
    good.close();
  });

  // spec s8-load.12
  test.each([
    ['pings', [0x89, 0x80, 0, 0, 0, 0]],
    ['pongs', [0x8a, 0x80, 0, 0, 0, 0]],
    ['binary messages', [0x82, 0x80, 0, 0, 0, 0]],
    ['the pieces of a message', [0x00, 0x80, 0, 0, 0, 0]],
  ])('that floods with %s is cut off', async (_, frame) => {
    for (const path of ['/trpc', '/socket.io/?EIO=4&transport=websocket']) {
      const socket = new WebSocket(server.url.replace('http', 'ws') + path);
      const end = new Promise((resolve) => socket.once('close', resolve));
      socket.on('error', () => {});
      await new Promise((resolve) => socket.once('open', resolve));
      const firstPiece = [0x01, 0x80, 0, 0, 0, 0];
      rawSocketOf(socket).write(
        Buffer.from([
          ...(frame[0] === 0 ? firstPiece : []),
          // Twice the burst, because the allowance grows while they arrive.
          ...Array(Math.ceil((2 * SOCKETS.burstBytes) / 6))
            .fill(frame)
            .flat(),
        ]),
      );
      expect(await end).toBeTypeOf('number');
    }
  });

  test('that pings now and then is answered', async () => {
    for (const path of ['/trpc', '/socket.io/?EIO=4&transport=websocket']) {
      const socket = new WebSocket(server.url.replace('http', 'ws') + path);
      await new Promise((resolve) => socket.once('open', resolve));
      const answered = new Promise((resolve) => socket.once('pong', resolve));
      socket.ping('there?');
      expect(String(await answered)).toBe('there?');
      socket.terminate();
    }
  });

  // spec s8-load.12 | S8 B | A WebSocket, one of Socket.IO too, brings at most 256 KiB at once and 32 KiB a second, pings and pieces included |
  //   src/server/core/socket-limits.ts
  test('that sends more bytes than a browser would is cut off', async () => {
    const socket = await openRawSocket(socketUrl());
    const frame = JSON.stringify({ id: 1, method: 'query', params: { path: 'none', input: { json: 'x'.repeat(60_000) } } });
    for (let sent = 0; sent <= SOCKETS.burstBytes; sent += frame.length) socket.send(frame);
    expect(await socket.waitForClose()).toBe(1008);
  });

  test('that sends what is nested too deeply gets an error, and stays connected', async () => {
    const socket = await openRawSocket(socketUrl());
    socket.socket.send(`{"id":1,"method":"query","params":{"path":"none","input":${'['.repeat(1000)}`);
    expect(errorOf(await socket.waitForMessage(({ error }) => error !== undefined))).toMatchObject({
      code: 'BAD_REQUEST',
      domainCode: 'request.too_complex',
    });
    socket.send('PING');
    await socket.waitForMessage(({ method }) => method === 'PONG');
    socket.close();
  });

  // spec s6-bad-input.6
  test('a subscription beyond the most is refused, and one whose id is taken; the others go on', async () => {
    const student = await aStudent(database.db);
    const socket = await subscribeAs(student);
    socket.subscribe(1);
    expect(errorOf(await socket.waitForMessage(({ error }) => error !== undefined))).toMatchObject({ code: 'BAD_REQUEST' });
    for (let id = 2; id <= SOCKETS.subscriptions + 1; id += 1) socket.subscribe(id);
    const refused = await socket.waitForMessage(({ id, error }) => id === SOCKETS.subscriptions + 1 && error !== undefined);
    expect(errorOf(refused)).toMatchObject({ code: 'TOO_MANY_REQUESTS', domainCode: 'request.limited' });
    await socket.waitUntil(() => socket.received.filter(isStarted).length === SOCKETS.subscriptions);
    socket.send({ id: 2, method: 'subscription.stop' });
    await socket.waitForMessage(({ id, result }) => id === 2 && result?.type === 'stopped');
    socket.close();
  });

  // spec s6-bad-input.6
  test.each([
    ['no JSON', 'rubbish'],
    ['null', 'null'],
    ['a number', '7'],
    ['an unknown method', '{"id":1,"method":"delete","params":{"path":"inbox.stream"}}'],
    ['no id', '{"id":null,"method":"query","params":{"path":"inbox.after"}}'],
    ['bytes', Buffer.from([0, 255, 254, 1, 2])],
  ])('%s is answered as what cannot be read, and the connection goes on', async (_, frame) => {
    const socket = await openRawSocket(socketUrl());
    socket.socket.send(frame);
    const answer = await socket.waitForMessage(({ error }) => error !== undefined);
    expect([answer.id, errorOf(answer)?.code, errorOf(answer)?.domainCode]).toEqual([null, 'PARSE_ERROR', 'request.invalid']);
    socket.send('PING');
    await socket.waitForMessage(({ method }) => method === 'PONG');
    socket.close();
  });

  // spec s6-bad-input.5 | S6 | A client that never reads: dropped, others not slowed | src/server/api/websocket-connection.ts
  test('a client that never reads is dropped, and others miss nothing', async () => {
    const [lazy, keen] = [await aStudent(database.db), await aStudent(database.db)];
    const before = new Set(server.sockets);
    const asleep = await subscribeAs(lazy);
    const [connection] = [...server.sockets].filter((socket) => !before.has(socket));
    const awake = await subscribeAs(keen);
    asleep.socket.pause();
    const message = 'x'.repeat(50_000);
    const notification = { id: 'n', type: 'info', message, action: null, category: 'general', priority: 'low', createdAt: new Date() };
    let index = 0;
    while (connection && !connection.destroyed) {
      const deliveries = Array.from({ length: 10 }, () => {
        index += 1;
        return {
          kind: 'new_notification',
          ref: null,
          payload: { type: 'new_notification', notification: { ...notification, title: `Nr ${index}.` } },
        };
      });
      const toBoth = [lazy, keen].flatMap(({ id }) => deliveries.map((delivery) => ({ ...delivery, to: id })));
      notifierOf(database.db).notify(await deliver(database.db, toBoth, () => {}));
      await awake.waitForMessage(isEvent(`Nr ${index}.`));
    }
    const seqs = awake.received.flatMap(({ result }) => (result?.type === 'data' ? [Number(result.id?.split('.')[0])] : []));
    expect(seqs).toEqual(Array.from({ length: index + 1 }, (_, seq) => seq));
    asleep.close();
    awake.close();
  });
});
