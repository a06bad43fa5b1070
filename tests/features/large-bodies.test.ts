import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessions } from '#server/infra/credentials.ts';
import { LARGE_BODIES, LIMITS } from '#shared/vocabulary/limits.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent } from '#tests/support/factories.ts';
import { type ProductionSite, runProduction } from '#tests/support/production-site.ts';

const database = useDatabase();
setFlagsFromString('--expose-gc');
/** What nobody holds any more does not count. */
const collectGarbage: () => void = runInNewContext('gc');
const SENDERS = 30;
const MIB = 1024 * 1024;
/** Shared by all senders, so that the rest of the memory is the server's. */
const BODY = Buffer.alloc(LIMITS.multipartBytes - 4096, 'x');
let site: ProductionSite;
const senders: Socket[] = [];

beforeAll(async () => {
  site = await runProduction(database.url);
});
afterAll(async () => {
  for (const socket of senders) socket.destroy();
  await site.close();
});

const tokenOf = async () =>
  createSessions(database.db).createSession((await aStudent(database.db)).id, { isRemembered: true, origin: 'password', userAgent: '' });

/** Sends a form of nearly the maximal size but for its last byte; resolves to the response. */
function stall(token?: string): { socket: Socket; readText: () => string } {
  let text = '';
  const socket = connect(site.port, '127.0.0.1', () => {
    const lines = ['POST /api/upload/profile-photo HTTP/1.1', 'Host: vidya.example', 'Content-Type: multipart/form-data; boundary=b'];
    if (token) lines.push(`Authorization: Bearer ${token}`);
    socket.write(`${lines.join('\r\n')}\r\nContent-Length: ${BODY.length + 1}\r\n\r\n`);
    socket.write(BODY);
  });
  socket.on('data', (data) => {
    text += data.toString('latin1');
  });
  socket.on('error', () => {});
  senders.push(socket);
  return { socket, readText: () => text };
}

/** What the server holds once each sender has sent all it accepts. */
async function measureBuffers(tokens: readonly (string | undefined)[]): Promise<number> {
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const stalled = tokens.map(stall);
  const countUnsent = () => stalled.reduce((sum, { socket }) => sum + socket.writableLength, 0);
  for (let same = 0, last = -1; same < 10; ) {
    await pause(50);
    const now = countUnsent();
    same = now === last ? same + 1 : 0;
    last = now;
  }
  collectGarbage();
  const bufferBytes = process.memoryUsage().arrayBuffers - before;
  for (const { socket } of stalled) socket.destroy();
  await pause(50);
  return bufferBytes / MIB;
}

// spec s8-development.18 | S8 B, H | A form of somebody without a session is not held in memory; of one account 8 large bodies are received at a
//   time, of all 40 | src/server/rest/request-body.ts, src/shared/vocabulary/limits.ts
describe('forms that are almost sent', () => {
  test('by strangers are not held: who may not send one is refused, and what comes is let run out', async () => {
    expect(await measureBuffers(Array(SENDERS).fill(undefined))).toBeLessThan(60);
  });

  test('with tokens that are not valid neither', async () => {
    expect(await measureBuffers(Array(SENDERS).fill('of-yesterday'))).toBeLessThan(60);
  });

  test('by one account are read a few at a time, and the others are rejected until later', async () => {
    const token = await tokenOf();
    expect(await measureBuffers(Array(SENDERS).fill(token))).toBeLessThan(60 + LARGE_BODIES.perCaller * 12);
    const waiting = Array.from({ length: LARGE_BODIES.perCaller }, () => stall(token));
    // Those of before may not have ended yet when the first ones of these come, which are then rejected: so more follow.
    const refused = () =>
      site.request({
        method: 'POST',
        path: '/api/upload/profile-photo',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'multipart/form-data; boundary=b' },
        body: BODY,
      });
    await expect
      .poll(
        async () => {
          waiting.push(stall(token));
          const { status, body, headers } = await refused();
          return [status, JSON.parse(body).code, headers['retry-after']];
        },
        { timeout: 15_000 },
      )
      .toEqual([429, 'request.limited', '1']);
    for (const { socket } of waiting) socket.destroy();
  });

  test('and once those are gone the next one is taken', async () => {
    const token = await tokenOf();
    for (let index = 0; index < 2 * LARGE_BODIES.perCaller; index += 1) {
      const { status } = await site.request({
        method: 'POST',
        path: '/api/upload/profile-photo',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'multipart/form-data; boundary=b' },
        body: BODY,
      });
      expect(status).toBe(400);
    }
  });

  test('a stranger who sends a whole form is asked to sign in', async () => {
    for (const headers of [{}, { Authorization: 'Bearer of-yesterday' }] as Record<string, string>[]) {
      const { status } = await site.request({
        method: 'POST',
        path: '/api/upload/profile-photo',
        headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=b' },
        body: BODY,
      });
      expect(status).toBe(401);
    }
  });
});
