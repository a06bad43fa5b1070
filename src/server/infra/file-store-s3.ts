import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { FileStore } from '#server/core/ports.ts';
import { createFileLinks, inside } from './file-links.ts';

type Bucket = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

/** Less than a request has, so that there is time left to say so. */
const MOST_MS = 7_000;
const NOT_FOUND = 404;

/** Files in a bucket of any store that speaks S3, named in the path; nobody but this server ever asks it. */
export function createS3FileStore({ endpoint, bucket, secret, mostMs = MOST_MS, ...keys }: Bucket & { secret: string; mostMs?: number }): FileStore {
  // Whatever it is asked may be asked again: the second time changes nothing.
  const client = new AwsClient({ ...keys, service: 's3', retries: 1 });

  async function call(method: 'GET' | 'PUT' | 'DELETE', path: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> {
    const headers = {
      'X-Amz-Content-Sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    };
    const signal = AbortSignal.timeout(mostMs);
    const address = `${endpoint}/${encodeURIComponent(bucket)}/${keyOf(path)}`;
    const answer = await client.fetch(address, { method, headers, body, signal, redirect: 'manual' });
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
