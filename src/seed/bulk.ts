import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import postgres, { type Sql } from 'postgres';
import { refreshListing } from '#db/listing.ts';
import { migrate } from '#db/migrate.ts';
import { hashPassword } from '#server/infra/credentials.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { createCalendar } from './calendar.ts';
import { PEOPLE, REVIEWS, TUTORS } from './data.ts';
import { DEMO_PASSWORD } from './logins.ts';
import { makeAccount, makeCatalogue } from './people.ts';
import { insertRows, type SeedOptions, saveFiles, withConnection } from './seed.ts';

type BulkOptions = Omit<SeedOptions, 'databaseUrl' | 'appName'> & { serverUrl: string; database?: string; migrations: string; tutors: number };

export const MAX_TUTORS = 1_000_000;
const TUTORS_AT_ONCE = 5_000;
const SESSION = "set timezone = 'UTC'; set jit = off; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'";
const LISTINGS = ['tutor_listings', 'tutor_texts'];
const LOADED = [
  ...['users', 'tutor_profiles', 'tutor_education', 'tutor_experience', 'tutor_subjects', 'tutor_subject_topics'],
  ...['tutor_modes', 'tutor_slots', 'bookings', 'reviews', 'tutor_days_off'],
];

/** Drops and creates a database of tutors for measuring, and answers its address. */
export async function makeBulk(options: BulkOptions): Promise<string> {
  const { serverUrl, database = 'vidya_bulk', migrations, today, appTimezone, filesDir, log } = options;
  const calendar = createCalendar(today, appTimezone);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const accounts = TUTORS.map((record) => makeAccount(record, 'tutor', { calendar, passwordHash }));
  const portraits = accounts.flatMap(({ files }) => files);
  await saveFiles(filesDir, portraits);
  const url = await recreateDatabase(serverUrl, database);
  await migrate(url, migrations);
  const timed = async (step: string, work: () => Promise<void>) => {
    const start = performance.now();
    await work();
    log?.info(`${step} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  };
  await withConnection(url, async ({ sql, db }) => {
    await sql.unsafe(SESSION);
    await insertRows(db, makeCatalogue(calendar).rows);
    const photos = accounts.flatMap(({ user }) => user.profileImage || []);
    await timed('tutors loaded', () => loadWithout(sql, 'fpuxi', LOADED, () => sql.unsafe(toSql(options, { passwordHash, photos }))));
    await sql.unsafe('analyze');
    await timed('listings made', () =>
      loadWithout(sql, 'fi', LISTINGS, async () => {
        const rows = await sql<{ id: string }[]>`select id from tutor_profiles order by id`;
        await refreshListings(
          url,
          rows.map(({ id }) => id),
        );
      }),
    );
    await timed('cleaned up', async () => {
      await sql.unsafe('vacuum (index_cleanup off)');
      await sql.unsafe(`analyze tutor_profiles, listing_counts, listing_words, ${LISTINGS.join(', ')}`);
    });
  });
  return url;
}

/** Each connection takes the next tutors: they wait for each other only while they count words. */
async function refreshListings(url: string, tutorIds: readonly string[]): Promise<void> {
  let next = 0;
  const refreshNext = () =>
    withConnection(url, async ({ sql, db }) => {
      await sql.unsafe(SESSION);
      while (next < tutorIds.length) {
        const ids = tutorIds.slice(next, next + TUTORS_AT_ONCE);
        next += ids.length;
        await db.transaction((tx) => refreshListing(tx, ids));
      }
    });
  await Promise.all(Array.from({ length: availableParallelism() }, refreshNext));
}

function toSql({ tutors, today, appTimezone }: BulkOptions, { passwordHash, photos }: { passwordHash: string; photos: string[] }): string {
  const people = [...TUTORS, ...PEOPLE.students].map(({ name, gender }) => ({ names: name.replace(/ \(.*\)|^Ven\. /g, '').split(' '), gender }));
  const firstNames = (chosen: typeof people) => chosen.map(({ names }) => names[0] ?? '');
  const written = TUTORS.filter(({ bio }) => bio !== '');
  const degrees = written.flatMap(({ education }) => education);
  const jobs = written.flatMap(({ experience }) => experience);
  const reviews = (stars: number) => REVIEWS.filter((review) => review.stars === stars && !review.medium && !review.field).map(({ text }) => text);
  const values: Record<string, string | number | string[]> = {
    ...{ tutors, students: Math.max(50, Math.ceil(tutors / 20)), today, zone: appTimezone, daysAhead: BOOKING.daysAhead, passwordHash, photos },
    womensNames: firstNames(people.filter(({ gender }) => gender === 'Female')),
    mensNames: firstNames(people.filter(({ gender }) => gender === 'Male')),
    firstNames: firstNames(people),
    lastNames: people.map(({ names }) => names.at(-1) ?? ''),
    bios: written.map(({ bio }) => bio),
    towns: written.map(({ town }) => town),
    degrees: degrees.map(({ degree }) => degree),
    institutions: degrees.map(({ institution }) => institution),
    titles: jobs.map(({ title }) => title),
    companies: jobs.map(({ company }) => company),
    durations: jobs.map(({ duration }) => duration),
    descriptions: jobs.map(({ description }) => description),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((stars) => [`reviews${stars}`, reviews(stars)])),
  };
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return readFileSync(new URL('bulk.sql', import.meta.url), 'utf8').replace(/{{(\w+)}}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`bulk.sql asks for ${key}`);
    return Array.isArray(value) ? `array[${value.map(quote).join(', ')}]` : typeof value === 'number' ? String(value) : quote(value);
  });
}

/** Drops constraints and indexes (`kinds` as pg_constraint calls them, `i` for an index of none), and puts back what the catalog said. */
async function loadWithout(sql: Sql, kinds: string, tables: readonly string[], load: () => PromiseLike<unknown>): Promise<void> {
  const parts = await sql<{ drop: string; make: string }[]>`
    select drop, make from (
      select contype::text as kind, conrelid::regclass::text || ' ' || conname as name,
        format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
      from pg_constraint
      where contype in ('f', 'p', 'u', 'x') and (conrelid::regclass::text = any(${tables}) or confrelid::regclass::text = any(${tables}))
      union all
      select 'i', indexrelid::regclass::text, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index
      where indrelid::regclass::text = any(${tables}) and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
    ) part
    where kind = any(string_to_array(${kinds}, null))
    order by kind <> 'f', name`;
  for (const { drop } of parts) await sql.unsafe(drop);
  await load();
  for (const { make } of parts.toReversed()) await sql.unsafe(make);
}

async function recreateDatabase(serverUrl: string, database: string): Promise<string> {
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
