import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { STORE_UNAVAILABLE } from '#server/core/errors.ts';
import type { FileStore } from '#server/core/ports.ts';
import { createFileLinks, type Secrets, toSafePath } from './file-links.ts';

type Bucket = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

/** Below the deadline of a request, so that there is time to answer. */
const TIMEOUT_MS = 7_000;
const EXISTS_TIMEOUT_MS = 2_000;
/** In a job, which nobody waits for, and whose claim would be over later. */
const FILE_TIMEOUT_MS = 50_000;
const NOT_FOUND = 404;

type Method = 'GET' | 'PUT' | 'DELETE';
type Call = { body?: Uint8Array<ArrayBuffer> | Blob; bodyHash?: string; headers?: Record<string, string>; callTimeoutMs?: number };

export function createS3FileStore({
  endpoint,
  bucket,
  secret,
  previousSecret,
  timeoutMs = TIMEOUT_MS,
  ...keys
}: Bucket & Secrets & { timeoutMs?: number }): FileStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: 1 });

  async function send(method: Method, path: string, { body, bodyHash, headers = {}, signal }: Omit<Call, 'callTimeoutMs'> & { signal: AbortSignal }) {
    const hash =
      bodyHash ??
      createHash('sha256')
        .update(body instanceof Uint8Array ? body : '')
        .digest('hex');
    const url = `${endpoint}/${encodeURIComponent(bucket)}/${toKey(path)}`;
    const init = { method, headers: { ...headers, 'X-Amz-Content-Sha256': hash }, body, signal, redirect: 'manual' } as const;
    return client.fetch(url, init);
  }

  async function call(method: Method, path: string, { callTimeoutMs = timeoutMs, ...request }: Call = {}): Promise<Buffer | null> {
    const signal = AbortSignal.timeout(callTimeoutMs);
    const { status, ok, bytes } = await send(method, path, { ...request, signal })
      .then(readWhole)
      .catch(throwUnavailable(method));
    if (ok) return bytes;
    if (status === NOT_FOUND && method !== 'PUT' && bytes.includes('<Code>NoSuchKey</Code>')) return null;
    throw toAnswerError(method, status);
  }

  return {
    ...createFileLinks({ secret, previousSecret }),
    async save(path, bytes) {
      await call('PUT', path, { body: new Uint8Array(bytes) });
    },
    async saveFile(path, file) {
      await call('PUT', path, { body: await openAsBlob(file), bodyHash: await hashOf(file), callTimeoutMs: Math.max(timeoutMs, FILE_TIMEOUT_MS) });
    },
    async open(path) {
      // Until it answers only: a download may take as long as the phone needs.
      const waiting = new AbortController();
      const timer = setTimeout(() => waiting.abort(), timeoutMs);
      const response = await send('GET', path, { signal: waiting.signal })
        .catch(throwUnavailable('GET'))
        .finally(() => clearTimeout(timer));
      if (response.ok && response.body) return { bytes: Number(response.headers.get('content-length')), stream: response.body };
      const { status, bytes } = await readWhole(response);
      if (status === NOT_FOUND && bytes.includes('<Code>NoSuchKey</Code>')) return null;
      throw toAnswerError('GET', status);
    },
    read: (path) => call('GET', path),
    async has(path) {
      // HEAD does not tell a missing file from a missing bucket.
      const headers = { Range: 'bytes=0-0' };
      return (await call('GET', path, { headers, callTimeoutMs: Math.min(timeoutMs, EXISTS_TIMEOUT_MS) })) !== null;
    },
    async remove(path) {
      await call('DELETE', path);
    },
  };
}

const toKey = (path: string): string => toSafePath(path).split('/').map(encodeURIComponent).join('/');

async function readWhole(response: Response): Promise<{ status: number; ok: boolean; bytes: Buffer }> {
  return { status: response.status, ok: response.ok, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function toAnswerError(method: string, status: number): Error {
  const message = `the file store has answered ${status} to a ${method}`;
  return status >= 500 || status === 429 ? toUnavailableError(message) : new Error(message);
}

const toUnavailableError = (message: string, cause?: unknown): Error => Object.assign(new Error(message, { cause }), { code: STORE_UNAVAILABLE });

function throwUnavailable(method: string): (cause: unknown) => never {
  return (cause) => {
    throw toUnavailableError(`the file store has not answered a ${method}`, cause);
  };
}
