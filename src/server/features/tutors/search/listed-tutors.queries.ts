import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { listingCounts, tutorListings } from '#db/schema/listing.ts';
import { prepared } from '#server/core/prepared.ts';
import type { SearchSort, SortDirection } from '#shared/vocabulary/content.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { conditions, type Leading, rowsOf, scopePlaces, shapeOf, someTexts, valuesOf, type Wanted } from './listing-conditions.queries.ts';

export type SortKeys = readonly (string | number)[];
export type Order = `${SearchSort}.${SortDirection}`;
export type Place = { order: Order; limit: number; after?: SortKeys | undefined; offset?: number | undefined };
export type ListedTutor = { id: string; keys: string };

const { rating, totalReviews, price, experience, nameKey, profileCreatedAt, tutorId, scope } = tutorListings;

type Key = { of: SQL; type: 'integer' | 'timestamptz' | 'text' | 'uuid' };
const whole = (of: SQL): Key => ({ of, type: 'integer' });
const created: Key = { of: sql`${profileCreatedAt}`, type: 'timestamptz' };
const name: Key = { of: sql`${nameKey} collate "C"`, type: 'text' };
const last: Key = { of: sql`${tutorId}`, type: 'uuid' };
const stars = whole(sql`${rating}`);

/** Each is an index of the table, read in one direction. */
const ORDERS: Record<Order, { keys: readonly Key[]; direction: SortDirection; leading: Leading }> = {
  'rating.desc': { keys: [stars, whole(sql`${totalReviews}`), created, last], direction: 'desc', leading: 'rating.desc' },
  'rating.asc': { keys: [whole(sql`(-${rating})`), whole(sql`${totalReviews}`), created, last], direction: 'desc', leading: 'rating.asc' },
  'price.desc': { keys: [whole(sql`${price}`), stars, last], direction: 'desc', leading: 'price.desc' },
  'price.asc': { keys: [whole(sql`(-${price})`), stars, last], direction: 'desc', leading: 'price.asc' },
  'experience.desc': { keys: [whole(sql`${experience}`), stars, last], direction: 'desc', leading: 'other' },
  'experience.asc': { keys: [whole(sql`(-${experience})`), stars, last], direction: 'desc', leading: 'other' },
  'name.desc': { keys: [name, last], direction: 'desc', leading: 'other' },
  'name.asc': { keys: [name, last], direction: 'asc', leading: 'other' },
  'createdAt.desc': { keys: [created, last], direction: 'desc', leading: 'other' },
  'createdAt.asc': { keys: [created, last], direction: 'asc', leading: 'other' },
};

export const keyTypes = (order: Order): readonly Key['type'][] => ORDERS[order].keys.map(({ type }) => type);

/** Most pages are of the usual size: as a constant it tells the planner how little is read. */
const USUAL = SEARCH.pageSize + 1;
const MOST = SEARCH.mostPerPage + 1;

/** At least one more than asked for, if there are more. */
export function listedTutors(db: Executor, wanted: Wanted, { order, limit, after, offset }: Place): Promise<ListedTutor[]> {
  const start = after ? 'after' : offset === undefined ? 'first' : 'offset';
  const most = limit < USUAL ? USUAL : MOST;
  const shape = [order, start, start === 'offset' ? '' : most, shapeOf(wanted)].join(' ');
  const statement = cached(pages(db), shape, () => pageStatement(db, wanted, { order, start, most }));
  const keys = Object.fromEntries((after ?? []).map((value, nth) => [`key${nth}`, value]));
  return statement.execute({ ...valuesOf(wanted), ...keys, limit: limit + 1, offset });
}

/** How many there are, as far as anybody counts. */
export async function countListed(db: Executor, wanted: Wanted): Promise<{ total: number; totalIsCapped: boolean }> {
  if (wanted.isCounted) {
    const [kept] = await keptCount(db).execute({ scope: wanted.scopes[0] });
    return { total: kept?.tutors ?? 0, totalIsCapped: false };
  }
  if (wanted.isBeyondCount || (wanted.isFrequent && (await isMetOften(db, wanted)))) return { total: SEARCH.countCap, totalIsCapped: true };
  const statement = cached(counts(db), shapeOf(wanted), () => countStatement(db, wanted));
  const [counted] = await statement.execute(valuesOf(wanted));
  const total = counted?.tutors ?? 0;
  return { total: Math.min(total, SEARCH.countCap), totalIsCapped: total > SEARCH.countCap };
}

/** Whether there are more than anybody counts in a part of the texts: to look a frequent text up is to read a long list first. */
async function isMetOften(db: Executor, wanted: Wanted): Promise<boolean> {
  const statement = cached(glances(db), shapeOf(wanted), () => glanceStatement(db, wanted));
  const [counted] = await statement.execute(valuesOf(wanted));
  return (counted?.tutors ?? 0) > SEARCH.countCap;
}

/** So many of them, in no order. */
export async function someListed(db: Executor, wanted: Wanted, most: number): Promise<string[]> {
  const statement = cached(samples(db), `${most} ${shapeOf(wanted)}`, () => sampleStatement(db, wanted, most));
  const [sample] = await statement.execute(valuesOf(wanted));
  return sample?.ids ?? [];
}

