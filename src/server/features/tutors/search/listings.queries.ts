import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Executor, getOrBuild, prepareOnce } from '#db/executor.ts';
import { inline } from '#db/planner-hints.ts';
import { listingCounts, tutorListings } from '#db/schema/listing.ts';
import type { TutorMatch } from '#shared/contracts/tutor-search.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import type { ColumnSort, SortDirection } from '#shared/vocabulary/search.ts';
import {
  type Criteria,
  chooseWay,
  countMergedScopes,
  fromListings,
  getShape,
  type LeadingOrder,
  readsEachScope,
  scopeRows,
  toValues,
  type Way,
  whereListed,
} from './listing-conditions.queries.ts';

export type SortKeys = readonly (string | number)[];
export type Order = `${ColumnSort}.${SortDirection}` | 'match.desc';
export type PageRequest = {
  order: Order;
  limit: number;
  after?: SortKeys | undefined;
  offset?: number | undefined;
  /** Tutors to leave out. */
  without?: readonly string[];
};
/** `match` is set only in the order by best match. */
export type ListedTutor = { id: string; keys: string; match?: TutorMatch };

const { rating, totalReviews, price, experience, nameKey, profileCreatedAt, weightedRating, tutorId, scope } = tutorListings;

export type Key = { expression: SQL; type: 'integer' | 'timestamptz' | 'text' | 'uuid' };
const integerKey = (expression: SQL): Key => ({ expression, type: 'integer' });
const createdAtKey: Key = { expression: sql`${profileCreatedAt}`, type: 'timestamptz' };
const tutorNameKey: Key = { expression: sql`${nameKey} collate "C"`, type: 'text' };
const tutorIdKey: Key = { expression: sql`${tutorId}`, type: 'uuid' };
const ratingKey = integerKey(sql`${rating}`);

/** The sort keys of each order, which are those of the indexes. */
export const ORDERS: Record<Order, { keys: readonly Key[]; direction: SortDirection; leading: LeadingOrder }> = {
  'rating.desc': { keys: [ratingKey, integerKey(sql`${totalReviews}`), createdAtKey, tutorIdKey], direction: 'desc', leading: 'rating.desc' },
  'rating.asc': {
    keys: [integerKey(sql`(-${rating})`), integerKey(sql`${totalReviews}`), createdAtKey, tutorIdKey],
    direction: 'desc',
    leading: 'rating.asc',
  },
  'price.desc': { keys: [integerKey(sql`${price}`), ratingKey, tutorIdKey], direction: 'desc', leading: 'price.desc' },
  'price.asc': { keys: [integerKey(sql`(-${price})`), ratingKey, tutorIdKey], direction: 'desc', leading: 'price.asc' },
  'experience.desc': { keys: [integerKey(sql`${experience}`), ratingKey, tutorIdKey], direction: 'desc', leading: 'other' },
  'experience.asc': { keys: [integerKey(sql`(-${experience})`), ratingKey, tutorIdKey], direction: 'desc', leading: 'other' },
  'name.desc': { keys: [tutorNameKey, tutorIdKey], direction: 'desc', leading: 'other' },
  'name.asc': { keys: [tutorNameKey, tutorIdKey], direction: 'asc', leading: 'other' },
  'createdAt.desc': { keys: [createdAtKey, tutorIdKey], direction: 'desc', leading: 'other' },
  'match.desc': { keys: [integerKey(sql`${weightedRating}`), tutorIdKey], direction: 'desc', leading: 'other' },
  'createdAt.asc': { keys: [createdAtKey, tutorIdKey], direction: 'asc', leading: 'other' },
};

export const getKeyTypes = (order: Order): readonly Key['type'][] => ORDERS[order].keys.map(({ type }) => type);

const LIMITS = [1, 2, 4].map((pages) => pages * SEARCH.pageSize + 1);
const MAX_LIMIT = SEARCH.mostPerPage + SEARCH.ranked.newest + 1;

export const startOf = ({ after, offset }: Pick<PageRequest, 'after' | 'offset'>): Start =>
  after ? 'after' : offset === undefined ? 'first' : 'offset';
/** Rounds up to a few limits, so that there are few prepared statements. */
export const toMaxRows = (limit: number): number => LIMITS.find((most) => limit < most) ?? MAX_LIMIT;

