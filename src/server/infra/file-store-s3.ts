import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { STORE_UNAVAILABLE } from '#server/core/errors.ts';
import type { FileListing, FileStore } from '#server/core/ports.ts';
import { createFileLinks, type Secrets, toSafePath } from './file-links.ts';

type Bucket = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

/** Below the deadline of a request, so that there is time to answer. */
const TIMEOUT_MS = 7_000;
const EXISTS_TIMEOUT_MS = 2_000;
/** For jobs, which nobody waits for; shorter than the claim of a job. */
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
  retries = 1,
  pageSize = 1_000,
  ...keys
}: Bucket & Secrets & { timeoutMs?: number; retries?: number; pageSize?: number }): FileStore & FileListing {
  const client = new AwsClient({ ...keys, service: 's3', retries });
  const bucketUrl = `${endpoint}/${encodeURIComponent(bucket)}`;

  async function send(method: Method, key: string, { body, bodyHash, headers = {}, signal }: Omit<Call, 'callTimeoutMs'> & { signal: AbortSignal }) {
    const hash =
      bodyHash ??
      createHash('sha256')
        .update(body instanceof Uint8Array ? body : '')
        .digest('hex');
    const init = { method, headers: { ...headers, 'X-Amz-Content-Sha256': hash }, body, signal, redirect: 'manual' } as const;
    return client.fetch(`${bucketUrl}${key}`, init);
  }

  async function call(method: Method, key: string, { callTimeoutMs = timeoutMs, ...request }: Call = {}): Promise<Buffer | null> {
    const signal = AbortSignal.timeout(callTimeoutMs);
    const { status, ok, bytes } = await send(method, key, { ...request, signal })
      .then(readWhole)
      .catch(throwUnavailable(method));
    if (ok) return bytes;
    if (status === NOT_FOUND && method !== 'PUT' && bytes.includes('<Code>NoSuchKey</Code>')) return null;
    throw toAnswerError(method, status);
  }

  return {
    ...createFileLinks({ secret, previousSecret }),
    async save(path, bytes) {
      await call('PUT', toKey(path), { body: new Uint8Array(bytes) });
    },
    async saveFile(path, file) {
      const callTimeoutMs = Math.max(timeoutMs, FILE_TIMEOUT_MS);
      await call('PUT', toKey(path), { body: await openAsBlob(file), bodyHash: await hashOf(file), callTimeoutMs });
    },
    async open(path) {
      // The timeout ends with the first byte of the answer, because a download takes as long as the client needs.
      const waiting = new AbortController();
      const timer = setTimeout(() => waiting.abort(), timeoutMs);
      const response = await send('GET', toKey(path), { signal: waiting.signal })
        .catch(throwUnavailable('GET'))
        .finally(() => clearTimeout(timer));
      if (response.ok && response.body) return { bytes: Number(response.headers.get('content-length')), stream: response.body };
      const { status, bytes } = await readWhole(response);
      if (status === NOT_FOUND && bytes.includes('<Code>NoSuchKey</Code>')) return null;
      throw toAnswerError('GET', status);
    },
    read: (path) => call('GET', toKey(path)),
    async has(path) {
      // HEAD does not tell a missing file from a missing bucket.
      const headers = { Range: 'bytes=0-0' };
      return (await call('GET', toKey(path), { headers, callTimeoutMs: Math.min(timeoutMs, EXISTS_TIMEOUT_MS) })) !== null;
    },
    async remove(path) {
      await call('DELETE', toKey(path));
    },
    // A bucket shows an object only when it is complete.
    async removeStaleFiles() {},
    async *list() {
      for (let [marker, hasMore] = ['', true]; hasMore; ) {
        // The signature needs sorted parameters, with %20 for a space.
        const query = new URLSearchParams({ 'encoding-type': 'url', ...(marker && { marker }), 'max-keys': String(pageSize) });
        const page = (await call('GET', `?${`${query}`.replaceAll('+', '%20')}`))?.toString() ?? '';
        // Some stores do not encode.
        const isEncoded = textOf(page, 'EncodingType') === 'url';
        hasMore = false;
        for (const [, item = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = textOf(item, 'Key') ?? '';
          marker = isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key;
          hasMore = textOf(page, 'IsTruncated') === 'true';
          yield { path: marker, bytes: Number(textOf(item, 'Size')) };
        }
      }
    },
  };
}

const toKey = (path: string): string => `/${toSafePath(path).split('/').map(encodeURIComponent).join('/')}`;

const XML_SIGNS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

function textOf(xml: string, tag: string): string | null {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
  return text?.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (sign) => XML_SIGNS[sign] ?? sign) ?? null;
}

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
