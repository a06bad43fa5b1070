import { EVERYWHERE } from '#db/schema/listing.ts';
import { type Filters, listedTutors, type Order, type SortKeys, type Wanted } from '#server/features/tutors/listed-tutors.queries.ts';
import { SEARCH_SORTS, SORT_DIRECTIONS } from '#shared/vocabulary/content.ts';
import type { TestDatabase } from './database.ts';
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

export const ALL: Wanted = { scopes: [EVERYWHERE], isCounted: false, filters: null, words: null, locations: null };
export const NO_FILTER: Filters = { online: false, homeVisit: false, group: false, female: false, verified: null, minRating: 0 };

/** Every kind of text: rare, unknown, common, in other scripts, short, in a place, and two at once. */
export const TEXTS: readonly [string, Pick<Wanted, 'words' | 'locations'>][] = [
  ['a rare word', { words: '1a2b', locations: null }],
  ['a word that nobody has', { words: 'qzqzq', locations: null }],
  ['a common word', { words: 'perera', locations: null }],
  ['a word in Sinhala', { words: 'ජයසූරිය', locations: null }],
  ['two letters', { words: 'ab', locations: null }],
  ['two letters that nobody has', { words: 'zq', locations: null }],
  ['a common letter', { words: 'a', locations: null }],
  ['a location', { words: null, locations: 'galle' }],
  ['a word and a location', { words: 'nimal', locations: 'colombo' }],
  ['a word and two letters of a location', { words: 'nimal', locations: 'el' }],
];

/** Those that `manyTutors` makes. */
export async function scopesIn({ sql }: Pick<TestDatabase, 'sql'>): Promise<Record<'category' | 'subject' | 'topic', string>> {
  const [row] = await sql<[{ category: string; subject: string; topic: string }]>`
    select md5('category 3')::uuid as category, md5('subject 7')::uuid as subject, md5('topic 7 2')::uuid as topic`;
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
