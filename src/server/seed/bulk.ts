import postgres from 'postgres';
import { type Connection, connect } from '#db/client.ts';
import { refreshListing } from '#db/listing.ts';
import { migrate } from '#db/migrate.ts';
import { hashPassword } from '#server/infra/credentials.ts';
import { LOADED_TABLES, loadTutors } from './bulk/load.ts';
import { loadPlans, PLANNED_TABLES } from './bulk/plans.ts';
import { ALL_BUT_KEYS, EVERY_KEY, without } from './bulk/structure.ts';
import { calendarOf } from './calendar.ts';
import { catalogueRows } from './catalogue.ts';
import { DEMO_PASSWORD } from './people/demo.ts';
import { TUTORS } from './people/tutors.ts';
import { makeTutorAccount } from './people.ts';
import { insertCatalogue, saveFiles } from './seed.ts';

export type BulkOptions = {
  /** Any database of the server. */
  serverUrl: string;
  database?: string;
  tutors: number;
  today: string;
  appTimezone: string;
  migrations: string;
  /** Where the file store keeps uploads: the portraits are shared with the demonstration. */
  filesDir: string;
  log?: { info: (message: string) => void };
};

export const MOST_TUTORS = 1_000_000;

const DATABASE = 'vidya_bulk';
const TUTORS_AT_ONCE = 10_000;
const NO_TIMEOUT = 0;
const LISTINGS: readonly string[] = ['tutor_listings', 'tutor_texts'];

/** Drops and makes a database of tutors for measuring, and answers its address. */
export async function makeBulk(options: BulkOptions): Promise<string> {
  const { serverUrl, database = DATABASE, migrations, today, appTimezone, tutors, filesDir, log } = options;
  const calendar = calendarOf(today, appTimezone);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await saveFiles(
    filesDir,
    TUTORS.flatMap((seed) => makeTutorAccount(seed, { calendar, passwordHash }).files),
  );
  const url = await recreate(serverUrl, database);
  await migrate(url, migrations);
  const connection = connect(url, { max: 1, statementTimeoutMs: NO_TIMEOUT, name: 'vidya bulk' });
  try {
    const { sql, db } = connection;
    await sql.unsafe("set timezone = 'UTC'; set jit = off; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'");
    await insertCatalogue(db, catalogueRows(calendar));
    await timed('tutors loaded', log, () =>
      without(sql, { kinds: EVERY_KEY, tables: [...LOADED_TABLES, ...PLANNED_TABLES] }, async () => {
        await loadTutors(sql, { tutors, today, passwordHash });
        await loadPlans(sql, { today, zone: appTimezone });
      }),
    );
    await sql.unsafe('analyze');
    await timed('listings made', log, () => without(sql, { kinds: ALL_BUT_KEYS, tables: LISTINGS }, () => listAll(connection)));
    await timed('cleaned up', log, async () => {
      await sql.unsafe('vacuum (index_cleanup off)');
      await sql.unsafe(`analyze tutor_profiles, listing_counts, listing_words, ${LISTINGS.join(', ')}`);
    });
  } finally {
    await connection.close();
  }
  return url;
}

/** As a command would make them, some thousand tutors a transaction. */
async function listAll({ sql, db }: Connection): Promise<void> {
  const rows = await sql<{ id: string }[]>`select id from tutor_profiles order by id`;
  for (let from = 0; from < rows.length; from += TUTORS_AT_ONCE) {
    const ids = rows.slice(from, from + TUTORS_AT_ONCE).map(({ id }) => id);
    await db.transaction((tx) => refreshListing(tx, ids));
  }
}

async function recreate(serverUrl: string, database: string): Promise<string> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`drop database if exists ${sql(database)} with (force)`;
    await sql`create database ${sql(database)}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function timed(what: string, log: BulkOptions['log'], work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await work();
  log?.info(`${what} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
