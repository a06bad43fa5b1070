import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { follow, freePort, stopProcess } from '#tests/support/server.ts';

const ROOT = process.cwd();
const MARK = 'nobody-may-read-this-7f3a';
const PRIVATE = [
  '.data/probe/app-secret',
  'dist/probe/secret.json',
  'test-results/probe/secret.txt',
  'node_modules/.cache/probe/secret.txt',
  '.env.probe',
];
const PROBES = ['.data/probe', 'dist/probe', 'test-results/probe', 'node_modules/.cache/probe', '.env.probe'];

const database = useDatabase();
let child: ChildProcess;
let port: number;

beforeAll(async () => {
  for (const file of PRIVATE) {
    mkdirSync(join(ROOT, file, '..'), { recursive: true });
    writeFileSync(join(ROOT, file), `export default '${MARK}'\n`);
  }
  port = await freePort();
  const env = { ...process.env, PORT: String(port), HOST: '', PUBLIC_URL: '', DATABASE_URL: database.url, NODE_ENV: '', VITEST: '' };
  child = spawn(process.execPath, ['--import', 'tsx', 'src/server/dev.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  await follow(child, [], 'is at http://localhost').isReady;
}, 120_000);
afterAll(async () => {
  await stopProcess(child, 'SIGTERM');
  for (const probe of PROBES) rmSync(join(ROOT, probe), { recursive: true, force: true });
});

/** Sent as it is: HTTP clients would normalise it. */
function ask(target: string, { host = `localhost:${port}`, more = '' } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more || 'Accept: */*\r\nConnection: close\r\n'}\r\n`),
    );
    let text = '';
    socket.setTimeout(20_000, () => socket.destroy(new Error(`no answer to ${target}`)));
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (more) socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

const encoded = (path: string) => path.replaceAll('.', '%2e').replaceAll('/', '%2f');
const SUFFIXES = [
  ...[
    '',
    '?raw',
    '?raw??',
    '?url',
    '?inline',
    '?import',
    '?import&raw',
    '?import&raw??',
    '?import&?raw',
    '?raw&url',
    '?t=1',
    '/',
    '//',
    '?.svg?.wasm?init',
  ],
  ...[
    '?import&?inline=1.wasm?init',
    '?init&x.wasm',
    '?worker',
    '?sharedworker&inline',
    '?html-proxy&index=0.js',
    '#x',
    '%00',
    '%23',
    '?%23',
    '?v=1&raw',
  ],
];
const listUrls = (file: string) =>
  [
    ...[
      `/${file}`,
      `//${file}`,
      `/./${file}`,
      `/src/../${file}`,
      `/src/%2e%2e/${file}`,
      `/src/..%2f${file}`,
      `/src/..\\${file}`,
      `/${encoded(file)}`,
    ],
    ...[`/${file.toUpperCase()}`, `/${file.replaceAll('/', '//')}`, `/${file.replaceAll('/', '\\')}`, `/node_modules/../${file}`],
    ...[
      `/@fs${ROOT}/${file}`,
      `/@fs/${ROOT}/${file}`,
      `/@fs${ROOT}/src/../${file}`,
      `/@fs${ROOT}/src/%2e%2e/${file}`,
      `/@fs${encoded(ROOT)}%2f${encoded(file)}`,
    ],
    ...[`/@fs/x/x/x/vite/dist/client/../../../../../../..${ROOT}/${file}`, `/@id${ROOT}/${file}`, `/@id/__x00__${ROOT}/${file}`, `/@id/${file}`],
    ...[`/@vite/../${file}`, `/@fs/file://${ROOT}/${file}`, `/%2f${file}`, `/@fs${ROOT}/node_modules/../${file}`],
  ].flatMap((url) => SUFFIXES.map((suffix) => `${url}${suffix}`));

describe('the development server', () => {
  it('serves the code of the client', async () => {
    expect(await ask('/src/client/main.tsx')).toMatch(/^HTTP\/1.1 200/);
    expect(await ask('/@vite/client')).toMatch(/^HTTP\/1.1 200/);
    expect(await ask('/robots.txt')).toMatch(/^HTTP\/1.1 200/);
  });

  // spec s8-development.11 | S8 H | Development gives nobody what git ignores, `.data` first, however it is asked for | src/server/dev.ts
  test.each(PRIVATE)('gives nobody %s, however it is asked for', async (file) => {
    const leaks: string[] = [];
    const urls = listUrls(file);
    for (let from = 0; from < urls.length; from += 20) {
      const answers = await Promise.all(urls.slice(from, from + 20).map(async (url) => [url, await ask(url)] as const));
      leaks.push(
        ...answers.filter(([, text]) => text.includes(MARK) || text.includes(Buffer.from(MARK).toString('base64').slice(4, 20))).map(([url]) => url),
      );
    }
    expect(leaks).toEqual([]);
  });

  // spec s8-development.11
  test.each(['/.git/HEAD', '/.git', '/package-lock.json', '/.gitignore', `/@fs${ROOT}/.git/HEAD`, '/@fs/etc/passwd', '/@fs/etc/passwd?raw??'])(
    'serves nothing of %s',
    async (target) => expect(await ask(target)).not.toMatch(/ref: refs|gitdir:|lockfileVersion|node_modules\/\n|root:x:0/),
  );

  // spec s8-development.12
  test.each([
    '/',
    '/tutors',
    '/api/stats/public',
    '/trpc/statistics.public',
    '/files/photos/a.svg',
    '/src/client/app/main.tsx',
    '/socket.io/?EIO=4&transport=polling',
  ])('answers a name of somebody else at %s with how to allow it', async (target) => {
    const answer = await ask(target, { host: 'evil.example' });
    expect(answer).toMatch(/^HTTP\/1.1 403[\s\S]*Content-Type: text\/plain[\s\S]*HOST=0\.0\.0\.0 npm run dev/i);
  });

  // spec s8-development.12
  test.each(['/trpc', '/socket.io/?EIO=4&transport=websocket', '/'])('opens no socket at %s for such a name', async (target) => {
    const key = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    const protocol = target === '/' ? 'Sec-WebSocket-Protocol: vite-hmr\r\n' : '';
    expect(await ask(target, { host: 'evil.example', more: `${key}${protocol}` })).toMatch(/^HTTP\/1.1 403/);
  });

  it('tells browsers to guess no type, and promises no https', async () => {
    for (const target of ['/', '/api/stats/public', '/src/client/app/main.tsx']) {
      const answer = await ask(target);
      expect(answer).toMatch(/x-content-type-options: nosniff/i);
      expect(answer).toMatch(/cross-origin-resource-policy: same-origin/i);
      expect(answer).not.toMatch(/strict-transport-security/i);
    }
  });
});
