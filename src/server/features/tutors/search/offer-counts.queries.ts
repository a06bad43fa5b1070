import { is, Placeholder, SQL, type SQLChunk, sql } from 'drizzle-orm';
import { type Executor, getOrBuild, prepareOnce } from '#db/executor.ts';
import { inline } from '#db/planner-hints.ts';
import type { Ctx } from '#server/core/context.ts';
import { groupBy } from '#shared/domain/groups.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { findBusyTutors, toCounted, toFreeCount } from './free-on-day.queries.ts';
import { type Criteria, type Filters, getShape, toValues } from './listing-conditions.queries.ts';
import { type Count, selectAny, toCount } from './listings.queries.ts';
import type { Search } from './search-criteria.queries.ts';
import { NO_HOURS } from './weekly-hours.queries.ts';

const NOBODY: Count = { total: 0, totalIsCapped: false };

/** How many tutors each search finds, counted like the search itself. A search that is null finds nobody. */
export async function countEach(ctx: Ctx, searches: readonly (Search | null)[]): Promise<Count[]> {
  const numbered = searches.flatMap((search, index) => (search ? [{ index, ...search }] : []));
  const counts = await Promise.all([
    countListed(
      ctx.db,
      numbered.filter(({ day }) => day === null),
    ),
    countFree(
      ctx,
      numbered.filter(({ day }) => day !== null),
    ),
  ]);
  const byIndex = new Map(counts.flat());
  return searches.map((_, index) => byIndex.get(index) ?? NOBODY);
}

/** Positions of the first `most` searches that find a tutor, free or not. Stops there. */
export async function findFirst(db: Executor, searches: readonly (Search | null)[], most: number): Promise<Set<number>> {
  const numbered = searches.flatMap((search, index) => (search ? [{ index, ...search }] : []));
  const found = await readEach(db, numbered, { name: 'first', select: sql`nullif(count(*), 0)`, maxRows: 1, most });
  return new Set(found.map(({ index }) => index));
}

type Numbered = Search & { index: number };

async function countListed(db: Executor, searches: readonly Numbered[]): Promise<[number, Count][]> {
  const [stored, others] = [true, false].map((isStored) => searches.filter(({ criteria }) => criteria.hasStoredCount === isStored));
  const [inStore, counted] = await Promise.all([readStored(db, stored ?? []), readEach(db, others ?? [], COUNT)]);
  return [
    ...inStore.map(({ index, value }): [number, Count] => [index, { total: value, totalIsCapped: false }]),
    ...counted.map(({ index, value }): [number, Count] => [index, toCount(value)]),
  ];
}

/** Reads schedules once for all searches with the same date and subjects. */
async function countFree(ctx: Ctx, searches: readonly Numbered[]): Promise<[number, Count][]> {
  const samples = new Map((await readEach(ctx.db, searches, SAMPLE)).map(({ index, value }) => [index, value]));
  const groups = groupBy(searches, ({ day }) => JSON.stringify(day));
  const counts = groups.map(async (group): Promise<[number, Count][]> => {
    const [{ day }] = group;
    const sampled = group.map(({ index }) => ({ index, ids: samples.get(index) ?? [] }));
    const ids = [...new Set(sampled.flatMap((one) => toCounted(one.ids)))];
    const busy = day ? await findBusyTutors(ctx, day, ids) : new Set<string>();
    return sampled.map((one) => [one.index, toFreeCount(one.ids, busy)]);
  });
  return (await Promise.all(counts)).flat();
}

/** `most`: stops after this many searches with a value. */
type Read<V> = { name: string; select: SQL<V>; maxRows: number; most?: number };
const COUNT: Read<number> = { name: 'count', select: sql`count(*)::integer`, maxRows: SEARCH.countCap + 1 };
const SAMPLE: Read<string[]> = { name: 'sample', select: sql`coalesce(json_agg(tutor_id), '[]')`, maxRows: SEARCH.maxCandidates.count + 1 };

/** Statements beside each other for the searches of one shape, unless they end with the first results. */
const AT_ONCE = 2;

