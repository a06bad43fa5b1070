import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { STORE_UNAVAILABLE } from '#server/core/errors.ts';
import type { FileListing, FileStore } from '#server/core/ports.ts';
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
  retries = 1,
  pageSize = 1_000,
  ...keys
}: Bucket & Secrets & { timeoutMs?: number; retries?: number; pageSize?: number }): FileStore & FileListing {
  const client = new AwsClient({ ...keys, service: 's3', retries });
  const bucketUrl = `${endpoint}/${encodeURIComponent(bucket)}`;

  async function call(
    method: 'GET' | 'PUT' | 'DELETE',
    key: string,
    { body, headers = {}, callTimeoutMs = timeoutMs }: Call = {},
  ): Promise<Buffer | null> {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signal = AbortSignal.timeout(callTimeoutMs);
    const init = { method, headers: { ...headers, 'X-Amz-Content-Sha256': hash }, body, signal, redirect: 'manual' } as const;
    const { status, ok, bytes } = await client.fetch(`${bucketUrl}${key}`, init).then(readWhole).catch(throwUnavailable(method));
    if (ok) return bytes;
    if (status === NOT_FOUND && method !== 'PUT' && bytes.includes('<Code>NoSuchKey</Code>')) return null;
    const message = `the file store has answered ${status} to a ${method}`;
    throw status >= 500 || status === 429 ? toUnavailableError(message) : new Error(message);
  }

  return {
    ...createFileLinks({ secret, previousSecret }),
    async save(path, bytes) {
      await call('PUT', toKey(path), { body: new Uint8Array(bytes) });
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
    async *list() {
      for (let [marker, hasMore] = ['', true]; hasMore; ) {
        // Sorted, and a space as %20, as the signature needs them.
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

const toUnavailableError = (message: string, cause?: unknown): Error => Object.assign(new Error(message, { cause }), { code: STORE_UNAVAILABLE });

function throwUnavailable(method: string): (cause: unknown) => never {
  return (cause) => {
    throw toUnavailableError(`the file store has not answered a ${method}`, cause);
  };
}
