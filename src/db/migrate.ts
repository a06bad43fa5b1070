import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

const LOCK = 7_294_611_035;

const OLDEST = 15;

export async function migrate(url: string, folder: string): Promise<void> {
  const sql = postgres(url, { max: 1, prepare: false, onnotice: () => {} });
  try {
    const [server] = await sql`select current_setting('server_version_num')::int / 10000 as major`.catch((error: unknown) => {
      throw new Error(`The database does not answer: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    });
    if (server?.major < OLDEST) throw new Error(`PostgreSQL ${OLDEST} or newer is needed, and this is ${server?.major}`);
    await sql`select pg_advisory_lock(${LOCK})`;
    await applyMigrations(drizzle({ client: sql }), { migrationsFolder: folder });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
