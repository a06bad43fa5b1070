import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { useRunningServer } from './setups.ts';

const database = useDatabase();
const running = useRunningServer(database);

const TOO_LARGE = { success: false, message: 'Request is too large', code: 'request.too_large' };
const post = (path: string, init: RequestInit) =>
  fetch(running.server.url + path, {
    method: 'POST',
    ...init,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${running.token}`, ...init.headers },
  });

function megabytes(count: number): ReadableStream<Uint8Array> {
  let input = 0;
  return new ReadableStream({
    pull(controller) {
      if (input === count) return controller.close();
      input += 1;
      controller.enqueue(new Uint8Array(1024 * 1024).fill(0x61));
    },
  });
}

function raw(path: string, headers: Record<string, string>, body: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(running.server.url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

describe('a request over a real connection', () => {
  test.each([3, 10])('with %d MB gets an error body, whole or in chunks, and the server goes on', async (count) => {
    const whole = await post('/api/auth/login', { body: 'a'.repeat(count * 1024 * 1024) });
    expect(whole.status).toBe(400);
    expect(await whole.json()).toEqual(TOO_LARGE);
    const inPieces = await post('/notifications', { body: megabytes(count), duplex: 'half' } as RequestInit);
    expect(inPieces.status).toBe(400);
    expect(await inPieces.json()).toEqual(TOO_LARGE);
    expect((await fetch(`${running.server.url}/api`)).status).toBe(200);
  });

  test('may have an empty body or none', async () => {
    const headers = { Authorization: `Bearer ${running.token}` };
    for (const init of [{ headers }, { headers, body: '' }, { headers: { ...headers, 'Content-Type': 'application/json' } }]) {
      const answer = await fetch(`${running.server.url}/notifications/mark-read`, { method: 'PATCH', ...init });
      expect(await answer.json()).toEqual({ success: true, message: 'Notifications marked as read', data: { updatedCount: 0 } });
    }
    expect(await raw('/api/auth/logout', { 'Content-Length': '0' }, '')).toMatchObject({ status: 200 });
  });

  test('with invalid UTF-8 or an unfinished object gets an error body', async () => {
    const bytes = await post('/api/auth/login', { body: new Uint8Array([0xff, 0xfe, 0x00, 0x7b]) });
    expect(await bytes.json()).toMatchObject({ success: false, message: 'Invalid request body' });
    for (const depth of [1_000, 300_000]) {
      const metadata = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
      const answer = await post('/notifications', { body: `{"type":"info","title":"Deep","message":"Deeper","metadata":${metadata}}` });
      expect({ depth, status: answer.status, body: await answer.json() }).toMatchObject({ body: { message: expect.any(String) } });
      expect(answer.status, `${depth}`).toBeLessThan(500);
    }
    expect((await fetch(`${running.server.url}/api`)).status).toBe(200);
  });

  test('may have unknown headers', async () => {
    const answer = await raw(
      '/api/auth/login',
      { 'Content-Type': 'application/json', 'X-HTTP-Method-Override': 'DELETE', 'Content-Encoding': 'gzip' },
      '{}',
    );
    expect(answer.status).toBe(400);
  });
});

describe('a batch of tRPC procedures', () => {
  const send = (calls: number) => {
    const paths = Array.from({ length: calls }, () => 'statistics.public').join(',');
    const input = encodeURIComponent(JSON.stringify(Object.fromEntries(Array.from({ length: calls }, (_, index) => [index, { json: null }]))));
    return fetch(`${running.server.url}/trpc/${paths}?batch=1&input=${input}`);
  };

  // spec rest-limits.28 | S2 | At most twenty procedures in one request of a browser | src/server/api/http.ts
  test('holds twenty calls at most', async () => {
    expect((await send(20)).status).toBe(200);
    expect((await send(21)).status).toBe(400);
  });
});
