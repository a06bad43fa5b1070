import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { uploads } from '#db/schema/files.ts';
import { requireKnownMigrations } from '#server/infra/backup/manifest.ts';
import { verifyBackup } from '#server/infra/backup/read-backup.ts';
import { stageInFolder } from '#server/infra/backup/restore-files.ts';
import { readKnownMigrations } from '#server/infra/backup/restore-rows.ts';
import {
  backUp,
  copyOlderMigrations,
  KEY,
  localStore,
  readFiles,
  readSchema,
  readTables,
  restore,
  useBackups,
  withSql,
} from '#tests/support/backups.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, aBooking, aPasskey, aReview, aStudent, aTutor, NOW, type User } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';

const database = useDatabase();
const backups = useBackups();
const source = backups.newPath('uploads');
const store = localStore(source);
const whole = backups.newPath('whole');
let student: User;

async function anUpload(ownerId: string, path: string, bytes: Uint8Array): Promise<void> {
  await database.db.insert(uploads).values({ ownerId, path, purpose: 'photo', contentType: 'image/webp', bytes: bytes.length, createdAt: NOW });
  await store.save(path, bytes);
}

/** Signs that COPY escapes, every kind of column, and more than one part of an archive. */
beforeAll(async () => {
  const { db, sql } = database;
  student = await aStudent(db, { email: 'nimali@vidya.test', name: 'නිමාලි "Nim"\t\\N \\. \r\n,;', passwordHash: PASSWORD_HASH });
  const tutor = await aTutor(db, { user: { name: 'தமிழ் 🙂' } });
  const booking = await aBooking(db, { student, tutor, status: 'completed' });
  await aReview(db, { booking, review: 'ගණිතය\nඉතා හොඳයි' });
  await aBlog(db, { tutor });
  await aPasskey(db, await aStudent(db));
  await sql`update bookings set created_at = '2026-03-02 04:30:00.123456+00'`;
  const details = JSON.stringify({ file: 'ළ "\\" \n\t', n: 1.5, no: null });
  await sql`insert into audit_entries (id, action, actor_name, details) values (gen_random_uuid(), 'upload.removed', 'A', ${details}::jsonb)`;
  await sql`insert into figures (name, bucket, value) values ('test', '-infinity', 9007199254740993), ('test', 'infinity', -1)`;
  await anUpload(student.id, 'photos/a.webp', randomBytes(700_000));
  await anUpload(student.id, 'documents/b.jpg', randomBytes(262_144));
  await store.save('photos/without-a-row.webp', new Uint8Array());
  await backUp(whole, { databaseUrl: database.url, files: store });
});

