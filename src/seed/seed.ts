import { sql } from 'drizzle-orm';
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import { type Connection, connect } from '#db/client.ts';
import type { Executor } from '#db/executor.ts';
import { refreshListing } from '#db/listing.ts';
import * as schema from '#db/schema/index.ts';
import { hashPassword } from '#server/infra/credentials.ts';
import { createLocalFileStore } from '#server/infra/file-store-local.ts';
import { DEMO_EMAILS, DEMO_PASSWORD } from './logins.ts';
import { makeMarketplace } from './marketplace.ts';
import type { StoredFile } from './people.ts';

export type SeedOptions = {
  databaseUrl: string;
  /** `YYYY-MM-DD` in `appTimezone`; every date counts from it. */
  today: string;
  appTimezone: string;
  filesDir: string;
  appName?: string;
  log?: { info: (message: string) => void };
};
type Rows = { [Name in keyof typeof schema as (typeof schema)[Name] extends PgTable ? Name : never]?: TableRows<(typeof schema)[Name]> };
type TableRows<Table> = Table extends PgTable ? readonly PgInsertValue<Table>[] : never;

const TABLES = { ...schema };
const ROWS_AT_ONCE = 1000;
/** A second seeding at the same time waits for the first, and then finds accounts. */
const ADVISORY_LOCK = 7_294_611_036;

export async function seedIfEmpty(options: SeedOptions): Promise<boolean> {
  const { databaseUrl, filesDir, today, appTimezone: zone, appName = 'Vidya', log } = options;
  const { rows, files } = makeMarketplace({ today, zone, appName, passwordHash: await hashPassword(DEMO_PASSWORD) });
  return withConnection(databaseUrl, async ({ db, sql: raw }) => {
    const isSeeded = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
      if ((await tx.$count(schema.users)) > 0) return false;
      await insertRows(tx, rows);
      const tutorIds = rows.tutorProfiles.map(({ id }) => id);
      await refreshListing(tx, tutorIds);
      return true;
    });
    if (!isSeeded) return false;
    await saveFiles(filesDir, files);
    await raw.unsafe('analyze');
    log?.info(`seeded ${rows.tutorProfiles.length} tutors, ${rows.bookings.length} bookings and ${rows.reviews.length} reviews`);
    return true;
  });
}

/** Deletes every row; false, and nothing is deleted, where there are accounts without that of the demo student. */
export async function emptyDemo(databaseUrl: string): Promise<boolean> {
  return withConnection(databaseUrl, async ({ db, sql: raw }) => {
    const accounts = await db.select({ email: schema.users.email }).from(schema.users);
    if (accounts.length > 0 && !accounts.some(({ email }) => email === DEMO_EMAILS.student)) return false;
    const tables = await raw<{ name: string }[]>`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`;
    await db.transaction(async (tx) => {
      await tx.execute(sql`alter table ${schema.auditEntries} disable trigger audit_entries_append_only`);
      await tx.execute(sql.raw(`truncate ${tables.map(({ name }) => name).join(', ')} restart identity cascade`));
      await tx.execute(sql`alter table ${schema.auditEntries} enable trigger audit_entries_append_only`);
    });
    return true;
  });
}

export async function withConnection<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = connect(url, { max: 1, statementTimeoutMs: 0, name: 'vidya seed' });
  return work(connection).finally(connection.close);
}

export async function insertRows(db: Executor, rows: Rows): Promise<void> {
  for (const [name, values] of Object.entries(rows)) {
    // Every key of Rows names a table, and its rows are of that table.
    const table = TABLES[name as keyof Rows] as PgTable;
    for (let from = 0; from < values.length; from += ROWS_AT_ONCE) await db.insert(table).values(values.slice(from, from + ROWS_AT_ONCE));
  }
}

export async function saveFiles(folder: string, files: readonly StoredFile[]): Promise<void> {
  const store = createLocalFileStore({ folder, secret: '' });
  await Promise.all(files.map(({ row, content }) => store.save(row.path, content)));
}
