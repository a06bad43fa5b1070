import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { uuidV7 } from '#db/columns.ts';
import { migrate } from '#db/migrate.ts';
import { dataArchives } from '#db/schema/privacy.ts';
import { enqueue } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { type EmbeddedPostgres, ensureDatabase, launchPostgres } from '#server/infra/embedded-postgres/launch.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, type User } from '#tests/support/factories.ts';
import { ask } from '#tests/support/faults/probes.ts';
import { until } from '#tests/support/faults/server-kills.ts';
import { UNREACHED_LIMITS } from '#tests/support/faults/server-limits.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '#tests/support/faults/small-disk.ts';
import { aJpeg } from '#tests/support/images.ts';
import { type ServerProcess, startServer } from '#tests/support/server.ts';

/** More than the 200 MB below which /readyz says `disk`. */
const DISK_MB = 260;
const POSTGRES_DISK_MB = 420;
const SECRET = '8f2c61d09be7435aa14c0d6e92b857f3';
const reason = whyNoSmallDisk();

let disk: SmallDisk;
let server: ServerProcess;
let person: User;
let token: string;

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []);
const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
const notify = (title: string) =>
  ask(server.url, {
    name: 'a write',
    path: '/api/notifications',
    init: { method: 'POST', headers: headers(), body: JSON.stringify({ type: 'info', title, message: 'Told on a full disk.' }) },
  });
const readPage = (path = '/tutors?q=never-twice') => ask(server.url, { name: 'a page', path, init: { headers: { accept: 'text/html' } } });

async function readiness(): Promise<{ status: number; problems: string[] }> {
  const answer = await fetch(`${server.url}/readyz`);
  const { problems = [] } = (await answer.json()) as { problems?: string[] };
  return { status: answer.status, problems };
}

async function signIn(connection: Connection): Promise<void> {
  person = await aStudent(connection.db, { emailVerifiedAt: new Date() });
  token = await createSessions(connection.db).createSession(person.id, { isRemembered: true, origin: 'password', userAgent: '' });
}

async function uploadPhoto(): Promise<{ status: number; message: string }> {
  const form = new FormData();
  form.append('photo', new File([new Uint8Array(await aJpeg({ width: 600, height: 600 }))], 'me.jpg'));
  const init = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form };
  return ask(server.url, { name: 'an upload', path: '/api/upload/profile-photo', init });
}