describe('a backup that is restored', () => {
  // spec s13-backup.2 | S13 3 | A restored copy equals the original: every row of every table, every constraint, index, trigger and function,
  //   and every byte of every file | src/server/infra/backup/create-backup.ts, src/server/infra/backup/restore-backup.ts
  test('equals the original row by row and file by file, and the site works on it', async () => {
    const [databaseUrl, target] = [await backups.newDatabase(), backups.newPath('restored')];
    const { manifest, previousFiles, isOtherSecret } = await restore(whole, { databaseUrl, uploads: target });
    expect([previousFiles, isOtherSecret, manifest.missing]).toEqual([null, false, []]);

    const original = await readTables(database.url);
    expect(original.users?.length).toBeGreaterThan(1);
    expect(original.figures).toContain('(test,-infinity,9007199254740993)');
    expect(await readTables(databaseUrl)).toEqual(original);
    expect(await readSchema(databaseUrl)).toEqual(await readSchema(database.url));
    expect(Object.keys(readFiles(source))).toHaveLength(3);
    expect(readFiles(target)).toEqual(readFiles(source));

    const connection = connect(databaseUrl, { max: 2 });
    const { user } = await callerAs(connection, null).auth.login({ email: student.email, password: PASSWORD });
    expect(user.id).toBe(student.id);
    await connection.close();

    // A second restore, into a database and a folder that hold something.
    await expect(restore(whole, { databaseUrl, uploads: target })).rejects.toThrow(
      'The database is not empty. --replace removes what is there, for good.',
    );
    const stage = async () => {
      const staged = await stageInFolder(target, NOW);
      return { ...staged, publish: () => staged.publish().then(() => Promise.reject(new Error('the disk is full'))) };
    };
    await withSql(databaseUrl, (sql) => sql`delete from reviews`);
    const before = await readTables(databaseUrl);
    await expect(restore(whole, { databaseUrl, uploads: target, stage, isReplacing: true })).rejects.toThrow('the disk is full');
    expect(await readTables(databaseUrl)).toEqual(before);
    expect(readFiles(target)).toEqual(readFiles(source));
    expect(readdirSync(backups.folder).filter((name) => /\.(restoring|before)/.test(name))).toEqual([]);
  });

  // spec s13-backup.3 | S13 3 | A backup of an older release gets the migrations that came since, and sequences go on after the last number
  //   | src/server/infra/backup/restore-rows.ts
  test('of an older release is brought up to date, and numbers go on', async () => {
    const older = copyOlderMigrations(backups.newPath('migrations'));
    const [oldUrl, newUrl, path] = [await backups.newDatabase(), await backups.newDatabase(), backups.newPath('older')];
    await migrate(oldUrl, older);
    await withSql(oldUrl, (sql) => sql`insert into figure_changes (name, bucket, change) select 'test', now(), 1 from generate_series(1, 3)`);
    await backUp(path, { databaseUrl: oldUrl, files: store, withFiles: false });
    const { absent } = await restore(path, { databaseUrl: newUrl, uploads: source });
    expect(absent).toEqual([]);
    expect(await readSchema(newUrl)).toEqual(await readSchema(database.url));
    const [added] = await withSql(
      newUrl,
      (sql) => sql`insert into figure_changes (name, bucket, change) values ('test', now(), 1) returning id::int`,
    );
    expect(added?.id).toBe(4);
  });
});

describe('a backup is refused before anything is written', () => {
  const refused = async (path: string, options: Partial<Parameters<typeof restore>[1]> = {}): Promise<string> => {
    const [databaseUrl, target] = [database.url, backups.newPath('untouched')];
    const problem = await restore(path, { databaseUrl, uploads: target, isReplacing: true, ...options }).catch((error: Error) => error.message);
    expect(existsSync(target) || existsSync(`${target}.restoring`)).toBe(false);
    return String(problem);
  };
  const changed = (change: (bytes: Buffer) => Buffer): string => {
    const path = backups.newPath('changed');
    writeFileSync(path, change(readFileSync(whole)));
    return path;
  };
  const flipped = (at: number) => changed((bytes) => Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))));
  const PART = 262_144 + 16;
  const DAMAGED = 'This backup is damaged or cut off: it is not what was written.';

  // spec s13-backup.4 | S13 3 | Another key, a flipped bit, a file that was cut off, lengthened or reordered, and what is no backup are refused with
  //   a sentence | src/server/infra/backup/sealed-file.ts
  test('with another key, damaged, cut off, lengthened, reordered, or none at all', async () => {
    const before = await readTables(database.url);
    expect(await refused(whole, { key: randomBytes(32).toString('hex') })).toBe('BACKUP_KEY is not the key of this backup.');
    const { length } = readFileSync(whole);
    for (const at of [80, 500_000, length - 1]) expect(await refused(flipped(at))).toBe(DAMAGED);
    const cutOff = backups.newPath('cut');
    for (const size of [length - 1, 76 + PART, 76]) {
      copyFileSync(whole, cutOff);
      truncateSync(cutOff, size);
      expect(await refused(cutOff)).toBe(DAMAGED);
    }
    expect(await refused(changed((bytes) => Buffer.concat([bytes, Buffer.from('more')])))).toBe(DAMAGED);
    const swapped = (bytes: Buffer) => [bytes.subarray(0, 76), bytes.subarray(76 + PART, 76 + 2 * PART), bytes.subarray(76, 76 + PART)];
    expect(await refused(changed((bytes) => Buffer.concat([...swapped(bytes), bytes.subarray(76 + 2 * PART)])))).toBe(DAMAGED);
    expect(await refused(changed(() => Buffer.from('PGDMP')))).toBe('This file is not a backup of Vidya.');
    expect(await readTables(database.url)).toEqual(before);
  });

  // spec s13-backup.5 | S13 3 | A backup of a newer release, and a restore under a running server, are refused | src/server/infra/backup/manifest.ts
  test('of a newer release, and while the site is running', async () => {
    const older = copyOlderMigrations(backups.newPath('migrations'));
    expect(await refused(whole, { migrations: older })).toBe(
      'This backup was made by a newer release of Vidya (0.1.0): restore it with that release or a later one.',
    );
    expect(await refused(whole)).toBe('Vidya is running on this database: stop it first.');
    const file = await open(whole, 'r');
    const manifest = await verifyBackup(file, KEY).finally(() => file.close());
    const other = manifest.migrations.map((migration, index) => (index === 3 ? { ...migration, hash: 'other' } : migration));
    expect(() => requireKnownMigrations({ ...manifest, migrations: other }, readKnownMigrations('drizzle'))).toThrow('are not those of this one');
  });
});

