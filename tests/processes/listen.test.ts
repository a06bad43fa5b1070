import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '#server/infra/listen.ts';

const UPGRADE = 'GET /trpc HTTP/1.1\r\nHost: a.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

// spec s6-bad-input.9 | S6 | A connection that breaks before anybody has taken it | src/server/infra/listen.ts
test('a browser that goes while the server still gets ready does it no harm', async () => {
  const server = createServer((_, response) => void response.end('alive'));
  const { port, drain } = await listen(server, { port: 0, host: '127.0.0.1' });
  const arrived = new Promise<{ isClosed: Promise<unknown> }>((resolve) => {
    server.on('upgrade', (_, waiting) => resolve({ isClosed: new Promise((resolveClosed) => waiting.once('close', resolveClosed)) }));
  });
  const browser = connect(port, '127.0.0.1', () => browser.write(UPGRADE));
  const { isClosed } = await arrived;
  browser.resetAndDestroy();
  await isClosed;
  expect(await (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })).text()).toBe('alive');
  await drain(1_000);
});
