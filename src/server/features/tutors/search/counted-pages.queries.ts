import { type SQL, sql } from 'drizzle-orm';
import { type Executor, getOrBuild, only, prepareOnce } from '#db/executor.ts';
import { inline } from '#db/planner-hints.ts';
import { tutorListings } from '#db/schema/listing.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { type Criteria, countsWithPages, fromDocuments, getShape, toValues } from './listing-conditions.queries.ts';
import {
  type Count,
  countListedTutors,
  findListedTutors,
  type ListedTutor,
  ORDERS,
  type PageRequest,
  placeholderOf,
  startOf,
  toCount,
  toMaxRows,
  toPageValues,
} from './listings.queries.ts';

export type CountedPages = { pages: ListedTutor[][]; count: Count };

/**
 * Pages of one search in several orders, and the number of matches. Only the first request may have a cursor. If the terms are looked up by their
 * index, one statement reads all of it.
 */
export async function findCountedPages(db: Executor, criteria: Criteria, requests: readonly PageRequest[]): Promise<CountedPages> {
  const [first, ...others] = requests;
  const rows = requests.reduce((sum, { limit, offset = 0 }) => sum + limit + offset, 0);
  if (!first || !countsWithPages(criteria, { rows, counted: SEARCH.countCap })) {
    const [count, ...pages] = await Promise.all([
      countListedTutors(db, criteria),
      ...requests.map((request) => findListedTutors(db, criteria, request)),
    ]);
    return { count, pages };
  }
  const shape = [...requests.map((request) => `${request.order} ${startOf(request)} ${toMaxRows(request.limit)}`), getShape(criteria, 'terms')];
  const statement = getOrBuild(statements(db), shape.join(' '), () => countedPagesStatement(db, criteria, [first, ...others]));
  const { pages, tutors } = only(await statement.execute({ ...toValues(criteria), ...toPageValues(first) }));
  return { pages, count: toCount(tutors) };
}

const statements = prepareOnce(() => new Map<string, ReturnType<typeof countedPagesStatement>>());

const COLUMNS = (['rating', 'totalReviews', 'price', 'experience', 'nameKey', 'profileCreatedAt', 'weightedRating', 'tutorId'] as const).map(
  (column) => tutorListings[column],
);

function countedPagesStatement(db: Executor, criteria: Criteria, requests: readonly PageRequest[]) {
  return db
    .select({ pages: sql<ListedTutor[][]>`pages`, tutors: sql<number>`tutors`.mapWith(Number) })
    .from(
      sql`(
        with matching as materialized (select ${sql.join(COLUMNS, sql`, `)} from ${fromDocuments(criteria)})
        select json_build_array(${sql.join(requests.map(selectPage), sql`, `)}) as pages, (select count(*) from matching) as tutors
      ) counted`,
    )
    .prepare('counted_pages');
}

/** A page in the form that `findListedTutors` returns. */
function selectPage(request: PageRequest): SQL {
  const { keys, direction } = ORDERS[request.order];
  const start = startOf(request);
  const joinKeys = (expression: (key: (typeof keys)[number], index: number) => SQL) => sql.join(keys.map(expression), sql`, `);
  const expressions = joinKeys(({ expression }) => expression);
  const comparator = sql.raw(direction === 'asc' ? '>' : '<');
  const afterCursor = start === 'after' ? sql`where (${expressions}) ${comparator} (${joinKeys(placeholderOf)})` : sql``;
  const limit =
    start === 'offset' ? sql`${sql.placeholder('limit')}::integer offset ${sql.placeholder('offset')}::integer` : inline(toMaxRows(request.limit));
  return sql`coalesce((
    select json_agg(json_build_object('id', id, 'keys', keys)) from (
      select ${tutorListings.tutorId} as id, json_build_array(${expressions})::text as keys from matching ${tutorListings} ${afterCursor}
      order by ${joinKeys(({ expression }) => sql`${expression} ${sql.raw(direction)}`)} limit ${limit}
    ) page
  ), '[]')`;
}
