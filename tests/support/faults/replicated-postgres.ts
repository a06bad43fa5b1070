import { chmodSync, chownSync, cpSync, existsSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { migrate } from '#db/migrate.ts';
import { type Access, ensureCluster, findPostmaster, loadAccess, readText } from '#server/infra/embedded-postgres/cluster.ts';
import { locatePostgres, type PostgresLocation } from '#server/infra/embedded-postgres/locate.ts';
import { type SupervisedProcess, supervise } from '#server/infra/embedded-postgres/supervise.ts';
import { freePort } from '#tests/support/server.ts';

const STANDBY = 'standby';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  max_connections: '100',
  wal_level: 'replica',
  hot_standby: 'on',
  wal_keep_size: '256MB',
  wal_receiver_status_interval: '1s',
};
const POLL_MS = 20;

export type Member = {
  port: number;
  url: string;
  sql: postgres.Sql;
  start: (settings?: Readonly<Record<string, string>>) => Promise<void>;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
  /** Makes it a standby of `primary`, from a copy of its files. It has to be stopped. */
  follow: (primary: Member) => Promise<void>;
  /** Resolves with the time at which it took writes. */
  promote: () => Promise<number>;
};

export type ReplicatedPostgres = { first: Member; second: Member; database: string; bothUrl: string; close: () => Promise<void> };

/** A primary, and a standby that has every write before it is acknowledged. */
export async function launchReplicated({ isSynchronous = true } = {}): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'vidya-replica-'));
  chmodSync(folder, 0o755);
  const access = loadAccess(folder);
  const first = await createMember(join(folder, 'first'), access);
  const second = await createMember(join(folder, 'second'), access);
  await first.start();
  await first.sql`create database vidya`;
  await migrate(inDatabase(first.url), 'drizzle');
  await second.follow(first);
  await second.start();
  if (isSynchronous) await waitForStandby(first);
  const { user, password } = access;
  return {
    first,
    second,
    database: 'vidya',
    bothUrl: `postgres://${user}:${password}@127.0.0.1:${first.port},127.0.0.1:${second.port}/vidya?target_session_attrs=read-write`,
    async close() {
      await Promise.all([first, second].map((member) => member.sql.end({ timeout: 0 })));
      await Promise.all([first, second].map((member) => member.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const inDatabase = (url: string): string => Object.assign(new URL(url), { pathname: '/vidya' }).href;

/** From now on the primary acknowledges what its standby has. */
export async function waitForStandby({ sql }: Member): Promise<void> {
  await sql.unsafe(`alter system set synchronous_standby_names = '${STANDBY}'`);
  await sql`select pg_reload_conf()`;
  while ((await sql`select 1 from pg_stat_replication where sync_state = 'sync'`).length === 0) await pause(POLL_MS);
}

async function createMember(folder: string, access: Access): Promise<Member> {
  mkdirSync(folder, { mode: 0o755 });
  const place = locatePostgres(folder);
  const port = await freePort();
  const url = `postgres://${access.user}:${access.password}@127.0.0.1:${port}/postgres`;
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 2, backoff: () => 0.05 });
  let running: SupervisedProcess | null = null;

  async function start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    ensureCluster(place, access);
    const options = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [...place.prefix, join(place.native, 'bin', 'postgres'), '-D', place.data, '-p', String(port), ...options];
    running = supervise(command, { logFile: join(folder, 'pg.log'), account: place.account });
    while (!(await sql`select 1`.then(Boolean, () => false))) {
      if (running.hasExited()) throw new Error(`PostgreSQL does not start:\n${readText(join(folder, 'pg.log'))}`);
      await pause(POLL_MS);
    }
  }

  const member: Member = {
    port,
    url,
    sql,
    start,
    async kill() {
      const postmaster = findPostmaster(place.data);
      if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
      await running?.exited;
    },
    async stop() {
      await running?.stop();
    },
    follow: (primary) => copyFiles(primary, place, access),
    async promote() {
      await sql`select pg_promote(true, 30)`;
      while ((await sql`select 1 where current_setting('transaction_read_only') = 'on'`).length > 0) await pause(POLL_MS / 4);
      return performance.now();
    },
  };
  sources.set(member, place.data);
  return member;
}

const sources = new Map<Member, string>();

/** A base backup with the means of PostgreSQL itself: its files are copied between the beginning and the end of a backup. */
async function copyFiles(primary: Member, { data, account }: PostgresLocation, { user, password }: Access): Promise<void> {
  const source = sources.get(primary) ?? '';
  rmSync(data, { recursive: true, force: true });
  const session = postgres(primary.url, { max: 1, onnotice: () => {} });
  try {
    await session`select pg_backup_start('standby', true)`;
    cpSync(source, data, {
      recursive: true,
      filter: (path) =>
        !/\/(postmaster\.(pid|opts)|postgresql\.auto\.conf|pg_wal\/.+|pg_replslot\/.+|standby\.signal)$/.test(path.slice(source.length)),
    });
    const [end] = await session`select labelfile, spcmapfile from pg_backup_stop(false)`;
    writeFileSync(join(data, 'backup_label'), end?.labelfile);
  } finally {
    await session.end({ timeout: 1 });
  }
  const { port } = new URL(primary.url);
  writeFileSync(join(data, 'standby.signal'), '');
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${user} password=${password} application_name=${STANDBY}'\n`,
  );
  mkdirSync(join(data, 'pg_wal', 'archive_status'), { recursive: true });
  chmodSync(data, 0o700);
  if (!account) return;
  chownSync(data, account.uid, account.gid);
  for (const entry of readdirSync(data, { withFileTypes: true, recursive: true }))
    lchownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
}
