import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uuidV7 } from '#db/columns.ts';
import { toTRPCError } from '#server/core/errors.ts';
import type { FileListing, FileStore } from '#server/core/ports.ts';
import { createFileRoutes } from '#server/edge/files.ts';
import { sweepUpload } from '#server/features/uploads/uploads.jobs.ts';
import { stageInStore } from '#server/infra/backup/restore-files.ts';
import { createLocalFileStore } from '#server/infra/file-store-local.ts';
import { createS3FileStore } from '#server/infra/file-store-s3.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { HOUR, NOW } from '#tests/support/factories.ts';
import { type RunningS3, runS3 } from '#tests/support/s3.ts';

const SECRET = 'c3f1a97e5d0b4862be17f4a09d6c25e8';
const folder = mkdtempSync(join(tmpdir(), 'vidya-store-'));
const local = createLocalFileStore({ folder, secret: SECRET });
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const database = useDatabase();
let s3: RunningS3;
let remote: FileStore & FileListing;

beforeAll(async () => {
  s3 = await runS3();
  remote = createS3FileStore({ ...s3.config, secret: SECRET, pageSize: 2 });
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a local folder', () => {
  // spec s13-faults.22 | S13 6 | What a killed process had written of a file is neither listed nor kept for longer than an hour |
  //   src/server/infra/file-store-local.ts, src/server/features/uploads/uploads.jobs.ts
  test('forgets what a killed process had written of a file, and leaves to a living one what it writes', async () => {
    const parts = join(folder, '.parts');
    mkdirSync(parts, { recursive: true });
    for (const name of ['old', 'new']) writeFileSync(join(parts, name), 'half');
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR);
    utimesSync(join(parts, 'old'), hoursAgo(2), hoursAgo(2));
    const listed: string[] = [];
    for await (const { path } of local.list()) listed.push(path);
    expect(listed.filter((path) => path.includes('.parts'))).toEqual([]);
    await sweepUpload({ ...contextAs(database, null), files: local }, { uploadId: uuidV7(0) });
    expect(readdirSync(parts)).toEqual(['new']);
    rmSync(parts, { recursive: true });
  });
});

