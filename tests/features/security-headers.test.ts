import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { securityHeaders } from '#server/security-headers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';

const SITE = 'https://vidya.example';
const database = useDatabase();
let server: RunningServer;

beforeAll(async () => {
  server = await runServer(database.url, { PUBLIC_URL: SITE, CORS_ORIGINS: 'https://app.example' });
});
afterAll(() => server.close());

/** A response without its body. */
function answerTo(request: string): Promise<{ status: number; headers: Map<string, string> }> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const [line, ...more] = request.split('\r\n');
    const connection = request.includes('Upgrade:') ? 'Upgrade' : 'close';
    const written = [line, 'Host: vidya.example', `Connection: ${connection}`, ...more].join('\r\n');
    const socket = connect(Number(port), hostname, () => socket.write(written.includes('\r\n\r\n') ? written : `${written}\r\n\r\n`));
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('end', () => {
      const [status = '', ...lines] = text.split('\r\n\r\n')[0]?.split('\r\n') ?? [];
      resolve({
        status: Number(status.split(' ')[1]),
        headers: new Map(lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 2)])),
      });
    });
  });
}

const UPGRADE = 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';

describe('every entrance tells browsers to guess no type, to keep to https and who may embed the answer', () => {
  // spec s8-development.13 | S8 H | Every answer says nosniff, who may embed it and, with an https `PUBLIC_URL`, to keep to https for a year |
  //   src/server/security-headers.ts
  test.each([
    ['a procedure', 'GET /trpc/statistics.public HTTP/1.1', 200, 'same-origin'],
    ['a procedure that is none', 'GET /trpc/no.such HTTP/1.1', 404, 'same-origin'],
    ['a call of REST', 'GET /api/stats/public HTTP/1.1', 200, 'same-origin'],
    ['a refusal of REST', 'GET /api/auth/me HTTP/1.1', 401, 'same-origin'],
    ['a path of REST that is none', 'GET /api/no/such HTTP/1.1', 404, 'same-origin'],
    ['a body that is no JSON', 'POST /api/auth/login HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{', 400, 'same-origin'],
    ['a preflight', 'OPTIONS /api/stats/public HTTP/1.1\r\nOrigin: https://app.example\r\nAccess-Control-Request-Method: GET', 204, 'same-origin'],
    ['notifications as a call', 'GET /notifications HTTP/1.1', 401, 'same-origin'],
    ['the reference', 'GET /api/docs HTTP/1.1', 200, 'same-origin'],
    ['the document', 'GET /api/openapi.json HTTP/1.1', 200, 'same-origin'],
    ['a photo that is not there', 'GET /files/photos/nobody.jpg HTTP/1.1', 404, 'cross-origin'],
    ['a document without a signature', 'GET /files/documents/a.pdf HTTP/1.1', 404, 'cross-origin'],
    ['a calendar that is not there', 'GET /calendar/nothing.ics HTTP/1.1', 404, 'same-origin'],
    ['an export without a signature', 'GET /export/students.csv HTTP/1.1', 404, 'same-origin'],
    ['unsubscribing with no link', 'GET /unsubscribe HTTP/1.1', 404, 'same-origin'],
    ['a sign-in with Google that is not set up', 'GET /api/auth/google HTTP/1.1', 302, 'same-origin'],
    ['security.txt', 'GET /.well-known/security.txt HTTP/1.1', 200, 'same-origin'],
    ['another path of /.well-known', 'GET /.well-known/other HTTP/1.1', 404, 'same-origin'],
    ['a poll of Socket.IO', 'GET /socket.io/?EIO=4&transport=polling HTTP/1.1', 200, 'same-origin'],
    ['a poll of Socket.IO that is none', 'GET /socket.io/?EIO=4&transport=none HTTP/1.1', 400, 'same-origin'],
    ['a poll from a page of others', 'GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nOrigin: https://evil.example', 403, 'same-origin'],
    ['a WebSocket from a page of others', `GET /trpc HTTP/1.1\r\nOrigin: https://evil.example\r\n${UPGRADE}`, 403, 'same-origin'],
    ['a Socket.IO WebSocket from a page of others', `GET /socket.io/ HTTP/1.1\r\nOrigin: https://evil.example\r\n${UPGRADE}`, 403, 'same-origin'],
  ])('%s', async (_, request, status, embeddable) => {
    const answer = await answerTo(request);
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': embeddable,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'referrer-policy': expect.any(String),
    });
  });
});

describe('the headers of an answer', () => {
  const of = (url: string, mode: 'production' | 'development', publicUrl = SITE) =>
    securityHeaders({ url, headers: { accept: 'text/html' } }, { mode, publicUrl });

  // spec s8-development.13
  it('promise https for a year, with all names below, where the site is open on https, and never in development', () => {
    expect(of('/', 'production')['Strict-Transport-Security']).toBe('max-age=31536000; includeSubDomains');
    expect(of('/', 'production', 'http://localhost:3000')).not.toHaveProperty('Strict-Transport-Security');
    expect(of('/', 'development')).not.toHaveProperty('Strict-Transport-Security');
  });

  it.each(['/social-preview.png', '/icon-192.png', '/favicon.svg', '/files/photos/a.jpg'])('let pages of others show %s', (url) => {
    expect(of(url, 'production')['Cross-Origin-Resource-Policy']).toBe('cross-origin');
  });

  it.each([
    '/',
    '/tutors',
    '/assets/abc.js',
    '/sw.js',
    '/manifest.webmanifest',
    '/icon/../account',
    '/social-preview.png/x',
    '/files/../api/auth/me',
    '/files/%2E%2e/trpc/auth.me',
  ])('let no page of others embed %s', (url) => expect(of(url, 'production')['Cross-Origin-Resource-Policy']).toBe('same-origin'));

  it('leave pages the policy of their own', () => {
    expect(of('/tutors', 'production')).not.toHaveProperty('Content-Security-Policy');
  });
});
