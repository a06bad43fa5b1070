import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from '#server/infra/http-server.ts';
import { CONNECTIONS, DEADLINES } from '#shared/vocabulary/limits.ts';
import { useDatabase } from '#tests/support/database.ts';
import { expectBelow } from '#tests/support/measured.ts';
import { type ProductionSite, runProduction } from '#tests/support/production-site.ts';

const database = useDatabase();
let site: ProductionSite;
beforeAll(async () => {
  site = await runProduction(database.url);
});
afterAll(() => site.close());

/** Resolves when the other side has closed the connection, or has sent nothing for half a second. */
function raw(port: number, text: string | readonly string[], { pauseMs = 0 } = {}): Promise<{ text: string; isClosed: boolean }> {
  return new Promise((resolve) => {
    let received = '';
    let silence: NodeJS.Timeout | undefined;
    const socket = connect(port, '127.0.0.1', async () => {
      for (const piece of [text].flat()) {
        socket.write(piece, 'latin1');
        if (pauseMs > 0) await new Promise((go) => setTimeout(go, pauseMs));
      }
    });
    socket.on('data', (data) => {
      received += data.toString('latin1');
      clearTimeout(silence);
      silence = setTimeout(() => {
        resolve({ text: received, isClosed: false });
        socket.destroy();
      }, 500);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(silence);
      resolve({ text: received, isClosed: true });
    });
  });
}
const statuses = (text: string): number[] => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
const HOST = 'Host: vidya.example\r\n';
const SMUGGLED = 'GET /api/auth/me HTTP/1.1\r\nHost: vidya.example\r\n\r\n';

// spec s8-development.14 | S8 H | Refusals that Node gives by itself, and refused upgrades, carry the same headers; what cannot be read as one
//   request is refused once, and its connection closed | src/server/infra/http-server.ts, src/server/runtime.ts
describe('what cannot be read as one request is refused once, and the connection closed', () => {
  test.each([
    ['both lengths', `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`, 400],
    [
      'the other order of both',
      `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${SMUGGLED}`,
      400,
    ],
    ['two lengths', `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Length: 0\r\nContent-Length: 5\r\n\r\n${SMUGGLED}`, 400],
    ['a length with a sign', `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Length: +5\r\n\r\n${SMUGGLED}`, 400],
    ['an encoding that is hidden', `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`, 400],
    [
      'an encoding that is not the last',
      `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${SMUGGLED}`,
      400,
    ],
    ['a chunk whose size is none', `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n${SMUGGLED}`, 400],
    ['a folded header', `GET /api HTTP/1.1\r\n${HOST}X-Long: one\r\n two\r\n\r\n`, 400],
    ['lines without returns', 'GET /api HTTP/1.1\nHost: vidya.example\n\n', 400],
    ['a method of its own', `BREW /api HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['the hello of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['headers without end', `GET /api HTTP/1.1\r\n${HOST}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address without end', `GET /api?${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431],
    ['an expectation of its own', `POST /api/auth/login HTTP/1.1\r\n${HOST}Expect: coffee\r\nContent-Length: 2\r\n\r\n{}`, 417],
  ])('%s', async (_, text, status) => {
    const answer = await raw(site.port, text);
    expect([statuses(answer.text), answer.isClosed]).toEqual([[status], true]);
    for (const header of [
      'X-Content-Type-Options: nosniff',
      'Cross-Origin-Resource-Policy: same-origin',
      'Cache-Control: no-store',
      "Content-Security-Policy: default-src 'none'",
      'Strict-Transport-Security: max-age=31536000; includeSubDomains',
    ]) {
      expect(answer.text).toContain(header);
    }
  });

  test.each([
    ['that has no key', `${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n`],
    [
      'of another version',
      `${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 7\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`,
    ],
  ])('a WebSocket %s', async (_, headers) => {
    const answer = await raw(site.port, `GET /trpc HTTP/1.1\r\n${headers}\r\n`);
    expect([statuses(answer.text), answer.isClosed]).toEqual([[400], true]);
    expect(answer.text).toMatch(/X-Content-Type-Options: nosniff[\s\S]*Cross-Origin-Resource-Policy: same-origin/);
  });

  test('an answer that has begun is not followed by a refusal', async () => {
    const answer = await raw(site.port, ['GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: vidya.example\r\n\r\nrubbish\r\n\r\n']);
    expect(answer.isClosed).toBe(true);
    expect(statuses(answer.text).slice(0, 1)).toEqual([expect.toBeOneOf([200, 400])]);
    expect(statuses(answer.text.slice(answer.text.indexOf('\r\n\r\n'))).length).toBeLessThanOrEqual(1);
  });
});

// spec s8-development.15 | S8 H | Headers arrive within 15 s, requests within 75 s; who is slower is answered 408 and let go |
//   src/server/infra/http-server.ts, src/shared/vocabulary/limits.ts
describe('whoever sends slowly', () => {
  const LIMITS = { headersMs: 300, requestMs: 600, idleMs: 1_000, checkMs: 50 };
  const server = createHttpServer({ 'X-Content-Type-Options': 'nosniff' }, LIMITS);
  let port: number;
  beforeAll(async () => {
    server.on('request', (request, response) => request.resume().on('end', () => response.end('taken')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([
    ['nothing', ['']],
    ['half of the headers', [`POST / HTTP/1.1\r\n${HOST}`]],
    ['a header every now and then', [`POST / HTTP/1.1\r\n${HOST}`, ...Array.from({ length: 30 }, (_, index) => `X-${index}: 1\r\n`)]],
    ['half of the body', [`POST / HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\nabc`]],
    ['a byte every now and then', [`POST / HTTP/1.1\r\n${HOST}Content-Length: 1000\r\n\r\n`, ...Array<string>(40).fill('x')]],
  ])('is answered 408 and let go: %s', async (_, pieces) => {
    const beganAt = performance.now();
    const answer = await raw(port, pieces, { pauseMs: 50 });
    expectBelow(performance.now() - beganAt, 3_000);
    expect([statuses(answer.text), answer.isClosed]).toEqual([[408], true]);
    expect(answer.text).toContain('X-Content-Type-Options: nosniff');
  });

  test('has a time of which the parts fit together', () => {
    expect(CONNECTIONS.headersMs).toBeLessThan(CONNECTIONS.requestMs);
    expect(CONNECTIONS.requestMs).toBeGreaterThan(DEADLINES.uploadMs + DEADLINES.requestMs);
    expect(CONNECTIONS.idleMs).toBeGreaterThan(60_000);
    const { headersTimeout, requestTimeout, keepAliveTimeout } = createHttpServer({});
    expect([headersTimeout, requestTimeout, keepAliveTimeout]).toEqual([CONNECTIONS.headersMs, CONNECTIONS.requestMs, CONNECTIONS.idleMs]);
  });
});
