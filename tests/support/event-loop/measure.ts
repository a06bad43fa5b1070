import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { connect } from '#db/client.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { aTutor } from '#tests/support/factories.ts';
import { CONTENTS, SHAPES, SOCKET_BYTES, TARGETS, URL_BYTES } from './shapes.ts';

export type Held = { target: string; shape: string; heldMs: number };

/** What else runs on the machine holds the loop as well: of so many tries the best one is the server's own. */
const TRIES = 5;

/** Sends every shape to every target, one at a time, and says how long each held the server's event loop. */
export async function measureLoop(databaseUrl: string): Promise<Held[]> {
  const connection = connect(databaseUrl, { max: 2 });
  const { user } = await aTutor(connection.db);
  const token = await createSessions(connection.db).start(user.id, { isRemembered: true, origin: 'password', userAgent: '' });
  await connection.close();
  const child = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), [databaseUrl], { execArgv: ['--import', 'tsx'] });
  const { url } = await answerOf<{ url: string }>(child);
  const held: Held[] = [];

  async function measure(target: string, shape: string, send: () => Promise<unknown>): Promise<void> {
    let best = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < TRIES; tried += 1) {
      await heldBy(child);
      await send();
      best = Math.min(best, await heldBy(child));
    }
    held.push({ target, shape, heldMs: best });
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
        const heard = Promise.race([once(socket, 'message'), once(socket, 'close')]);
        socket.send(text);
        await heard;
      });
      socket.terminate();
    }
  }
  child.kill();
  await once(child, 'exit');
  return held;
}

async function heldBy(child: ChildProcess): Promise<number> {
  child.send('held');
  return (await answerOf<{ heldMs: number }>(child)).heldMs;
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const [answer] = await once(child, 'message');
  return answer as T;
}
