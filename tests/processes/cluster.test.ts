import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { poolShare, poolSizeFor } from '#db/client.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { useDatabase } from '#tests/support/database.ts';
import { connectExternalClient } from '#tests/support/external-clients.ts';
import { aBooking, aStudent, type User } from '#tests/support/factories.ts';
import { expectBelow } from '#tests/support/measured.ts';
import { freePort, type ServerProcess, startServer } from '#tests/support/server.ts';
import { openStream, type TestStream } from '#tests/support/streams.ts';

const database = useDatabase();

const tokenOf = (user: User) => createSessions(database.db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });
const start = (env: NodeJS.ProcessEnv = {}, port?: number) =>
  startServer({ databaseUrl: database.url, env: { RATE_LIMITS: 'createNotification=1000/60', ...env }, port });

async function announce(url: string, token: string, title: string): Promise<void> {
  const response = await fetch(`${url}/notifications`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'info', title, message: 'A message.' }),
  });
  expect(response.status).toBe(201);
}

function workersOf({ process: { pid } }: ServerProcess): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const waitForTitle = (stream: TestStream, title: string) => stream.waitUntil(() => stream.titles().includes(title));

// spec processes.1 | D Realtime and notifications, S6 | An event made on one server reaches every browser and client on another |
//   src/server/core/deliver.ts
test('an event made on one server reaches browsers and clients of others on another', async () => {
  const [first, other] = await Promise.all([start(), start()]);
  const token = await tokenOf(await aStudent(database.db));
  const stream = openStream(other.url, token);
  const client = await connectExternalClient(other.url, { token });
  await waitForTitle(stream, 'reset');
  await announce(first.url, token, 'From the other side');
  await waitForTitle(stream, 'From the other side');
  await client.waitUntil(() => client.names().includes('new_notification'));
  client.socket.disconnect();
  await stream.close();
  expect(await Promise.all([first.stop(), other.stop()])).toEqual([0, 0]);
});