export function findListedTutors(
  db: Executor,
  criteria: Criteria,
  { order, limit, after, offset, without = [] }: PageRequest,
): Promise<ListedTutor[]> {
  const start = startOf({ after, offset });
  const maxRows = toMaxRows(limit);
  const way = chooseWay(criteria, limit + (offset ?? 0));
  const passesOver = without.length > 0;
  const shape = [order, start, start === 'offset' ? '' : maxRows, passesOver, getShape(criteria, way), countMergedScopes(criteria, way)].join(' ');
  const statement = getOrBuild(pageStatements(db), shape, () => pageStatement(db, criteria, { order, way, start, maxRows, passesOver }));
  return statement.execute({ ...toValues(criteria), ...toPageValues({ after, limit, offset }), without: [...without] });
}

export const toPageValues = ({ after = [], limit, offset }: Omit<PageRequest, 'order'>) => ({
  ...Object.fromEntries(after.map((value, index) => [`key${index}`, value])),
  limit: limit + 1,
  offset,
});

export type Count = { total: number; totalIsCapped: boolean };
export const toCount = (tutors: number): Count => ({ total: Math.min(tutors, SEARCH.countCap), totalIsCapped: tutors > SEARCH.countCap });

export async function countListedTutors(db: Executor, criteria: Criteria): Promise<Count> {
  if (criteria.hasStoredCount) {
    const [stored] = await storedCount(db).execute({ scope: criteria.scopes[0] });
    return { total: stored?.tutors ?? 0, totalIsCapped: false };
  }
  if (criteria.estimate.hasManyMatches) return { total: SEARCH.countCap, totalIsCapped: true };
  const way = chooseWay(criteria, SEARCH.countCap * criteria.scopes.length);
  const statement = getOrBuild(countStatements(db), getShape(criteria, way), () => countStatement(db, criteria, way));
  const [result] = await statement.execute(toValues(criteria));
  return toCount(result?.tutors ?? 0);
}

export async function sampleListedTutors(db: Executor, criteria: Criteria, maxRows: number): Promise<string[]> {
  const way = chooseWay(criteria, maxRows * criteria.scopes.length);
  const statement = getOrBuild(sampleStatements(db), `${maxRows} ${getShape(criteria, way)}`, () => sampleStatement(db, criteria, { way, maxRows }));
  const [sample] = await statement.execute(toValues(criteria));
  return sample?.ids ?? [];
}

export async function isRarePrice(db: Executor, prices: { scope: string | undefined; from: number; to: number }): Promise<boolean> {
  const [result] = await countInPriceRange(db).execute(prices);
  return (result?.tutors ?? 0) < SEARCH.countCap;
}

const storedCount = prepareOnce((db) =>
  db
    .select({ tutors: listingCounts.tutors })
    .from(listingCounts)
    .where(eq(listingCounts.scope, sql.placeholder('scope')))
    .prepare('stored_count'),
);

const countInPriceRange = prepareOnce((db) => {
  const isInPriceRange = and(
    eq(scope, sql.placeholder('scope')),
    sql`${price} between ${sql.placeholder('from')}::integer and ${sql.placeholder('to')}::integer`,
  );
  return db
    .select({ tutors: sql<number>`count(*)`.mapWith(Number) })
    .from(sql`(select from ${tutorListings} where ${isInPriceRange} limit ${inline(SEARCH.countCap)}) priced`)
    .prepare('count_in_price_range');
});

const pageStatements = prepareOnce(() => new Map<string, ReturnType<typeof pageStatement>>());
const countStatements = prepareOnce(() => new Map<string, ReturnType<typeof countStatement>>());
const sampleStatements = prepareOnce(() => new Map<string, ReturnType<typeof sampleStatement>>());

export type Start = 'first' | 'after' | 'offset';

type PageShape = { order: Order; way: Way; start: Start; maxRows: number; passesOver: boolean };