describe('while a backup is made', () => {
  const listed = async (path: string) => {
    const file = await open(path, 'r');
    return (await verifyBackup(file, KEY).finally(() => file.close())).files.map((one) => one.path);
  };

  // spec s13-backup.6 | S13 3 | Whatever is uploaded or removed meanwhile, each file that a row of the backup names is in it, and what was removed
  //   does not come back | src/server/infra/backup/create-backup.ts
  test('uploads and removals leave rows and files consistent', async () => {
    const bytes = randomBytes(100);
    await anUpload(student.id, 'photos/removed-early.webp', bytes);
    await anUpload(student.id, 'photos/removed-late.webp', bytes);
    const remove = async (path: string) => {
      await database.sql`delete from uploads where path = ${path}`;
      await store.remove(path);
    };
    let lists = 0;
    const busy = {
      async *list() {
        lists += 1;
        const call = lists;
        // The second one is after the first snapshot, the third after the second.
        if (call === 2) await remove('photos/removed-with-the-first-snapshot.webp');
        for await (const file of store.list()) yield file;
        if (call === 1) {
          await remove('photos/removed-early.webp');
          await anUpload(student.id, 'photos/late.webp', bytes);
          await anUpload(student.id, 'photos/removed-with-the-first-snapshot.webp', bytes);
        }
        if (call === 3) await remove('photos/removed-late.webp');
      },
      read: store.read,
    };
    const path = backups.newPath('busy');
    const manifest = await backUp(path, { databaseUrl: database.url, files: busy, waitMs: 5_000 });
    expect([lists, manifest.missing]).toEqual([3, []]);
    const paths = await listed(path);
    expect(paths).toContain('photos/late.webp');
    expect(paths).toContain('photos/removed-late.webp');
    expect(paths.filter((one) => /early|first-snapshot/.test(one))).toEqual([]);
  });

  // spec s13-backup.6
  test('a file whose row was there before it is waited for, and one that never comes is named', async () => {
    await database.db
      .insert(uploads)
      .values({ ownerId: student.id, path: 'photos/never.webp', purpose: 'photo', contentType: 'image/webp', bytes: 3, createdAt: NOW });
    const { missing } = await backUp(backups.newPath('missing'), { databaseUrl: database.url, files: store });
    expect(missing).toEqual(['photos/never.webp']);
    let reads = 0;
    const slow = { list: store.list, read: async (path: string) => (path.includes('never') && ++reads > 1 ? Buffer.from('abc') : store.read(path)) };
    expect((await backUp(backups.newPath('slow'), { databaseUrl: database.url, files: slow, waitMs: 5_000 })).missing).toEqual([]);
  });
});