describe('two processes behind one port', () => {
  let server: ServerProcess;
  let metricsPort: number;
  beforeAll(async () => {
    metricsPort = await freePort();
    server = await start({ WEB_CONCURRENCY: '2', METRICS_PORT: String(metricsPort) });
  });
  afterAll(() => server.stop());

  // spec s13-telemetry.9 | S13 1 | The metrics of several processes are added up, and what all of them read from the database is not |
  //   src/server/infra/telemetry/metrics.ts
  test('answer with the metrics of both', async () => {
    await aBooking(database.db, { status: 'completed' });
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const readValue = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.slice(name.length),
      );
    expect(readValue('vidya_database_pool_size ')).toBe(2 * (await poolSizeFor(database.url, 2)));
    expect(readValue('vidya_bookings{status="completed"} ')).toBe(1);
  });

  // spec processes.2 | D, S6 | `WEB_CONCURRENCY` processes share one port, polling of Socket.IO included | src/server/cluster.ts
  test('say once that they are ready', () => {
    expect(workersOf(server)).toHaveLength(2);
    expect(server.output.filter((line) => line.includes('"msg":"ready"'))).toHaveLength(1);
  });

  // spec processes.2
  test.each([[['websocket']], [['polling']], [['polling', 'websocket']]])(
    'serve clients of others over %j, wherever a request arrives',
    async (transports) => {
      const token = await tokenOf(await aStudent(database.db));
      const some = () => Promise.all(Array.from({ length: 8 }, () => connectExternalClient(server.url, { token }, { transports })));
      const clients = await some();
      const homes = () => new Set(clients.map(({ socket }) => socket.io.engine.id?.split('_')[0]));
      // A few connections may all go to one process.
      while (homes().size < 2) clients.push(...(await some()));
      for (const title of ['First', 'Second', 'Third']) await announce(server.url, token, title);
      for (const client of clients) {
        await client.waitUntil(() => client.received.length > 2);
        expect(client.received.length).toBe(3);
        if (transports.length === 2) await expect.poll(() => client.socket.io.engine.transport.name).toBe('websocket');
        client.socket.disconnect();
      }
    },
  );

  // spec processes.6 | S6 | A process that takes the place of another serves once it knows the others | src/server/cluster.ts
  test('a client that polls one of them while the other is replaced keeps its session, wherever its polls arrive', async () => {
    const token = await tokenOf(await aStudent(database.db));
    const poller = () => connectExternalClient(server.url, { token }, { transports: ['polling'] });
    const waitUntilBothServe = async (work = async () => {}) => {
      for (const homes = new Set<string | undefined>(); homes.size < 2; await work()) {
        const { socket } = await poller();
        homes.add(socket.io.engine.id?.split('_')[0]);
        socket.disconnect();
      }
    };
    await waitUntilBothServe();
    const replaced = () => server.output.filter((line) => line.includes('takes its place')).length;
    const before = replaced();
    process.kill(workersOf(server)[0] ?? 0, 'SIGKILL');
    await expect.poll(replaced).toBe(before + 1);
    const clients = await Promise.all(Array.from({ length: 8 }, poller));
    let count = 0;
    await waitUntilBothServe(async () => {
      await announce(server.url, token, `Event ${count}`);
      count += 1;
    });
    for (const client of clients) await client.waitUntil(() => client.disconnects.length > 0 || client.received.length === count);
    expect(clients.flatMap(({ disconnects }) => disconnects)).toEqual([]);
    for (const { socket } of clients) socket.disconnect();
  });

  // spec s13-faults.5 | S13 | Requests never wait for a process that takes the place of another: it opens the port when it can answer |
  //   src/server/main.ts, src/server/cluster.ts
  test('no request waits for one that takes the place of another to start', async () => {
    const startsOf = () => server.output.flatMap((line) => (line.includes('"a new server process serves"') ? [Number(JSON.parse(line).ms)] : []));
    const before = startsOf().length;
    process.kill(workersOf(server)[0] ?? 0, 'SIGKILL');
    let longestMs = 0;
    while (startsOf().length === before) {
      const sentAt = performance.now();
      // Each over a connection of its own. Those of the dead process break off.
      await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } }).catch(() => {});
      longestMs = Math.max(longestMs, performance.now() - sentAt);
    }
    const startMs = startsOf().at(-1) ?? 0;
    expect(longestMs, `it took ${startMs} ms to start`).toBeLessThan(startMs / 2);
  });

  // spec processes.3 | S6 | One that dies is replaced, and nobody misses anything | src/server/cluster.ts
  test('one that is killed is replaced, and who was with it comes back and has missed nothing', async () => {
    const token = await tokenOf(await aStudent(database.db));
    const streams = Array.from({ length: 4 }, () => openStream(server.url, token));
    const client = await connectExternalClient(server.url, { token }, { reconnection: true, reconnectionDelay: 50 });
    await Promise.all(streams.map((stream) => waitForTitle(stream, 'reset')));
    const [first = 0, second = 0] = workersOf(server);
    const titles = Array.from({ length: 20 }, (_, index) => `Event ${index}`);
    for (const [index, title] of titles.entries()) {
      if (index === 5) process.kill(first, 'SIGKILL');
      await expect
        .poll(() =>
          announce(server.url, token, title).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
    }
    await Promise.all(streams.map((stream) => waitForTitle(stream, 'Event 19')));
    for (const stream of streams) expect([...new Set(stream.titles())]).toEqual(['reset', ...titles]);
    for (const { events } of streams) {
      const ids = events.flatMap((event) => (event.type === 'new_notification' ? event.notification.id : []));
      expect(new Set(ids).size).toBe(ids.length);
    }
    await expect.poll(() => workersOf(server).length, { timeout: 20_000 }).toBe(2);
    expect(workersOf(server)).toContain(second);
    expect(workersOf(server)).not.toContain(first);
    expect(server.output.join('\n')).toContain('a server process has ended; another takes its place');
    await expect.poll(() => client.socket.connected).toBe(true);
    client.socket.disconnect();
    await Promise.all(streams.map((stream) => stream.close()));
  });

  // spec s8-load.15 | S8 B | The primary replaces a process whose event loop has stood still for 5 s, and logs it | src/server/cluster.ts
  test('one whose event loop is blocked for five seconds is killed, logged and replaced', async () => {
    await expect.poll(() => workersOf(server).length, { timeout: 20_000 }).toBe(2);
    const [stuck = 0, other = 0] = workersOf(server);
    process.kill(stuck, 'SIGSTOP');
    await expect.poll(() => workersOf(server).includes(stuck), { timeout: 30_000 }).toBe(false);
    await expect.poll(() => workersOf(server).length, { timeout: 30_000 }).toBe(2);
    expect(workersOf(server)).toContain(other);
    const logged = server.output.filter((line) => line.includes('its event loop has stood still')).map((line) => JSON.parse(line));
    expect(logged).toMatchObject([{ pid: stuck, silentMs: expect.any(Number) }]);
    expect(logged[0].silentMs).toBeGreaterThanOrEqual(5_000);
    const token = await tokenOf(await aStudent(database.db));
    for (let attempt = 0; attempt < 8; attempt += 1) await announce(server.url, token, 'After it was replaced');
  });

  // spec processes.2
  test('a second server on the same port says why it does not start', async () => {
    const port = Number(new URL(server.url).port);
    await expect(start({ WEB_CONCURRENCY: '2' }, port)).rejects.toThrow(`Port ${port} is already in use`);
  });

  // spec processes.4 | S6 | They stop together | src/server/cluster.ts
  test('stop together on SIGTERM, clients and all', async () => {
    const token = await tokenOf(await aStudent(database.db));
    const client = await connectExternalClient(server.url, { token }, { transports: ['polling'] });
    const pids = workersOf(server);
    const started = performance.now();
    expect(await server.stop()).toBe(0);
    expectBelow(performance.now() - started, 5_000);
    expect(pids.filter(isRunning)).toEqual([]);
    await client.waitUntil(() => client.disconnects.length > 0);
  });
});

// spec processes.5 | S6 | They share the connections that PostgreSQL has | src/db/client.ts
test.each([
  [1, 20],
  [9, 20],
  [10, 18],
  [64, 2],
])('%i processes leave each %i of two hundred connections', (processes, connections) => {
  expect(poolShare(200, processes)).toBe(connections);
});

test('the server of the database says how many connections there are to share', async () => {
  const [given] = await database.sql<{ most: number }[]>`select current_setting('max_connections')::int as most`;
  expect(await poolSizeFor(database.url, 5)).toBe(poolShare(given?.most ?? 0, 5));
});