function pageStatement(db: Executor, criteria: Criteria, { order, way, start, maxRows, passesOver }: PageShape) {
  const { keys, direction, leading } = ORDERS[order];
  const joinKeys = (expression: (key: Key, index: number) => SQL) => sql.join(keys.map(expression), sql`, `);
  const keyName = (index: number) => sql`${sql.identifier(`key${index}`)}`;
  const sortDirection = sql.raw(direction);
  const comparator = sql.raw(direction === 'asc' ? '>' : '<');
  const afterCursor = start === 'after' ? sql`(${joinKeys(({ expression }) => expression)}) ${comparator} (${joinKeys(placeholderOf)})` : undefined;
  const others = passesOver ? sql`${tutorId} <> all(${sql.placeholder('without')}::uuid[])` : undefined;
  const { limit, perScopeLimit } = limits(start, maxRows);

  const rows = sql`
    select ${joinKeys(({ expression }, index) => sql`${expression} as ${keyName(index)}`)} from ${fromListings(criteria, way)}
    ${where(whereListed(criteria, way, leading, start === 'after'), afterCursor, others)}`;
  const inOrder = sql`order by ${joinKeys(({ expression }) => sql`${expression} ${sortDirection}`)}`;
  const names = joinKeys((_, index) => keyName(index));
  const namesInOrder = joinKeys((_, index) => sql`${keyName(index)} ${sortDirection}`);
  const page = !readsEachScope(criteria, way)
    ? sql`${rows} ${inOrder} ${limit}`
    : sql`select distinct ${names} from ${fromEachScope(criteria, way, sql`(${rows} ${inOrder} ${perScopeLimit})`)} order by ${namesInOrder} ${limit}`;
  return db
    .select({ id: sql<string>`${keyName(keys.length - 1)}`, keys: sql<string>`json_build_array(${names})::text` })
    .from(sql`(${page}) page`)
    .prepare('listed_tutors');
}

/** `rows` selects from `requested.scope`. PostgreSQL merges ordered branches of "union all" and stops when it has enough rows. */
function fromEachScope(criteria: Criteria, way: Way, rows: SQL): SQL {
  const merged = countMergedScopes(criteria, way);
  if (merged === null) return sql`${scopeRows} cross join lateral ${rows} found`;
  const ofScope = (place: number) =>
    sql`(select found.* from (select (${sql.placeholder('scopes')}::uuid[])[${inline(place)}] as scope) requested cross join lateral ${rows} found)`;
  const places = Array.from({ length: merged }, (_, index) => ofScope(index + 1));
  return sql`(${sql.join(places, sql` union all `)}) merged`;
}

function where(...conditions: (SQL | undefined)[]): SQL {
  const all = and(...conditions);
  return all ? sql`where ${all}` : sql``;
}

function limits(start: Start, maxRows: number) {
  if (start !== 'offset') return { limit: sql`limit ${inline(maxRows)}`, perScopeLimit: sql`limit ${inline(maxRows)}` };
  const [limit, offset] = [sql`${sql.placeholder('limit')}::integer`, sql`${sql.placeholder('offset')}::integer`];
  return { limit: sql`limit ${limit} offset ${offset}`, perScopeLimit: sql`limit ${limit} + ${offset}` };
}

export const placeholderOf = ({ type }: Key, index: number): SQL => sql`${sql.placeholder(`key${index}`)}::${sql.raw(type)}`;

const countStatement = (db: Executor, criteria: Criteria, way: Way) =>
  db
    .select({ tutors: sql<number>`count(*)`.mapWith(Number) })
    .from(sql`(${selectAny(criteria, { way, maxRows: SEARCH.countCap + 1 })}) counted`)
    .prepare('count_listed');

const sampleStatement = (db: Executor, criteria: Criteria, read: { way: Way; maxRows: number }) =>
  db
    .select({ ids: sql<string[]>`array_agg(tutor_id)` })
    .from(sql`(${selectAny(criteria, read)}) found`)
    .prepare('sample_listed');

/** Selects matching tutors without an order, which is not needed for counts and samples. */
export function selectAny(criteria: Criteria, { way, maxRows }: { way: Way; maxRows: number }): SQL {
  const limit = sql`limit ${inline(maxRows)}`;
  const read = { ...criteria, hasRarePrice: false };
  const rows = sql`select ${tutorId} from ${fromListings(read, way)} ${where(whereListed(read, way, 'none'))}`;
  if (!readsEachScope(read, way)) return sql`${rows} ${limit}`;
  return sql`select distinct tutor_id from ${scopeRows} cross join lateral (${rows} ${limit}) found ${limit}`;
}
