import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readConfig } from '#server/config.ts';
import { createHttpServer } from '#server/infra/http-server.ts';
import { createLog } from '#server/infra/log.ts';
import { createRuntime } from '#server/runtime.ts';
import { headersOfRefusals } from '#server/security-headers.ts';
import { SECRET } from './callers.ts';

export const SITE = 'https://vidya.example';

const SCRIPT = `console.log(${JSON.stringify('a script '.repeat(200))});`;
/** What a build leaves behind, as far as the server treats it differently. */
const BUILT_FILES: Record<string, string | Buffer> = {
  'index.html':
    '<!doctype html><html lang="en"><head><!-- page --><title>Vidya</title><!-- /page --><script>document.title;</script></head>' +
    '<body><div id="root"></div><script type="module" src="/assets/app-1234.js"></script></body></html>',
  '.vite/manifest.json': '{}',
  'sw.js': '// the worker',
  'manifest.webmanifest': '{"name":"Vidya","short_name":"Vidya","start_url":"/"}',
  'robots.txt': 'User-agent: *',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/app-1234.js': SCRIPT,
  'assets/app-1234.js.br': brotliCompressSync(SCRIPT),
};

export type SentRequest = { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer };
export type ReceivedResponse = { status: number; headers: Record<string, string>; body: string };

export async function runProduction(databaseUrl: string, env: Record<string, string> = {}, files: Record<string, string | Buffer> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'vidya-production-'));
  const data = join(root, 'data');
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  for (const file of ['package.json', 'drizzle/meta/_journal.json']) write(join(root, file), readFileSync(file));
  for (const [name, content] of Object.entries(BUILT_FILES)) write(join(root, 'dist/client', name), content);
  for (const [name, content] of Object.entries(files)) write(join(data, 'uploads', name), content);
  const settings = { PUBLIC_URL: SITE, APP_SECRET: SECRET, MAIL: 'off', LOG_LEVEL: 'silent', DATA_DIR: data, HOST: '127.0.0.1', ...env };
  const config = readConfig(settings, 'production', root);
  const runtime = await createRuntime({ config, databaseUrl, log: createLog({ level: 'silent' }) });
  const server = createHttpServer(headersOfRefusals(config));
  server.on('request', runtime.listener);
  server.on('upgrade', (request, socket, head) => runtime.upgrade(request, socket, head) || socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  function request({ method = 'GET', path, headers = {}, body }: SentRequest): Promise<ReceivedResponse> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      const outgoing = send({ host: '127.0.0.1', port, method, path, headers: { Host: 'vidya.example', ...length, ...headers } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const responseHeaders = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
          resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(responseHeaders), body: Buffer.concat(chunks).toString('latin1') });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  return {
    port,
    server,
    request: request,
    async close() {
      await runtime.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(root, { recursive: true, force: true });
    },
  };
}
export type ProductionSite = Awaited<ReturnType<typeof runProduction>>;
