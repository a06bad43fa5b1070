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

const KEPT = '.data/bench';
const MADE_BY = ['drizzle', 'src/seed'];
// Nobody will miss this data, so it need not survive a power cut; statistics are gathered when all rows are there.
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '8GB',
  shared_buffers: '6GB',
  max_connections: '40',
};

/** A PostgreSQL of the measurement's own; kept for the next time, or gone with it. */
export async function startBench(isKept: boolean) {
  if (isKept) mkdirSync(KEPT, { recursive: true });
  const folder = isKept ? KEPT : mkdtempSync(join(tmpdir(), 'vidya-bench-'));
  chmodSync(folder, 0o755);
  const server = await launchPostgres({ folder, settings: SETTINGS });
  const opened: Connection[] = [];
  return {
    /** With so many tutors; made where it is not there from the last time. */
    async bulk(tutors: number): Promise<Bulk> {
      const database = `bench_${tutors}`;
      const url = (await isMade(server.url('postgres'), database))
        ? server.url(database)
        : await make(server.url('postgres'), { database, tutors, folder });
      const connection = connect(url, { max: 3, name: 'vidya bench' });
      opened.push(connection);
      return { ...connection, url, tutors, scopes: await fullestScopes(connection) };
    },
    async stop() {
      for (const connection of opened) await connection.close();
      await server.stop();
      if (!isKept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a database says of itself when it is complete: another schema, or other tutors, make it anew. */
function label(): string {
  const files = MADE_BY.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()));
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  const hash = createHash('sha256');
  for (const path of paths) hash.update(readFileSync(path));
  return `${TODAY} ${hash.digest('hex')}`;
}

async function isMade(serverUrl: string, database: string): Promise<boolean> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  const [found] = await sql`select shobj_description(oid, 'pg_database') as label from pg_database where datname = ${database}`;
  await sql.end();
  return found?.label === label();
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
