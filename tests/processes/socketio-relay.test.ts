import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type HttpHandlers, listenForSiblings, relayToSiblings } from '#server/edge/socketio-relay.ts';

const open: { close: () => unknown }[] = [];
afterEach(() => {
  for (const { close } of open.splice(0)) close();
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function aProcess(name: string, came: string[]): HttpHandlers {
  const note = ({ method, url, headers }: IncomingMessage) => void came.push(`${name}: ${method} ${url} ${headers['x-name'] ?? ''}`.trim());
  return {
    listener(request, response) {
      note(request);
      response.end(name);
    },
    upgrade(request, socket) {
      note(request);
      socket.end(`HTTP/1.1 101 Switching Protocols\r\nConnection: close\r\n\r\n${name}`);
    },
  };
}

async function twoProcesses(came: string[], home = aProcess('second', came)) {
  const relay = await listenForSiblings(home);
  const doors: Record<number, number> = { 2: relay.port };
  const { listener, upgrade } = relayToSiblings(aProcess('first', came), { id: 1, portOf: (id) => doors[id], announcePort: async () => {} });
  const server = createServer(listener).on('upgrade', upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(relay, { close: () => server.close().closeAllConnections() });
  return { port: portOf(server), relay: relay.port, close: relay.close };
}

const ask = async (port: number, query: string) => (await fetch(`http://127.0.0.1:${port}/socket.io/${query}`)).text();

function sendBytes(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

test.each([
  ['?EIO=4&sid=2_abc', 'second'],
  ['?sid=2_abc', 'second'],
  ['?sid=%32_abc', 'second'],
  ['?EIO=4', 'first'],
  ['?sid=1_abc', 'first'],
  // Of a process that is gone, or never was: the engine here says that it knows no such session.
  ['?sid=3_abc', 'first'],
  ['?sid=__proto___abc', 'first'],
  ['?sid=constructor_', 'first'],
  // Something that only looks like a session id is a new client.
  ['?to=?sid=2_abc', 'first'],
  ['?sid=1_abc&sid=2_abc', 'second'],
])('a request of %s is answered by the %s process', async (query, name) => {
  const { port } = await twoProcesses([]);
  expect(await ask(port, query)).toBe(name);
});

// spec processes.7 | S6 | A request that belongs to another process arrives there as it was sent; one whose process is gone is told so |
//   src/server/edge/socketio-relay.ts
test('an upgrade arrives as it was sent, whatever the bytes of its headers', async () => {
  const came: string[] = [];
  const { port } = await twoProcesses(came);
  const head = 'GET /socket.io/?sid=2_abc HTTP/1.1\r\nHost: a.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
  expect(await sendBytes(port, Buffer.from(`${head}X-Name: N\u00e9e\r\n\r\n`, 'latin1'))).toContain('second');
  expect(came).toEqual(['second: GET /socket.io/?sid=2_abc N\u00e9e']);
});

// spec processes.7
test('a process whose relay has closed is reported as unavailable', async () => {
  const { port, close } = await twoProcesses([]);
  close();
  expect((await fetch(`http://127.0.0.1:${port}/socket.io/?sid=2_abc`)).status).toBe(503);
});

// spec s6-bad-input.9
test('a client that disconnects before its upgrade is taken does no harm', async () => {
  let resolveArrived = () => {};
  const arrived = new Promise<void>((resolve) => {
    resolveArrived = resolve;
  });
  let closed: Promise<unknown> = Promise.resolve();
  const { port, relay } = await twoProcesses([], {
    listener: (_, response) => void response.end('alive'),
    upgrade(_, socket) {
      closed = new Promise((resolve) => socket.once('close', resolve));
      resolveArrived();
    },
  });
  const socket = connect(relay, '127.0.0.1', () =>
    socket.write('GET /socket.io/?sid=2_abc HTTP/1.1\r\nHost: a.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  );
  await arrived;
  socket.resetAndDestroy();
  await closed;
  expect(await ask(port, '?sid=2_abc')).toBe('alive');
});