describe.each([
  ['a local folder', () => local],
  ['a store that speaks S3', () => remote],
])('%s', (_, store) => {
  // spec rest-uploads.16 | D Tutor profile and verification, S3 | Storage is a port: a local folder, or any store that speaks S3, tried against a
  //   real one | src/server/infra/file-store-s3.ts
  test('gives back what it was given, as bytes', async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
    await store().save('photos/a.webp', bytes);
    expect(Buffer.from((await store().read('photos/a.webp')) ?? []).equals(bytes)).toBe(true);
  });

  // spec s13-privacy.4
  test('takes a file and gives it back as a stream, with its size', async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
    const file = join(folder, 'large.zip');
    await writeFile(file, bytes);
    await store().saveFile('archives/a.zip', file);
    const opened = await store().open('archives/a.zip');
    expect(opened?.bytes).toBe(bytes.length);
    expect(Buffer.from(await new Response(opened?.stream).arrayBuffer()).equals(bytes)).toBe(true);
    expect(await store().open('archives/nothing.zip')).toBeNull();
    await expect(store().saveFile('archives/b.zip', join(folder, 'nothing.zip'))).rejects.toThrow();
  });

  test('holds the last of what was saved under a name', async () => {
    await store().save('documents/a.jpg', bytesOf('first'));
    await store().save('documents/a.jpg', bytesOf('second'));
    expect(Buffer.from((await store().read('documents/a.jpg')) ?? []).toString()).toBe('second');
  });

  test('lists every file with its size', async () => {
    const names = Array.from({ length: 5 }, (_, index) => `photos/list ${index}+&ළ.webp`);
    for (const [index, name] of names.entries()) await store().save(name, new Uint8Array(index));
    const found = new Map<string, number>();
    for await (const { path, bytes } of store().list()) found.set(path, bytes);
    expect(names.map((name) => found.get(name))).toEqual([0, 1, 2, 3, 4]);
    for (const name of names) await store().remove(name);
  });

  test('has nothing under a name that was never saved, or was removed', async () => {
    expect([await store().read('documents/nothing.jpg'), await store().has('documents/nothing.jpg')]).toEqual([null, false]);
    await store().save('documents/b.jpg', bytesOf('b'));
    expect(await store().has('documents/b.jpg')).toBe(true);
    await store().remove('documents/b.jpg');
    expect([await store().read('documents/b.jpg'), await store().has('documents/b.jpg')]).toEqual([null, false]);
    await store().remove('documents/b.jpg');
  });

  test.each([
    ['that of a folder', 'documents'],
    ['within a file', 'documents/a.jpg/b.jpg'],
    ['of 2,000 signs', `photos/${'a'.repeat(2000)}`],
  ])('has no file of a name %s', async (_, path) => {
    await store().save('documents/a.jpg', bytesOf('a'));
    expect([await store().read(path), await store().has(path)]).toEqual([null, false]);
  });

  test.each(["photos/ලිපිය +%20 (1)!*'.webp", 'photos/a b&c=d?e#f.webp'])('takes the name %s as it is', async (path) => {
    await store().save(path, bytesOf(path));
    expect(Buffer.from((await store().read(path)) ?? []).toString()).toBe(path);
    await store().remove(path);
    expect(await store().read(path)).toBeNull();
  });

  // spec rest-uploads.16
  test.each(['../outside.jpg', 'photos/../../outside.jpg', '/etc/passwd', 'photos/\0.jpg'])('does not leave its place for %j', async (path) => {
    expect(await store().read(path)).toBeNull();
  });

  // spec rest-uploads.16
  test('signs links that the other would accept', () => {
    const link = new URL(store().url('documents/a.jpg', NOW), 'http://site');
    const query = Object.fromEntries(link.searchParams);
    for (const other of [local, remote]) {
      expect(other.canRead('documents/a.jpg', query, NOW)).toBe(true);
      expect(other.canRead('documents/b.jpg', query, NOW)).toBe(false);
      expect(other.canRead('documents/a.jpg', {}, NOW)).toBe(false);
      expect(other.canRead('documents/a.jpg', query, new Date(NOW.getTime() + 15 * 60_000))).toBe(false);
    }
    expect(store().url('photos/a.webp', NOW)).toBe('/files/photos/a.webp');
  });
});

test('a folder that cannot be read is a failure and no missing file', async () => {
  const loop = join(folder, 'loop');
  symlinkSync(loop, loop);
  const broken = createLocalFileStore({ folder: loop, secret: SECRET });
  await expect(broken.read('photos/a.webp')).rejects.toMatchObject({ code: 'ELOOP' });
  await expect(broken.has('photos/a.webp')).rejects.toMatchObject({ code: 'ELOOP' });
});

