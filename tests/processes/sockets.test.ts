import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { AppRouter } from '#server/api/router.ts';
import { createSessions } from '#server/infra/credentials.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { transformer } from '#shared/transformer.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, type User } from '#tests/support/factories.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';
import { BrowserWebSocket } from '#tests/support/socket-clients.ts';

const database = useDatabase();
let server: RunningServer;

beforeAll(async () => {
  server = await runServer(database.url);
});
afterAll(() => server.close());

const tokenOf = (user: User) => createSessions(database.db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });
const notify = (user: User, title: string) => callerAs(database, user).notifications.create({ type: 'info', title, message: 'A message.' });
const isAlive = async () => (await fetch(`${server.url}/api`)).status === 200;
const socketUrl = () => `${server.url.replace('http', 'ws')}/trpc`;

const ENDED = 'ended';

function listen(token: string) {
  const titles: string[] = [];
  const opened: number[] = [];
  const closed: number[] = [];
  const failures: string[] = [];
  let wake = () => {};
  const client = createWSClient({
    url: socketUrl(),
    WebSocket: BrowserWebSocket,
    connectionParams: { token },
    retryDelayMs: () => 100,
    onOpen: () => opened.push(performance.now()),
    onClose: () => {
      closed.push(performance.now());
      wake();
    },
  });
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client, transformer })] });
  trpc.inbox.stream.subscribe(
    {},
    {
      onData: ({ data }: { data: InboxEvent }) => {
        titles.push(data.type === 'new_notification' ? data.notification.title : data.type);
        wake();
      },
      onError: (error) => {
        failures.push(error.message);
        wake();
      },
      onComplete: () => {
        failures.push(ENDED);
        wake();
      },
    },
  );
  return {
    titles,
    opened,
    closed,
    failures,
    async until(isSo: () => boolean) {
      while (!isSo()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => client.close(),
  };
}

describe('a stream over WebSocket', () => {
  // spec realtime.9 | D Realtime and notifications | Whoever was away resumes after the last event and misses none |
  //   src/server/features/inbox/inbox.queries.ts
  test('what happens while the line is cut arrives within a second of the socket opening again, once', async () => {
    const student = await aStudent(database.db);
    const connection = listen(await tokenOf(student));
    await connection.until(() => connection.titles.includes('reset'));
    await notify(student, 'Before the cut');
    await connection.until(() => connection.titles.includes('Before the cut'));

    for (const socket of server.sockets) socket.destroy();
    await notify(student, 'During the cut');
    await connection.until(() => connection.titles.includes('During the cut'));
    const arrived = performance.now();
    expect(connection.opened.length).toBe(2);
    expect(arrived - (connection.opened.at(-1) ?? 0)).toBeLessThan(1000);
    expect(connection.titles).toEqual(['reset', 'Before the cut', 'During the cut']);
    await connection.close();
  });

  // spec realtime.2 | C §9 Realtime | A token that is not valid is refused | src/server/api/websocket-connection.ts
  test('a token that is not valid is refused', async () => {
    const connection = listen('r_garbage');
    await connection.until(() => connection.failures.length > 0);
    expect(connection.failures[0]).toBe('Session expired. Please login again.');
    await connection.close();
  });

  // spec states.4, realtime.8
  test('a connection ends with its session', async () => {
    const student = await aStudent(database.db);
    const token = await tokenOf(student);
    const connection = listen(token);
    await connection.until(() => connection.titles.includes('reset'));
    await fetch(`${server.url}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    // The stream may end before its socket is closed, or be rejected on reconnect.
    await connection.until(() => connection.closed.length > 0 && connection.failures.length > 0);
    expect([ENDED, 'Session expired. Please login again.']).toContain(connection.failures[0]);
    await connection.close();
  });

  test('a visitor may watch the free times of a tutor', async () => {
    const tutor = await aTutor(database.db);
    const client = createWSClient({ url: socketUrl(), WebSocket: BrowserWebSocket });
    const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client, transformer })] });
    const first = await new Promise((resolve, reject) => {
      trpc.inbox.watchTutor.subscribe({ tutorId: tutor.id }, { onData: ({ data }) => resolve(data), onError: reject });
    });
    expect(first).toEqual({ tutorId: tutor.id });
    await client.close();
  });
});

describe('rubbish', () => {
  const outcome = (socket: WebSocket) =>
    new Promise<string>((resolve) => {
      socket.on('error', (error) => resolve(error.message));
      socket.on('close', () => resolve('closed'));
      socket.on('message', () => resolve('answered'));
    });

  // spec s6-bad-input.6
  test.each([
    ['no JSON', 'rubbish'],
    ['JSON of another kind', '[[[[1]]]]'],
    ['a prototype', '{"__proto__":{"polluted":true},"id":1,"method":"subscription"}'],
    ['a message whose name has no end', JSON.stringify({ id: 'x'.repeat(101), method: 'subscription.stop' })],
    ['bytes', Buffer.from([0, 255, 254, 1, 2])],
    ['a frame beyond the limit', 'x'.repeat(100_000)],
  ])('a frame of %s ends at most its own connection', async (_, frame) => {
    const socket = new WebSocket(socketUrl());
    await new Promise((resolve) => socket.on('open', resolve));
    const ended = outcome(socket);
    socket.send(frame);
    expect(['answered', 'closed']).toContain(await ended);
    socket.terminate();
    expect(await isAlive()).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  // spec s6-bad-input.8 | S6 | A wrong Origin | src/server/runtime.ts
  test('a page of another origin opens no socket', async () => {
    const socket = new WebSocket(socketUrl(), { origin: 'https://evil.example' });
    expect(await outcome(socket)).toMatch(/403/);
  });

  test('an upgrade of any other path is ended at once', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/anything`);
    expect(await outcome(socket)).toMatch(/socket hang up|ECONNRESET/);
  });

  test.each(['/api/auth/login', '/trpc/auth.login'])('ten megabytes to %s are too large, and the process lives on', async (path) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'x'.repeat(10 * 1024 * 1024) }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Request is too large');
    expect(await isAlive()).toBe(true);
  });
});
