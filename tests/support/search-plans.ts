import { only } from '#db/executor.ts';
import { EVERYWHERE } from '#db/schema/listing.ts';
import { type Criteria, type Filters, type MatchEstimate, NOT_ESTIMATED } from '#server/features/tutors/search/listing-conditions.queries.ts';
import { findListedTutors, type Order, type SortKeys } from '#server/features/tutors/search/listings.queries.ts';
import { COLUMN_SORTS, SORT_DIRECTIONS } from '#shared/vocabulary/search.ts';
import type { TestDatabase } from './database.ts';
import { createRecordingDb, type Statement } from './statements.ts';

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
  'match.desc': 'tutor_listings_match_idx',
};
export const ORDERS: readonly Order[] = [
  ...COLUMN_SORTS.flatMap((sort) => SORT_DIRECTIONS.map((direction) => `${sort}.${direction}` as const)),
  'match.desc',
];

/** So many match that a page of them is found sooner in its order. */
export const COMMON: MatchEstimate = { tutors: 1_000_000, withTerms: 0.5, filtered: 1, matching: 0.5, hasManyMatches: false };

export const ALL: Criteria = {
  scopes: [EVERYWHERE],
  hasStoredCount: false,
  filters: null,
  terms: null,
  needsListing: false,
  estimate: NOT_ESTIMATED,
  hasRarePrice: false,
};
export const NO_FILTER: Filters = {
  online: false,
  homeVisit: false,
  group: false,
  female: false,
  verified: null,
  minRating: 0,
  prices: null,
  hours: '0',
  called: null,
};

/** Every kind of terms: common, unknown, in other scripts, beginnings, places, and several at once. */
export const TEXTS: readonly [string, Partial<Criteria>][] = [
  ['a place that a third have', { terms: "'l:colombo'" }],
  ['a place that is met rather than looked up', { terms: "'l:colombo'", estimate: COMMON }],
  ['several names of which one is enough', { terms: "'n:perera' | 'n:fernando' | 'n:silva'" }],
  ['a name of a few', { terms: "'n:perera'" }],
  ['a name that nobody has', { terms: "'n:qzqzq'" }],
  ['a name by its sound', { terms: "'k:parara'" }],
  ['the beginning of a name', { terms: "'n:pe':*" }],
  ['a letter', { terms: "'n:a':*", estimate: COMMON }],
  ['a name and a place', { terms: "'n:perera' & 'l:galle'" }],
  ['a medium and a place', { terms: "'m:sinhala' & ('l:jaffna' | 'l:colombo')" }],
];

export type Scopes = Record<'everywhere' | 'category' | 'subject' | 'topic', string>;

/** The scope of each kind with the most listings. */
export async function fullestScopes({ sql }: Pick<TestDatabase, 'sql'>): Promise<Scopes> {
  const [row] = await sql<[Omit<Scopes, 'everywhere'>]>`
    select (select scope from listing_counts join subject_categories on id = scope order by tutors desc limit 1) as category,
      (select scope from listing_counts join subjects on id = scope order by tutors desc limit 1) as subject,
      (select topic_id from tutor_subject_topics group by 1 order by count(*) desc limit 1) as topic`;
  return { everywhere: EVERYWHERE, ...row };
}

export async function recordStatement(database: Pick<TestDatabase, 'sql'>, work: (db: TestDatabase['db']) => Promise<unknown>): Promise<Statement> {
  return only(await recordStatements(database, work));
}

export async function recordStatements(
  database: Pick<TestDatabase, 'sql'>,
  work: (db: TestDatabase['db']) => Promise<unknown>,
): Promise<Statement[]> {
  const { db, statements } = createRecordingDb(database);
  await work(db);
  return statements;
}

/** The sort keys of a tutor far into the order, without reading the pages before. */
export async function keysAt(
  { db }: Pick<TestDatabase, 'db'>,
  criteria: Criteria,
  { order, offset }: { order: Order; offset: number },
): Promise<SortKeys> {
  const [row] = await findListedTutors(db, criteria, { order, limit: 1, offset });
  return JSON.parse(row?.keys ?? '[]');
}
