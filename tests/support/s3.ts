import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Config } from '#server/config.ts';

const BUCKET = 'vidya-files';
const REGION = 'ap-south-1';
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export type RunningS3 = {
  config: S3Config;
  env: Record<string, string>;
  calls: string[];
  failing: { status: number; times: number };
  close: () => Promise<void>;
};

/** s3rver accepts any signature, so a proxy in front of it checks them. */
export async function runS3(): Promise<RunningS3> {
  const directory = mkdtempSync(join(tmpdir(), 'vidya-s3-'));
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    vhostBuckets: false,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port: storePort } = await store.run();
  const calls: string[] = [];
  const failing = { status: 503, times: 0 };

  const proxy = createServer(async (incoming, answer) => {
    const body = await bodyOf(incoming);
    answer.on('finish', () => calls.push(`${incoming.method} ${incoming.url} ${answer.statusCode}`));
    if (failing.times > 0) {
      failing.times -= 1;
      answer.writeHead(failing.status).end('<Error><Code>SlowDown</Code></Error>');
    } else if (!isSigned(incoming, body)) {
      answer.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    } else forward({ incoming, answer, body, port: storePort });
  });
  const endpoint = `http://127.0.0.1:${await listening(proxy)}`;
  const config = { endpoint, bucket: BUCKET, region: REGION, ...KEYS };
  return {
    config,
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    },
    calls,
    failing,
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Written from Amazon's documentation, independently of the library that signs. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const [, scope = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(headers.authorization ?? '') ?? [];
  const bodyHash = sha256(body);
  const names = signedHeaders.split(';');
  if (headers['x-amz-content-sha256'] !== bodyHash || !names.includes('host') || !names.includes('x-amz-content-sha256')) return false;
  const [path = '', query = ''] = url.split('?');
  const plainPath = path.split('/').map((part) => rfc3986(decodeURIComponent(part)));
  const lines = names.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const canonical = [method, plainPath.join('/'), query, lines.join(''), signedHeaders, bodyHash].join('\n');
  const stringToSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const [date = '', region = '', service = '', end = ''] = scope.split('/');
  if (region !== REGION || service !== 's3') return false;
  const key = [date, region, service, end].reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${KEYS.secretAccessKey}`);
  return hmac(key, stringToSign).toString('hex') === signature;
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const rfc3986 = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

type Forwarded = { incoming: IncomingMessage; answer: ServerResponse; body: Buffer; port: number };

function forward({ incoming: { method, url, headers }, answer, body, port }: Forwarded): void {
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answered) => {
    answer.writeHead(answered.statusCode ?? 500, answered.headers);
    answered.pipe(answer);
  });
  passed.on('error', () => answer.destroy());
  passed.end(body);
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen({ port: 0, host: '127.0.0.1' }, () => resolve(portOf(server.address())));
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the door opens on no port');
  return address.port;
}