describe('a store that speaks S3', () => {
  test('is asked with the bucket in the path', async () => {
    s3.calls.length = 0;
    await remote.save('documents/path style.jpg', bytesOf('a'));
    expect(s3.calls).toEqual(['PUT /vidya-files/documents/path%20style.jpg 200']);
  });

  // spec rest-uploads.16
  test('refuses who has the wrong secret, and no error tells one', async () => {
    const secretAccessKey = 'wrong-and-very-secret';
    const stranger = createS3FileStore({ ...s3.config, secretAccessKey, secret: SECRET });
    for (const path of [
      () => stranger.save('photos/c.webp', bytesOf('c')),
      () => stranger.read('photos/a.webp'),
      () => stranger.remove('photos/a.webp'),
    ]) {
      const error = await path().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Error);
      expect(String(error)).toMatch(/^Error: the file store has answered 403 to a (PUT|GET|DELETE)$/);
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/very-secret|S3RVER|Signature/);
    }
    expect(await remote.read('photos/a.webp')).not.toBeNull();
  });

  test('is asked once more when it has no time, and then that is a failure', async () => {
    s3.failing.times = 1;
    await remote.save('photos/d.webp', bytesOf('d'));
    expect(Buffer.from((await remote.read('photos/d.webp')) ?? []).toString()).toBe('d');
    s3.failing.times = 2;
    await expect(remote.read('photos/d.webp')).rejects.toThrow('the file store has answered 503 to a GET');
    s3.failing.times = 0;
  });

  // spec rest-uploads.16
  test('a bucket that is not there is a failure and no missing file', async () => {
    const otherBucket = createS3FileStore({ ...s3.config, bucket: 'nowhere', secret: SECRET });
    await expect(otherBucket.save('photos/e.webp', bytesOf('e'))).rejects.toThrow('the file store has answered 404 to a PUT');
    await expect(otherBucket.read('photos/e.webp')).rejects.toThrow('the file store has answered 404 to a GET');
    await expect(otherBucket.has('photos/e.webp')).rejects.toThrow('the file store has answered 404 to a GET');
    await expect(otherBucket.remove('photos/e.webp')).rejects.toThrow('the file store has answered 404 to a DELETE');
  });

  // spec rest-uploads.17
  test.each([
    [500, true],
    [503, true],
    [429, true],
    [400, false],
    [403, false],
    [404, false],
  ])('an answer of %i says that it is away: %s', async (status, isUnavailable) => {
    Object.assign(s3.failing, { status, times: 2 });
    const error = await remote.read('photos/a.webp').catch((thrown: unknown) => thrown);
    Object.assign(s3.failing, { status: 503, times: 0 });
    expect(toTRPCError(error).code).toBe(isUnavailable ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR');
  });

  test('does not send a file to say that it is there', async () => {
    await remote.save('documents/large.jpg', new Uint8Array(100_000));
    s3.calls.length = 0;
    expect(await remote.has('documents/large.jpg')).toBe(true);
    expect(s3.calls).toEqual(['GET /vidya-files/documents/large.jpg 206']);
  });

  // spec rest-uploads.16
  test('one that does not answer is given up, and one that is away fails at once', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const waiting = createS3FileStore({ ...s3.config, endpoint: `http://127.0.0.1:${port}`, secret: SECRET, timeoutMs: 50 });
    const unavailable = { code: 'STORE_AWAY', message: 'the file store has not answered a GET' };
    await expect(waiting.read('photos/a.webp')).rejects.toMatchObject({ ...unavailable, cause: { name: 'TimeoutError' } });
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
    await expect(waiting.read('photos/a.webp')).rejects.toMatchObject(unavailable);
  });

  // spec s13-backup.8 | S13 Done when | On a full disk what is written is refused with 503, whether files or rows do not fit | src/server/core/errors.ts
  test.each(['ENOSPC', '53100'])('a full disk (%s) is unavailable for now', (code) => {
    const error = toTRPCError(Object.assign(new Error('no space left on device'), { code }), 'Failed to upload profile photo');
    expect([error.code, error.message]).toEqual(['SERVICE_UNAVAILABLE', 'Failed to upload profile photo']);
  });

  // spec s13-backup.9 | S13 3 | Files restored into a bucket overwrite what is damaged, and go again when no rows come
  //   | src/server/infra/backup/restore-files.ts
  test('files restored into a bucket go again when the restore fails', async () => {
    await remote.save('photos/before.webp', bytesOf('before'));
    const stage = await stageInStore(remote);
    await stage.save('photos/before.webp', bytesOf('before'));
    await stage.save('photos/restored.webp', bytesOf('restored'));
    expect(Buffer.from((await remote.read('photos/restored.webp')) ?? []).toString()).toBe('restored');
    await stage.discard();
    expect([await remote.has('photos/restored.webp'), await remote.has('photos/before.webp')]).toEqual([false, true]);
  });

  // spec rest-uploads.17 | D Errors | While the store is away a file is unavailable, not missing, and an upload is 503 with Retry-After; what the
  //   store refuses is our failure | src/server/edge/files.ts
  test('while it fails, a file is unavailable and not missing', async () => {
    s3.failing.times = 2;
    const answer = await createFileRoutes(remote, () => NOW).request('/files/photos/a.webp');
    s3.failing.times = 0;
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '1',
      { success: false, message: 'Something went wrong', code: 'server.unavailable' },
    ]);
  });
});