/** Whether so few of a scope ask such a price that all of them may as well be read. */
export async function isRarePrice(db: Executor, prices: { scope: string | undefined; from: number; to: number }): Promise<boolean> {
  const [counted] = await pricedLike(db).execute(prices);
  return (counted?.tutors ?? 0) < SEARCH.countCap;
}

const keptCount = prepared((db) =>
  db
    .select({ tutors: listingCounts.tutors })
    .from(listingCounts)
    .where(eq(listingCounts.scope, sql.placeholder('scope')))
    .prepare('kept_count'),
);

const pricedLike = prepared((db) => {
  const asked = and(
    eq(scope, sql.placeholder('scope')),
    sql`${price} between ${sql.placeholder('from')}::integer and ${sql.placeholder('to')}::integer`,
  );
  return db
    .select({ tutors: sql<number>`count(*)`.mapWith(Number) })
    .from(sql`(select from ${tutorListings} where ${asked} limit ${sql.raw(`${SEARCH.countCap}`)}) priced`)
    .prepare('priced_like');
});

// Few shapes are possible, so these never grow large.
const pages = prepared(() => new Map<string, ReturnType<typeof pageStatement>>());
const counts = prepared(() => new Map<string, ReturnType<typeof countStatement>>());
const samples = prepared(() => new Map<string, ReturnType<typeof sampleStatement>>());
const glances = prepared(() => new Map<string, ReturnType<typeof glanceStatement>>());

function cached<Q>(built: Map<string, Q>, shape: string, build: () => Q): Q {
  const statement = built.get(shape) ?? build();
  built.set(shape, statement);
  return statement;
}

type Start = 'first' | 'after' | 'offset';

function pageStatement(db: Executor, wanted: Wanted, { order, start, most }: { order: Order; start: Start; most: number }) {
  const { keys, direction, leading } = ORDERS[order];
  const list = (of: (key: Key, nth: number) => SQL) => sql.join(keys.map(of), sql`, `);
  const called = (nth: number) => sql`${sql.identifier(`key${nth}`)}`;
  const way = sql.raw(direction);
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  const continued = start === 'after' ? sql`(${list(({ of }) => of)}) ${beyond} (${list(placeholderOf)})` : undefined;
  const { limit, ofEach } = limits(start, most);

  const rows = sql`
    select ${list(({ of }, nth) => sql`${of} as ${called(nth)}`)} from ${rowsOf(wanted)}
    where ${and(conditions(wanted, leading, start === 'after'), continued)} order by ${list(({ of }) => sql`${of} ${way}`)}`;
  const names = list((_, nth) => called(nth));
  const page =
    wanted.scopes.length === 1
      ? sql`${rows} ${limit}`
      : sql`select distinct ${names} from ${scopePlaces} cross join lateral (${rows} ${ofEach}) found order by ${list((_, nth) => sql`${called(nth)} ${way}`)} ${limit}`;
  return db
    .select({ id: sql<string>`${called(keys.length - 1)}`, keys: sql<string>`json_build_array(${names})::text` })
    .from(sql`(${page}) page`)
    .prepare('listed_tutors');
}

/** Of one scope out of several as many are read as of all together. */
function limits(start: Start, most: number) {
  if (start !== 'offset') return { limit: sql`limit ${sql.raw(`${most}`)}`, ofEach: sql`limit ${sql.raw(`${most}`)}` };
  const [limit, offset] = [sql`${sql.placeholder('limit')}::integer`, sql`${sql.placeholder('offset')}::integer`];
  return { limit: sql`limit ${limit} offset ${offset}`, ofEach: sql`limit ${limit} + ${offset}` };
}

const placeholderOf = ({ type }: Key, nth: number): SQL => sql`${sql.placeholder(`key${nth}`)}::${sql.raw(type)}`;

const countStatement = (db: Executor, wanted: Wanted) =>
  db
    .select({ tutors: sql<number>`count(*)`.mapWith(Number) })
    .from(sql`(${some(wanted, SEARCH.countCap + 1)}) counted`)
    .prepare('count_listed');

/** Some hundred thousand texts. */
const GLANCED_BLOCKS = 6_000;

const glanceStatement = (db: Executor, wanted: Wanted) =>
  db
    .select({ tutors: sql<number>`count(*)`.mapWith(Number) })
    .from(sql`(select from ${someTexts(wanted, GLANCED_BLOCKS)} limit ${sql.raw(`${SEARCH.countCap + 1}`)}) met`)
    .prepare('glance_at_texts');

const sampleStatement = (db: Executor, wanted: Wanted, most: number) =>
  db
    .select({ ids: sql<string[]>`array_agg(tutor_id)` })
    .from(sql`(${some(wanted, most)}) found`)
    .prepare('some_listed');

function some(wanted: Wanted, atMost: number): SQL {
  const most = sql.raw(`limit ${atMost}`);
  const rows = sql`select ${tutorId} from ${rowsOf({ ...wanted, isRarelyPriced: false })} where ${conditions(wanted, 'none')} ${most}`;
  return wanted.scopes.length > 1 ? sql`select distinct tutor_id from ${scopePlaces} cross join lateral (${rows}) found ${most}` : rows;
}
