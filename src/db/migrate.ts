import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres, { type Sql, type TransactionSql } from 'postgres';

export const MIGRATION_LOCK = 7_294_611_035;

const OLDEST = 15;

export async function migrate(url: string, folder: string): Promise<void> {
  const sql = postgres(url, { max: 1, prepare: false, onnotice: () => {} });
  try {
    const [server] = await sql`select current_setting('server_version_num')::int / 10000 as major`.catch((error: unknown) => {
      throw new Error(`The database does not answer: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    });
    if (server?.major < OLDEST) throw new Error(`PostgreSQL ${OLDEST} or newer is needed, and this is ${server?.major}`);
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await applyMigrations(drizzle({ client: sql }), { migrationsFolder: folder });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Within a transaction of the caller, who holds the lock; to be rolled back with it. */
export async function migrateWithin(tx: TransactionSql, { options }: Sql, folder: string): Promise<void> {
  // No savepoint: within one, PostgreSQL refuses values that migrations have added to an enum.
  const begin = (work: (inner: TransactionSql) => Promise<unknown>) => work(tx);
  // The migrator asks its client for nothing else.
  const client = Object.assign(tx, { options, begin }) as unknown as Sql;
  await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
}
