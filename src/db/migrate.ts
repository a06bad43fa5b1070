import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres, { type Sql, type TransactionSql } from 'postgres';

export type Migration = { when: number; tag: string };

export const MIGRATION_LOCK = 7_294_611_035;

const OLDEST = 15;

export async function migrate(url: string, folder: string): Promise<void> {
  await withDatabase(url, (sql) => applyAll(sql, folder));
}

/** Applies what is missing. A role that may not (`vidya_app`) fails instead: `db:migrate` has to run first. */
export async function ensureMigrated(url: string, folder: string): Promise<void> {
  await withDatabase(url, async (sql) => {
    const missing = await findMissing(sql, folder);
    if (missing.length === 0) return;
    const [role] = await sql<{ name: string; mayMigrate: boolean }[]>`
      select current_user as name, coalesce(
        (select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'drizzle'),
        has_database_privilege(current_database(), 'create')) as "mayMigrate"`;
    if (!role?.mayMigrate) throw new Error(refusalOf(missing, role?.name ?? ''));
    await applyAll(sql, folder);
  });
}

export function readMigrations(folder: string): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as { entries: Migration[] };
  return entries;
}

export function failUnreachable(error: unknown): never {
  throw new Error(`The database does not answer: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

/** Closes the connection afterwards, which also releases the advisory lock. */
export async function withDatabase<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, prepare: false, onnotice: () => {} });
  try {
    const [server] = await sql`select current_setting('server_version_num')::int / 10000 as major`.catch(failUnreachable);
    if (server?.major < OLDEST) throw new Error(`PostgreSQL ${OLDEST} or newer is needed, and this is ${server?.major}`);
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Runs in the transaction of the caller, who holds the lock, and is rolled back with it. */
export async function migrateWithin(tx: TransactionSql, { options }: Sql, folder: string): Promise<void> {
  // No savepoint: within one, PostgreSQL refuses values that migrations have added to an enum.
  const begin = (work: (inner: TransactionSql) => Promise<unknown>) => work(tx);
  // The migrator of drizzle uses nothing else of its client.
  const client = Object.assign(tx, { options, begin }) as unknown as Sql;
  await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
}

async function applyAll(sql: Sql, folder: string): Promise<void> {
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
  await applyMigrations(drizzle({ client: sql }), { migrationsFolder: folder });
}

async function findMissing(sql: Sql, folder: string): Promise<Migration[]> {
  const [journal] = await sql<{ exists: boolean }[]>`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!journal?.exists) return readMigrations(folder);
  const [last] = await sql<{ when: number }[]>`select coalesce(max(created_at), 0)::float8 as when from drizzle.__drizzle_migrations`;
  return readMigrations(folder).filter(({ when }) => when > (last?.when ?? 0));
}

function refusalOf(missing: readonly Migration[], role: string): string {
  const names = missing.length === 1 ? missing[0]?.tag : `${missing[0]?.tag} to ${missing.at(-1)?.tag}`;
  return `The database lacks migrations of this release (${names}), and the role ${role} may not apply them: run npm run db:migrate first, with DATABASE_OWNER_URL`;
}
