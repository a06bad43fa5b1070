import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { connect } from '#db/client.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { TRPC_BYTES } from '#shared/vocabulary/limits.ts';
import { aTutor } from '#tests/support/factories.ts';
import { BODIES_IN_PIECES } from './pieces.ts';
import { CONTENTS, FORMS, FRAMES, PACKETS, QUERIES, SHAPES, SOCKET_BYTES, TARGETS, URL_BYTES } from './shapes.ts';

export type Measurement = { target: string; shape: string; blockedMs: number };

/** Other processes hold the loop as well, so the best of several tries counts. */
const TRIES = 5;
const TIMEOUT_MS = 300;

export async function measureLoop(databaseUrl: string): Promise<Measurement[]> {
  const connection = connect(databaseUrl, { max: 2 });
  const { user } = await aTutor(connection.db);
  const token = await createSessions(connection.db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });
  await connection.close();
  const child = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), [databaseUrl], { execArgv: ['--import', 'tsx'] });
  const { url } = await answerOf<{ url: string }>(child);
  const measurements: Measurement[] = [];

  async function measure(target: string, shape: string, send: () => Promise<unknown>): Promise<void> {
    let best = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < TRIES; tried += 1) {
      await readBlockedMs(child);
      await send().catch(send);
      best = Math.min(best, await readBlockedMs(child));
    }
    measurements.push({ target, shape, blockedMs: best });
  }

  for (const { name, path, method = 'POST', bytes, isSignedIn } of TARGETS) {
    for (const [shape, make] of Object.entries(SHAPES)) {
      const body = make(bytes - 64);
      const headers = { 'content-type': 'application/json', ...(isSignedIn && { authorization: `Bearer ${token}` }) };
      const send = async () => (await fetch(url + path, { method, headers, body })).text();
      // Code that has not run yet is compiled first.
      await send();
      await measure(name, shape, send);
    }
  }
  for (const [shape, content] of Object.entries(CONTENTS)) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify({ title: 'A post', content, tags: [], status: 'draft' });
    const send = async () => (await fetch(`${url}/api/tutors/blogs`, { method: 'POST', headers, body })).text();
    await send();
    await measure('REST, the content of a blog', shape, send);
  }
  for (const [shape, make] of Object.entries(SHAPES)) {
    const input = encodeURIComponent(make(URL_BYTES / 3));
    await measure('tRPC, in the address', shape, async () => (await fetch(`${url}/trpc/tutors.search?input=${input.slice(0, URL_BYTES)}`)).text());
  }
  for (const [shape, query] of Object.entries(QUERIES)) {
    for (const path of ['/api/tutors', '/trpc/tutors.search', '/unsubscribe', '/api/auth/google', '/tutors']) {
      await measure(`the query of ${path}`, shape, async () => (await fetch(`${url}${path}?${query}`, { redirect: 'manual' })).text());
    }
  }
  for (const [shape, { boundary, body }] of Object.entries(FORMS)) {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` };
    for (const path of ['/api/upload/profile-photo', '/api/upload/verification-docs', '/api/tutors/documents', '/trpc/blogs.create']) {
      const form = path.startsWith('/api') ? body() : body().slice(0, TRPC_BYTES.blog - 1);
      await measure(`a form to ${path}`, shape, async () => (await fetch(url + path, { method: 'POST', headers, body: form })).text());
    }
  }
  for (const [shape, frames] of Object.entries(FRAMES)) {
    for (const path of ['/trpc', '/socket.io/?EIO=4&transport=websocket']) {
      await measure(`bytes of a WebSocket to ${path}`, shape, async () => {
        const socket = new WebSocket(url.replace('http', 'ws') + path);
        socket.on('error', () => {});
        await once(socket, 'open');
        const closed = once(socket, 'close');
        // `ws` cannot send such frames.
        (socket as unknown as { _socket: Socket })._socket.write(frames);
        await Promise.race([closed, pause(TIMEOUT_MS)]);
        socket.terminate();
      });
    }
  }
  for (const [shape, make] of Object.entries({ ...SHAPES, ...PACKETS })) {
    await measure('a packet of Socket.IO', shape, async () => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
      socket.on('error', () => {});
      await once(socket, 'message');
      const text = make(SOCKET_BYTES - 100);
      socket.send(shape in PACKETS ? text : `40${text}`);
      socket.send('2probe');
      await Promise.race([once(socket, 'message'), once(socket, 'close'), pause(TIMEOUT_MS)]);
      socket.terminate();
    });
    await measure('a body of Socket.IO', shape, async () => {
      const address = `${url}/socket.io/?EIO=4&transport=polling`;
      const { sid } = JSON.parse((await (await fetch(address)).text()).slice(1)) as { sid: string };
      const text = make(SOCKET_BYTES - 100);
      await (await fetch(`${address}&sid=${sid}`, { method: 'POST', body: shape in PACKETS ? text : `40${text}` })).text();
    });
  }
  for (const isBatch of [false, true]) {
    for (const [shape, make] of Object.entries(SHAPES)) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc`);
      await once(socket, 'open');
      const message = (input: string) => `{"id":1,"method":"query","params":{"path":"tutors.search","input":${input}}}`;
      const text = isBatch
        ? `[${Array(8)
            .fill(message(make(SOCKET_BYTES / 8 - 100)))
            .join()}]`
        : message(make(SOCKET_BYTES - 200));
      await measure(`WebSocket${isBatch ? ', a batch' : ''}`, shape, async () => {
        if (socket.readyState !== WebSocket.OPEN) return;
        const response = Promise.race([once(socket, 'message'), once(socket, 'close')]);
        socket.send(text);
        await response;
      });
      socket.terminate();
    }
  }
  for (const [shape, send] of Object.entries(BODIES_IN_PIECES)) {
    await measure('a body in pieces', shape, () => send(url, token));
  }
  child.kill();
  await once(child, 'exit');
  return measurements;
}

async function readBlockedMs(child: ChildProcess): Promise<number> {
  child.send('held');
  return (await answerOf<{ blockedMs: number }>(child)).blockedMs;
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const [answer] = await once(child, 'message');
  return answer as T;
}
