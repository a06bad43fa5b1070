import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { type Connection, connect } from '#db/client.ts';
import { makeBulk } from '#seed/bulk.ts';
import { launchPostgres } from '#server/infra/embedded-postgres/launch.ts';
import { fullestScopes, type Scopes } from '#tests/support/search-plans.ts';
import { TODAY } from './cases.ts';

export type Bulk = Connection & { url: string; tutors: number; scopes: Scopes };

const FOLDER = '.data/bench';
const SOURCES = ['drizzle', 'src/seed'];
// The data need not survive a crash; statistics are gathered when all rows are there.
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '8GB',
  shared_buffers: '6GB',
  max_connections: '40',
};

/** Starts a PostgreSQL of its own. */
export async function startBench(keepsDatabases: boolean) {
  if (keepsDatabases) mkdirSync(FOLDER, { recursive: true });
  const folder = keepsDatabases ? FOLDER : mkdtempSync(join(tmpdir(), 'vidya-bench-'));
  chmodSync(folder, 0o755);
  const server = await launchPostgres({ folder, settings: SETTINGS });
  const opened: Connection[] = [];
  return {
    /** Seeded unless an earlier run has left it. */
    async bulk(tutors: number): Promise<Bulk> {
      const database = `bench_${tutors}`;
      const url = (await isUpToDate(server.url('postgres'), database))
        ? server.url(database)
        : await make(server.url('postgres'), { database, tutors, folder });
      const connection = connect(url, { max: 3, name: 'vidya bench' });
      opened.push(connection);
      return { ...connection, url, tutors, scopes: await fullestScopes(connection) };
    },
    async stop() {
      for (const connection of opened) await connection.close();
      await server.stop();
      if (!keepsDatabases) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stored as the comment of a complete database; another schema or seed has another label. */
function label(): string {
  const files = SOURCES.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()));
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  const hash = createHash('sha256');
  for (const path of paths) hash.update(readFileSync(path));
  return `${TODAY} ${hash.digest('hex')}`;
}

async function isUpToDate(serverUrl: string, database: string): Promise<boolean> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  const [row] = await sql`select shobj_description(oid, 'pg_database') as label from pg_database where datname = ${database}`;
  await sql.end();
  return row?.label === label();
}

async function make(serverUrl: string, { database, tutors, folder }: { database: string; tutors: number; folder: string }): Promise<string> {
  const filesDir = join(folder, 'files');
  mkdirSync(filesDir, { recursive: true });
  const log = { info: (line: string) => process.stdout.write(`  ${line}\n`) };
  process.stdout.write(`${tutors.toLocaleString('en')} tutors\n`);
  const url = await makeBulk({ serverUrl, database, tutors, today: TODAY, appTimezone: 'Asia/Colombo', migrations: 'drizzle', filesDir, log });
  const sql = postgres(serverUrl, { max: 1 });
  await sql.unsafe(`comment on database ${database} is '${label()}'`);
  await sql.end();
  return url;
}
