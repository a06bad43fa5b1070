import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { EVERYWHERE } from '#db/schema/listing.ts';
import { type Filters, listedTutors, type Order, type SortKeys, type Wanted } from '#server/features/tutors/listed-tutors.queries.ts';
import { makeBulk } from '#server/seed/bulk.ts';
import { SEARCH_SORTS, SORT_DIRECTIONS } from '#shared/vocabulary/content.ts';
import { type TestDatabase, useDatabase } from './database.ts';
import { type Statement, watched } from './statements.ts';

export const INDEX: Record<Order, string> = {
  'rating.desc': 'tutor_listings_rating_desc_idx',
  'rating.asc': 'tutor_listings_rating_asc_idx',
  'price.desc': 'tutor_listings_price_desc_idx',
  'price.asc': 'tutor_listings_price_asc_idx',
  'experience.desc': 'tutor_listings_experience_desc_idx',
  'experience.asc': 'tutor_listings_experience_asc_idx',
  'name.desc': 'tutor_listings_name_idx',
  'name.asc': 'tutor_listings_name_idx',
  'createdAt.desc': 'tutor_listings_newest_idx',
  'createdAt.asc': 'tutor_listings_newest_idx',
};
export const ORDERS = SEARCH_SORTS.flatMap((sort) => SORT_DIRECTIONS.map((direction): Order => `${sort}.${direction}`));

export const ALL: Wanted = { scopes: [EVERYWHERE], isCounted: false, filters: null, words: null, locations: null, isCommon: false };
export const NO_FILTER: Filters = { online: false, homeVisit: false, group: false, female: false, verified: null, minRating: 0 };

/** Every kind of text: common, unknown, in other scripts, short, in a place, and two at once. */
export const TEXTS: readonly [string, Partial<Wanted>][] = [
  ['a common word', { words: 'mathematics' }],
  ['a word of a few', { words: 'perera' }],
  ['a word that nobody has', { words: 'qzqzq' }],
  ['a word in Sinhala', { words: 'කුරුණෑගල' }],
  ['a piece of a word in Tamil', { words: 'ப்பாண' }],
  ['a common letter', { words: 'a', isCommon: true }],
  ['two common letters', { words: 'ab', isCommon: true }],
  ['two letters that nobody has', { words: 'zq' }],
  ['a location', { locations: 'galle' }],
  ['a word and a location', { words: 'physics', locations: 'colombo' }],
  ['a word and two letters of a location', { words: 'physics', locations: 'el' }],
];

type Bulk = Connection & { scopes: Record<'everywhere' | 'category' | 'subject' | 'topic', string> };

/** A database of that many tutors for this file, and of each kind of scope one that many are listed in. */
export function useBulk(tutors: number, timeout: number): () => Bulk {
  const template = useDatabase({ max: 1 });
  const database = `bulk_${randomBytes(6).toString('hex')}`;
  const filesDir = mkdtempSync(join(tmpdir(), 'vidya-bulk-'));
  let bulk: Bulk | undefined;

  beforeAll(async () => {
    const options = { serverUrl: template.url, database, filesDir, tutors, today: '2026-11-21', appTimezone: 'Asia/Colombo', migrations: 'drizzle' };
    const connection = connect(await makeBulk(options), { max: 2, statementTimeoutMs: 0 });
    bulk = { ...connection, scopes: { everywhere: EVERYWHERE, ...(await fullest(connection)) } };
  }, timeout);
  afterAll(async () => {
    await bulk?.close();
    await template.sql.unsafe(`drop database if exists ${database} with (force)`);
    rmSync(filesDir, { recursive: true, force: true });
  });

  return () => {
    if (!bulk) throw new Error('the tutors are there from beforeAll on');
    return bulk;
  };
}

async function fullest({ sql }: Connection) {
  const [row] = await sql<[{ category: string; subject: string; topic: string }]>`
    select (select scope from listing_counts join subject_categories on id = scope order by tutors desc limit 1) as category,
      (select scope from listing_counts join subjects on id = scope order by tutors desc limit 1) as subject,
      (select topic_id from tutor_subject_topics group by 1 order by count(*) desc limit 1) as topic`;
  return row;
}

/** The one statement that this sends. */
export async function sentBy(database: Pick<TestDatabase, 'sql'>, work: (db: TestDatabase['db']) => Promise<unknown>): Promise<Statement> {
  const { db, statements } = watched(database);
  await work(db);
  const [statement] = statements;
  if (!statement || statements.length > 1) throw new Error(`expected one statement, got ${statements.length}`);
  return statement;
}

/** Of a tutor far into the order, without reading the pages before. */
export async function keysAt(
  { db }: Pick<TestDatabase, 'db'>,
  wanted: Wanted,
  { order, offset }: { order: Order; offset: number },
): Promise<SortKeys> {
  const [row] = await listedTutors(db, wanted, { order, limit: 1, offset });
  return JSON.parse(row?.keys ?? '[]');
}
