import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { S3Config } from '#server/config.ts';
import type { FileStore } from '#server/core/ports.ts';
import { createFileLinks, inside } from './file-links.ts';

/** Less than a request has, so that there is time left to say so. */
const MOST_MS = 7_000;
const NOT_FOUND = 404;

/** Files in a bucket of any store that speaks S3, named in the path; nobody but this server ever asks it. */
export function createS3FileStore({
  endpoint,
  bucket,
  secret,
  mostMs = MOST_MS,
  ...keys
}: S3Config & { secret: string; mostMs?: number }): FileStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: 1 });

  async function call(method: 'GET' | 'PUT' | 'DELETE', path: string, bytes = new Uint8Array()): Promise<Response> {
    const answer = await client.fetch(`${endpoint}/${encodeURIComponent(bucket)}/${keyOf(path)}`, {
      method,
      headers: { 'X-Amz-Content-Sha256': createHash('sha256').update(bytes).digest('hex') },
      signal: AbortSignal.timeout(mostMs),
      // What is there twice by accident is the same twice: the store may be asked again.
      ...(method === 'PUT' && { body: new Uint8Array(bytes) }),
    });
    if (answer.ok || (answer.status === NOT_FOUND && method !== 'PUT')) return answer;
    await answer.body?.cancel();
    throw new Error(`the file store has answered ${answer.status} to a ${method}`);
  }

  return {
    ...createFileLinks(secret),
    async save(path, bytes) {
      await drained(await call('PUT', path, new Uint8Array(bytes)));
    },
    async read(path) {
      const answer = await call('GET', path);
      const bytes = await drained(answer);
      return answer.status === NOT_FOUND ? null : bytes;
    },
    async remove(path) {
      await drained(await call('DELETE', path));
    },
  };
}

const keyOf = (path: string): string => inside(path).split('/').map(encodeURIComponent).join('/');

/** A body that nobody reads keeps its connection. */
const drained = async (answer: Response): Promise<Uint8Array> => new Uint8Array(await answer.arrayBuffer());
