import { sql } from 'drizzle-orm';
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import { connect } from '#db/client.ts';
import type { Executor } from '#db/executor.ts';
import { refreshListing } from '#db/listing.ts';
import * as schema from '#db/schema/index.ts';
import { hashPassword } from '#server/infra/credentials.ts';
import { createLocalFileStore } from '#server/infra/file-store-local.ts';
import type { CatalogueRows } from './catalogue.ts';
import { type Marketplace, makeMarketplace } from './marketplace.ts';
import { DEMO_EMAILS, DEMO_PASSWORD } from './people/demo.ts';
import type { StoredFile } from './people.ts';

export type SeedOptions = {
  databaseUrl: string;
  /** `YYYY-MM-DD` in `appTimezone`; every date counts from it. */
  today: string;
  appTimezone: string;
  /** Where the file store keeps uploads. */
  filesDir: string;
  appName?: string;
  log?: { info: (message: string) => void };
};

const ROWS_AT_ONCE = 1000;
/** Of the transaction that seeds: a second one waits and then finds people. */
const LOCK = 7_294_611_036;

export const DEMO_LOGINS = `${Object.values(DEMO_EMAILS).join(', ')}, password ${DEMO_PASSWORD}`;

/** Fills a migrated database that has no people, and answers whether it did. */
export async function seedIfEmpty(options: SeedOptions): Promise<boolean> {
  const { databaseUrl, filesDir, today, appTimezone: zone, appName = 'Vidya', log } = options;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const marketplace = makeMarketplace({ today, zone, appName, passwordHash });
  const connection = connect(databaseUrl, { max: 1, statementTimeoutMs: 60_000, name: 'vidya seed' });
  try {
    const isSeeded = await connection.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      const [person] = await tx.select({ id: schema.users.id }).from(schema.users).limit(1);
      if (person) return false;
      await insertMarketplace(tx, marketplace);
      return true;
    });
    if (!isSeeded) return false;
    await saveFiles(filesDir, marketplace.files);
    await connection.sql.unsafe('analyze');
    log?.info(`seeded ${marketplace.profiles.length} tutors, ${marketplace.bookings.length} bookings and ${marketplace.reviews.length} reviews`);
    return true;
  } finally {
    await connection.close();
  }
}

/** Deletes every row of a database of demonstration data; refuses, and answers false, where people are and no demo account. */
export async function emptyDemo(databaseUrl: string): Promise<boolean> {
  const connection = connect(databaseUrl, { max: 1, statementTimeoutMs: 60_000, name: 'vidya seed' });
  try {
    const { db, sql: raw } = connection;
    const people = await db.select({ email: schema.users.email }).from(schema.users);
    if (people.length > 0 && !people.some(({ email }) => email === DEMO_EMAILS.student)) return false;
    const tables = await raw<{ name: string }[]>`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`;
    await raw.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')} restart identity cascade`);
    return true;
  } finally {
    await connection.close();
  }
}

/** Rows in the order of their references, then figures and listings as any command computes them. */
export async function insertMarketplace(db: Executor, made: Marketplace): Promise<void> {
  await insertCatalogue(db, made.catalogue);
  await insertAll(db, schema.users, made.users);
  await insertAll(
    db,
    schema.uploads,
    made.files.map(({ row }) => row),
  );
  await insertAll(db, schema.tutorProfiles, made.profiles);
  await insertAll(db, schema.tutorEducation, made.education);
  await insertAll(db, schema.tutorExperience, made.experience);
  await insertAll(db, schema.tutorDocuments, made.documents);
  await insertAll(db, schema.tutorApprovals, made.approvals);
  await insertAll(db, schema.tutorApprovalDocuments, made.approvalDocuments);
  await insertAll(db, schema.tutorDaysOff, made.daysOff);
  await insertAll(db, schema.tutorSubjects, made.entries);
  await insertAll(db, schema.tutorSubjectTopics, made.chosenTopics);
  await insertAll(db, schema.tutorModes, made.modes);
  await insertAll(db, schema.tutorSlots, made.slots);
  await insertAll(db, schema.bookings, made.bookings);
  await insertAll(db, schema.bookingTopics, made.bookingTopics);
  await insertAll(db, schema.jobs, made.jobs);
  await insertAll(db, schema.reviews, made.reviews);
  await insertAll(db, schema.favourites, made.favourites);
  await insertAll(db, schema.messageThreads, made.threads);
  await insertAll(db, schema.messages, made.messages);
  await insertAll(db, schema.blogs, made.blogs);
  await insertAll(db, schema.blogLikes, made.likes);
  await insertAll(db, schema.notifications, made.notifications);
  await refreshListing(
    db,
    made.profiles.map(({ id }) => id),
  );
}

export async function insertCatalogue(db: Executor, { categories, subjects, topics }: CatalogueRows): Promise<void> {
  await insertAll(db, schema.subjectCategories, categories);
  await insertAll(db, schema.subjects, subjects);
  await insertAll(db, schema.topics, topics);
}

async function insertAll<T extends PgTable>(db: Executor, table: T, rows: readonly PgInsertValue<T>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db.insert(table).values(rows.slice(from, from + ROWS_AT_ONCE));
  }
}

export async function saveFiles(folder: string, files: readonly StoredFile[]): Promise<void> {
  const store = createLocalFileStore({ folder, secret: '' });
  await Promise.all(files.map(({ row, content }) => store.save(row.path, Buffer.from(content))));
}
