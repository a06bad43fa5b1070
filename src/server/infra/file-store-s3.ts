import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { STORE_UNAVAILABLE } from '#server/core/errors.ts';
import type { FileStore } from '#server/core/ports.ts';
import { createFileLinks, type Secrets, toSafePath } from './file-links.ts';

type Bucket = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

/** Below the deadline of a request, so that there is time to answer. */
const TIMEOUT_MS = 7_000;
const EXISTS_TIMEOUT_MS = 2_000;
const NOT_FOUND = 404;

type Call = { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string>; callTimeoutMs?: number };

export function createS3FileStore({
  endpoint,
  bucket,
  secret,
  previousSecret,
  timeoutMs = TIMEOUT_MS,
  ...keys
}: Bucket & Secrets & { timeoutMs?: number }): FileStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: 1 });

  async function call(
    method: 'GET' | 'PUT' | 'DELETE',
    path: string,
    { body, headers = {}, callTimeoutMs = timeoutMs }: Call = {},
  ): Promise<Buffer | null> {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signal = AbortSignal.timeout(callTimeoutMs);
    const url = `${endpoint}/${encodeURIComponent(bucket)}/${toKey(path)}`;
    const init = { method, headers: { ...headers, 'X-Amz-Content-Sha256': hash }, body, signal, redirect: 'manual' } as const;
    const { status, ok, bytes } = await client.fetch(url, init).then(readWhole).catch(throwUnavailable(method));
    if (ok) return bytes;
    if (status === NOT_FOUND && method !== 'PUT' && bytes.includes('<Code>NoSuchKey</Code>')) return null;
    const message = `the file store has answered ${status} to a ${method}`;
    throw status >= 500 || status === 429 ? toUnavailableError(message) : new Error(message);
  }

  return {
    ...createFileLinks({ secret, previousSecret }),
    async save(path, bytes) {
      await call('PUT', path, { body: new Uint8Array(bytes) });
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

const toUnavailableError = (message: string, cause?: unknown): Error => Object.assign(new Error(message, { cause }), { code: STORE_UNAVAILABLE });

function throwUnavailable(method: string): (cause: unknown) => never {
  return (cause) => {
    throw toUnavailableError(`the file store has not answered a ${method}`, cause);
  };
}
