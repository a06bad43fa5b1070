import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { STORE_UNAVAILABLE } from '#server/core/errors.ts';
import type { FileStore } from '#server/core/ports.ts';
import { createFileLinks, inside, type Secrets } from './file-links.ts';

type Bucket = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

/** Less than a request has, so that there is time left to say so. */
const MOST_MS = 7_000;
/** For the question alone whether a file is there. */
const LOOKING_MS = 2_000;
const NOT_FOUND = 404;

type Call = { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string>; withinMs?: number };

/** Files in a bucket of any store that speaks S3, named in the path; nobody but this server ever asks it. */
export function createS3FileStore({
  endpoint,
  bucket,
  secret,
  previousSecret,
  maxMs = MOST_MS,
  ...keys
}: Bucket & Secrets & { maxMs?: number }): FileStore {
  // Whatever it is asked may be asked again: the second time changes nothing.
  const client = new AwsClient({ ...keys, service: 's3', retries: 1 });

  /** The body of a success; null where there is no such file, which is not said of a bucket that is not there. */
  async function call(method: 'GET' | 'PUT' | 'DELETE', path: string, { body, headers = {}, withinMs = maxMs }: Call = {}): Promise<Buffer | null> {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signal = AbortSignal.timeout(withinMs);
    const address = `${endpoint}/${encodeURIComponent(bucket)}/${keyOf(path)}`;
    const asked = { method, headers: { ...headers, 'X-Amz-Content-Sha256': hash }, body, signal, redirect: 'manual' } as const;
    const { status, ok, bytes } = await client.fetch(address, asked).then(readWhole).catch(sayAway(method));
    if (ok) return bytes;
    if (status === NOT_FOUND && method !== 'PUT' && bytes.includes('<Code>NoSuchKey</Code>')) return null;
    const message = `the file store has answered ${status} to a ${method}`;
    throw status >= 500 || status === 429 ? away(message) : new Error(message);
  }

  return {
    ...createFileLinks({ secret, previousSecret }),
    async save(path, bytes) {
      await call('PUT', path, { body: new Uint8Array(bytes) });
    },
    read: (path) => call('GET', path),
    async has(path) {
      // An answer to HEAD does not say what is missing, the file or the bucket.
      const headers = { Range: 'bytes=0-0' };
      return (await call('GET', path, { headers, withinMs: Math.min(maxMs, LOOKING_MS) })) !== null;
    },
    async remove(path) {
      await call('DELETE', path);
    },
  };
}

const keyOf = (path: string): string => inside(path).split('/').map(encodeURIComponent).join('/');

/** A body that nobody reads keeps its connection. */
async function readWhole(answer: Response): Promise<{ status: number; ok: boolean; bytes: Buffer }> {
  return { status: answer.status, ok: answer.ok, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const away = (message: string, cause?: unknown): Error => Object.assign(new Error(message, { cause }), { code: STORE_UNAVAILABLE });

/** Nobody has answered in time, or at all. */
function sayAway(method: string): (cause: unknown) => never {
  return (cause) => {
    throw away(`the file store has not answered a ${method}`, cause);
  };
}