/** Few statements for all searches of the same shape; there are few shapes, such as with and without words. */
async function readEach<V>(db: Executor, searches: readonly Numbered[], read: Read<V>): Promise<{ index: number; value: V }[]> {
  const general = searches.map(({ index, criteria }, position) => ({
    index,
    criteria: withEveryCondition(criteria),
    part: read.most === undefined ? position % AT_ONCE : 0,
  }));
  const groups = groupBy(general, ({ criteria, part }) => `${part} ${getShape(forMany(criteria), 'terms')}`);
  const rows = await Promise.all(
    groups.map((group) => {
      const [{ criteria: first }] = group;
      const given = JSON.stringify(group.map(({ index, criteria }) => ({ index, ...toValues(criteria) })));
      const statement = getOrBuild(eachStatements(db), `${read.name} ${getShape(forMany(first), 'terms')}`, () => eachStatement(db, first, read));
      return statement.execute({ given });
    }),
  );
  // `eachStatement` was built with `read.select`, which has the type of the value.
  return rows.flat() as { index: number; value: V }[];
}

const NO_FILTERS: Filters = {
  online: false,
  homeVisit: false,
  group: false,
  female: false,
  verified: null,
  minRating: 0,
  prices: null,
  hours: NO_HOURS,
  called: null,
};
const ANY_PRICE = { from: 0, to: 2_147_483_647 };

/** The same search with every condition present, some of which are always true, so that searches share a shape. */
function withEveryCondition(criteria: Criteria): Criteria {
  const filters = criteria.filters ?? NO_FILTERS;
  return {
    ...criteria,
    filters: { ...filters, prices: filters.prices ?? ANY_PRICE },
    hasRarePrice: false,
  };
}

/** A statement for several scopes also works for a single one. */
const forMany = (criteria: Criteria): Criteria => ({ ...criteria, scopes: ['', ''] });

const COLUMN_TYPES: Record<'index' | Exclude<keyof ReturnType<typeof toValues>, 'prices'>, string> = {
  index: 'integer',
  scope: 'uuid',
  scopes: 'uuid[]',
  terms: 'tsquery',
  online: 'boolean',
  homeVisit: 'boolean',
  group: 'boolean',
  female: 'boolean',
  verified: 'boolean',
  minRating: 'integer',
  priceFrom: 'integer',
  priceTo: 'integer',
  hours: 'bigint',
  called: 'tsquery',
  calledHours: 'bigint',
};
/** Values are cast once per search, not once per tutor that they are compared with. */
const columns = sql.raw(
  Object.entries(COLUMN_TYPES)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', '),
);

const eachStatements = prepareOnce(() => new Map<string, ReturnType<typeof eachStatement>>());

function eachStatement(db: Executor, criteria: Criteria, { name, select, maxRows, most }: Read<unknown>) {
  const matching = fillPlaceholders(selectAny(forMany(criteria), { way: 'terms', maxRows }), (name) => sql`variant.${sql.identifier(name)}`);
  return db
    .select({ index: sql<number>`variant.index`, value: sql<unknown>`found.value` })
    .from(
      sql`json_to_recordset(${sql.placeholder('given')}::text::json) variant (${columns})
        cross join lateral (select ${select} as value from (${matching}) matching) found ${most ? sql`where value is not null limit ${inline(most)}` : sql``}`,
    )
    .prepare(`offers_${name}`);
}

function fillPlaceholders(query: SQL, toValue: (name: string) => SQL): SQL {
  const fill = (chunk: SQLChunk): SQLChunk => {
    if (is(chunk, Placeholder)) return toValue(chunk.name);
    return is(chunk, SQL) ? fillPlaceholders(chunk, toValue) : chunk;
  };
  return new SQL(query.queryChunks.map(fill));
}

async function readStored(db: Executor, searches: readonly Numbered[]): Promise<{ index: number; value: number }[]> {
  if (searches.length === 0) return [];
  const rows = await storedCounts(db).execute({ scopes: searches.flatMap(({ criteria }) => criteria.scopes.slice(0, 1)) });
  const byScope = new Map(rows.map(({ scope, tutors }) => [scope, tutors]));
  return searches.map(({ index, criteria }) => ({ index, value: byScope.get(criteria.scopes[0] ?? '') ?? 0 }));
}

const storedCounts = prepareOnce((db) =>
  db
    .select({ scope: sql<string>`scope`, tutors: sql<number>`tutors`.mapWith(Number) })
    .from(sql`listing_counts`)
    .where(sql`scope = any(${sql.placeholder('scopes')}::uuid[])`)
    .prepare('offers_stored_counts'),
);