describe.skipIf(reason !== null)(`a full disk${reason === null ? '' : ` (${reason})`}`, () => {
  afterEach(() => disk.close());

  describe('where the files are', () => {
    const database = useDatabase();
    beforeAll(async () => {
      disk = mountSmallDisk(DISK_MB);
      mkdirSync(join(disk.folder, 'backups'));
      server = await startServer({ databaseUrl: database.url, env: { DATA_DIR: join(disk.folder, 'data'), RATE_LIMITS: UNREACHED_LIMITS } });
      await aTutor(database.db);
      await signIn(database.connection);
    });
    afterAll(() => server.stop());

    async function orderArchive(): Promise<string> {
      const id = uuidV7(Date.now());
      await inUnitOfWork(contextAs(database, null, { now: () => new Date() }), async (unit) => {
        await unit.db.insert(dataArchives).values({ id, userId: person.id, createdAt: new Date() });
        enqueue(unit, { kind: 'archive.make', params: { archiveId: id }, key: `archive.make ${id}` });
      });
      return id;
    }
    const findJob = async (kind: string) =>
      (await database.sql<{ lastError: string | null }[]>`select last_error as "lastError" from jobs where kind = ${kind}`)[0];
    const backUp = () => {
      const env = {
        ...process.env,
        DATABASE_URL: database.url,
        DATA_DIR: join(disk.folder, 'data'),
        APP_SECRET: SECRET,
        BACKUP_KEY: SECRET.repeat(2),
      };
      return spawnSync(process.execPath, ['dist/server/cli/backup.js', '--to', join(disk.folder, 'backups')], { env, encoding: 'utf8' });
    };

    // spec s13-faults.29 | S13 6 | A full disk: uploads answer 503 and leave nothing, archives wait, a backup fails whole, the site reads on; with
    //   space all is well without a restart | src/server/infra/file-store-local.ts, src/server/infra/readiness.ts, src/server/core/errors.ts
    test('uploads say so and leave nothing, an archive waits, no half of a backup stays, and with space all is well by itself', async () => {
      expect(await readiness()).toEqual({ status: 200, problems: [] });
      expect(await uploadPhoto()).toMatchObject({ status: 200 });
      const uploads = join(disk.folder, 'data', 'uploads');
      const before = filesIn(uploads);

      disk.fill();
      expect(await readiness()).toEqual({ status: 503, problems: ['disk'] });
      for (let index = 0; index < 3; index += 1)
        expect(await uploadPhoto()).toMatchObject({ status: 503, message: 'Failed to upload profile photo' });
      expect(filesIn(uploads)).toEqual(before);
      expect(await database.sql`select from uploads`).toHaveLength(1);
      expect([(await readPage()).status, (await notify('On a full disk')).status]).toEqual([200, 201]);
      const archiveId = await orderArchive();
      await until(async () => (await findJob('archive.make'))?.lastError?.includes('ENOSPC') ?? false, {
        most: 20_000,
        what: 'the archive has not failed',
      });
      expect(filesIn(join(disk.folder, 'data', 'archives-in-the-making'))).toEqual([]);
      const failed = backUp();
      expect(failed).toMatchObject({ status: 1, stderr: expect.stringMatching(/No backup was made/) });
      expect(filesIn(join(disk.folder, 'backups')).filter((name) => name !== 'lock')).toEqual([]);

      disk.makeRoom();
      expect(await readiness()).toEqual({ status: 200, problems: [] });
      expect(await uploadPhoto()).toMatchObject({ status: 200 });
      const isMade = async () => (await database.sql`select from data_archives where id = ${archiveId} and ready_at is not null`).length === 1;
      await until(isMade, { most: 30_000, what: 'the archive is not made' });
      expect(backUp()).toMatchObject({ status: 0 });
      expect(server.process.exitCode).toBeNull();
    });
  });

  describe('where PostgreSQL is', () => {
    let postgres: EmbeddedPostgres;
    let connection: Connection;
    beforeAll(async () => {
      disk = mountSmallDisk(POSTGRES_DISK_MB);
      postgres = await launchPostgres({ folder: join(disk.folder, 'cluster'), settings: { fsync: 'off', max_wal_size: '64MB' } });
      const url = await ensureDatabase(postgres, 'vidya');
      await migrate(url, 'drizzle');
      connection = connect(url, { max: 2 });
      await connection.sql`create table filling (text text)`;
      server = await startServer({ databaseUrl: url, env: { DATA_DIR: join(disk.folder, 'data'), RATE_LIMITS: UNREACHED_LIMITS } });
      await aTutor(connection.db);
      await signIn(connection);
    });
    afterAll(async () => {
      await server.stop();
      await connection.close();
      await postgres.stop();
    });

    // spec s13-faults.30 | S13 6 | PostgreSQL's disk is full: writes answer 201 or 503, never 500, none that was acknowledged is lost, the process
    //   survives, and with space all is well without a restart | src/server/core/errors.ts, src/server/infra/embedded-postgres/launch.ts
    test('writes are stored or refused, and with space all is well by itself', async () => {
      const stored: string[] = [];
      const statuses = new Map<number, number>();
      let isFull = false;
      let isOver = false;
      const writing = (async () => {
        for (let index = 0; !isOver; index += 1) {
          const { status, message } = await notify(`Write ${index}`);
          if (status === 201) stored.push(`Write ${index}`);
          if (isFull) statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (![201, 503].includes(status)) throw new Error(`a write answered ${status}: ${message}`);
          await pause(20);
        }
      })();
      await pause(1_000);
      disk.fill();
      isFull = true;
      expect((await readiness()).problems).toContain('disk');
      // Large rows, so that tables and the log of PostgreSQL need more than is there.
      const refusals: string[] = [];
      for (let index = 0; index < 40; index += 1) {
        await connection.sql`insert into filling select repeat(md5(i::text), 2000) from generate_series(1, 300) i`.catch(
          (error: { code?: string }) => {
            refusals.push(String(error.code));
          },
        );
      }
      expect(refusals.length).toBeGreaterThan(0);
      await pause(1_000);
      expect(server.process.exitCode).toBeNull();

      disk.makeRoom();
      await until(async () => (await notify('With space again')).status === 201, { most: 30_000, what: 'no write works although there is space' });
      isOver = true;
      await writing;
      expect((await readPage()).status).toBe(200);
      await until(async () => (await readiness()).problems.length === 0, { most: 10_000, what: '/readyz stays unready' });
      const rows = await connection.sql<{ title: string }[]>`select title from notifications where title like 'Write %'`;
      expect(stored.filter((title) => !rows.some((row) => row.title === title))).toEqual([]);
      expect(server.output.filter((line) => line.includes('a promise failed'))).toEqual([]);
      process.stdout.write(
        `PostgreSQL refused with ${[...new Set(refusals)].join(', ')}; on the full disk writes answered ${JSON.stringify(Object.fromEntries(statuses))}; ${stored.length} of ${rows.length} acknowledged\n`,
      );
    });
  });
});
