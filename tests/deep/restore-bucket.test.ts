import { randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { uploads } from '#db/schema/files.ts';
import { createS3FileStore } from '#server/infra/file-store-s3.ts';
import { readTables, useBackups, withSql } from '#tests/support/backups.ts';
import { SECRET } from '#tests/support/callers.ts';
import { runBuilt } from '#tests/support/commands.ts';
import { aBooking, aReview, aStudent, NOW } from '#tests/support/factories.ts';
import { type RunningS3, runS3 } from '#tests/support/s3.ts';

/** A listing answers a thousand at a time. */
const OBJECTS = 1_100;
const AT_ONCE = 8;
const BACKUP_KEY = randomBytes(32).toString('hex');

const backups = useBackups();
const buckets: RunningS3[] = [];
let old: RunningS3;
let databaseUrl: string;
let file: string;

async function newBucket(): Promise<RunningS3> {
  const bucket = await runS3();
  buckets.push(bucket);
  return bucket;
}
const storeOf = ({ config }: RunningS3) => createS3FileStore({ ...config, secret: SECRET });
const envOf = (bucket: RunningS3, url: string) => ({
  ...bucket.env,
  S3_ALLOW_HTTP: 'true',
  DATABASE_URL: url,
  DATA_DIR: backups.newPath('data'),
  BACKUP_KEY,
});

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const take = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

/** Every object with its bytes. */
async function readBucket(bucket: RunningS3): Promise<Map<string, string>> {
  const store = storeOf(bucket);
  const paths: string[] = [];
  for await (const { path } of store.list()) paths.push(path);
  const objects = new Map<string, string>();
  await eachOf(paths, async (path) => void objects.set(path, Buffer.from((await store.read(path)) ?? []).toString('base64')));
  return objects;
}
const listTables = (url: string) => withSql(url, (sql) => sql`select tablename from pg_tables where schemaname = 'public'`);
const writesOf = ({ calls }: RunningS3) => calls.filter((call) => !call.startsWith('GET'));

async function backUpBucket(bucket: RunningS3): Promise<{ file: string; stdout: string; stderr: string }> {
  const folder = backups.newPath('backups');
  const { status, stdout, stderr } = await runBuilt('backup', ['--to', folder], envOf(bucket, databaseUrl));
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  return { file: join(folder, readdirSync(folder).find((name) => name.endsWith('.backup')) ?? ''), stdout, stderr };
}

beforeAll(async () => {
  old = await newBucket();
  databaseUrl = await backups.newDatabase();
  await migrate(databaseUrl, 'drizzle');
  const { db, close } = connect(databaseUrl, { max: 2, name: 'the test' });
  const student = await aStudent(db);
  await aReview(db, { booking: await aBooking(db, { student, status: 'completed' }) });
  const store = storeOf(old);
  const files = Array.from({ length: OBJECTS }, (_, index) => ({
    path: `photos/${index} of ය & "more".webp`,
    content: randomBytes(1 + (index % 700)),
  }));
  const row = ({ path, content }: (typeof files)[number]) => ({ path, bytes: content.length, ownerId: student.id, purpose: 'photo' as const });
  await db.insert(uploads).values(files.map((one) => ({ ...row(one), contentType: 'image/webp', createdAt: NOW })));
  await eachOf(files, ({ path, content }) => store.save(path, content));
  await close();
  ({ file } = await backUpBucket(old));
});
afterAll(async () => {
  for (const bucket of buckets) await bucket.close();
});

describe('a site whose files are in a bucket', () => {
  // spec s13-backup.12 | S13 3 | A bucket of more than a thousand files is backed up and restored into an empty one, row by row and byte by byte
  //   | src/server/cli/restore.ts, src/server/infra/file-store-s3.ts
  test('is restored into an empty database and an empty bucket, row by row and byte by byte', async () => {
    const verified = await runBuilt('backup', ['--verify', file], envOf(old, databaseUrl));
    expect([verified.status, verified.stdout]).toEqual([0, expect.stringContaining('is whole: ')]);
    const [url, bucket] = [await backups.newDatabase(), await newBucket()];
    const { status, stdout, stderr } = await runBuilt('restore', ['--from', file], envOf(bucket, url));
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(` and ${OBJECTS.toLocaleString('en')} files, as they were at `);
    expect(old.calls.filter((call) => call.includes('marker=')).length).toBeGreaterThanOrEqual(2);
    expect(await readTables(url)).toEqual(await readTables(databaseUrl));
    const [before, after] = [await readBucket(old), await readBucket(bucket)];
    expect(after.size).toBe(OBJECTS);
    expect(after).toEqual(before);
  });

  // spec s13-backup.13 | S13 3 | Files of a bucket that are not in the backup stay and are counted, or are removed when that is asked for |
  //   src/server/cli/restore.ts
  test('keeps files that are not in the backup and says how many, or removes them when asked', async () => {
    const [url, bucket] = [await backups.newDatabase(), await newBucket()];
    for (const name of ['one', 'two']) await storeOf(bucket).save(`documents/${name}.pdf`, Buffer.from(name));
    const restore = (...args: string[]) => runBuilt('restore', ['--from', file, ...args], envOf(bucket, url));
    expect(await restore()).toMatchObject({ status: 1, stderr: expect.stringContaining('There are files in the store.') });
    expect(await restore('--remove-other-files')).toMatchObject({ status: 1, stderr: expect.stringContaining('Usage: ') });
    expect(writesOf(bucket)).toHaveLength(2);
    expect((await restore('--replace')).stdout).toContain(
      '2 files of the bucket are not in the backup: they stay; --replace --remove-other-files removes them.\n',
    );
    expect(await storeOf(bucket).has('documents/one.pdf')).toBe(true);
    expect((await restore('--replace', '--remove-other-files')).stdout).toContain('2 files of the bucket are not in the backup: removed.\n');
    expect(await readBucket(bucket)).toEqual(await readBucket(old));
  });

  // spec s13-backup.14 | S13 3 | A damaged backup is refused before anything is written to the bucket or the database |
  //   src/server/infra/backup/read-backup.ts
  test.each([
    [
      'a byte in the middle is another',
      (bytes: Buffer) => bytes.fill((bytes[bytes.length >> 1] ?? 0) ^ 1, bytes.length >> 1, (bytes.length >> 1) + 1),
    ],
    ['its end is missing', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
  ])('is not touched when %s in the backup', async (_, damage) => {
    const [url, bucket, damaged] = [await backups.newDatabase(), await newBucket(), backups.newPath('damaged')];
    copyFileSync(file, damaged);
    writeFileSync(damaged, damage(readFileSync(damaged)));
    const { status, stderr } = await runBuilt('restore', ['--from', damaged], envOf(bucket, url));
    expect([status, stderr]).toEqual([1, expect.stringMatching(/Nothing was changed\.\n$/)]);
    expect([await listTables(url), bucket.calls]).toEqual([[], []]);
  });

  // spec s13-backup.15 | S13 3 | When the bucket fails in the middle of a restore, rows and files are as before |
  //   src/server/infra/backup/restore-files.ts
  test('is as before when the bucket refuses a file in the middle', async () => {
    const [url, bucket] = [await backups.newDatabase(), await newBucket()];
    const restoring = runBuilt('restore', ['--from', file], envOf(bucket, url));
    while (writesOf(bucket).length < 50) await pause(2);
    Object.assign(bucket.failing, { status: 400, times: 1 });
    const { status, stderr } = await restoring;
    expect([status, stderr]).toEqual([1, 'It did not work: the file store has answered 400 to a PUT. Nothing was changed.\n']);
    expect([await listTables(url), (await readBucket(bucket)).size]).toEqual([[], 0]);
  });

  // spec s13-backup.16 | S13 3 | A backup names the files that rows name and the bucket has lost, and holds all else | src/server/cli/backup.ts
  test('that has lost a file is backed up all the same, and the loss is named', async () => {
    const [lost = ''] = (await readBucket(old)).keys();
    await storeOf(old).remove(lost);
    const { stderr, stdout, file: incomplete } = await backUpBucket(old);
    expect(stderr).toBe(`1 row names a file that is not in the store: ${lost}\n`);
    expect(stdout).toContain(`${(OBJECTS - 1).toLocaleString('en')} files`);
    const [url, bucket] = [await backups.newDatabase(), await newBucket()];
    expect((await runBuilt('restore', ['--from', incomplete], envOf(bucket, url))).status).toBe(0);
    expect(await readBucket(bucket)).toEqual(await readBucket(old));
  });
});
