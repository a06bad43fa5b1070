import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { listingCounts, tutorListings, tutorTexts } from '#db/schema/listing.ts';
import { prepared } from '#server/core/prepared.ts';
import type { SearchSort, SortDirection } from '#shared/vocabulary/content.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';

/** Which of the listed tutors are meant; `scopes` are categories, subjects or topics of which one is enough. */
export type Wanted = {
  scopes: readonly string[];
  /** Whether the number of tutors of the scope is kept, and nothing else is asked for. */
  isCounted: boolean;
  filters: Filters | null;
  /** As `tutor_texts` holds them: in lower case and without accents. */
  words: string | null;
  locations: string | null;
  /** Whether so many hold these texts that they are sooner met than looked up. */
  isCommon: boolean;
};

export type Filters = { online: boolean; homeVisit: boolean; group: boolean; female: boolean; verified: boolean | null; minRating: number };

export type SortKeys = readonly (string | number)[];
export type Order = `${SearchSort}.${SortDirection}`;
type Place = { order: Order; limit: number; after?: SortKeys; offset?: number };
export type ListedTutor = { id: string; keys: string };

const { rating, totalReviews, price, experience, nameKey, profileCreatedAt, tutorId, scope } = tutorListings;

type Key = { of: SQL; type: 'integer' | 'timestamptz' | 'text' | 'uuid' };
const whole = (of: SQL): Key => ({ of, type: 'integer' });
const created: Key = { of: sql`${profileCreatedAt}`, type: 'timestamptz' };
const name: Key = { of: sql`${nameKey} collate "C"`, type: 'text' };
const last: Key = { of: sql`${tutorId}`, type: 'uuid' };
const stars = whole(sql`${rating}`);

/** Each is an index of the table, read in one direction. */
const ORDERS: Record<Order, { keys: readonly Key[]; direction: SortDirection }> = {
  'rating.desc': { keys: [stars, whole(sql`${totalReviews}`), created, last], direction: 'desc' },
  'rating.asc': { keys: [whole(sql`(-${rating})`), whole(sql`${totalReviews}`), created, last], direction: 'desc' },
  'price.desc': { keys: [whole(sql`${price}`), stars, last], direction: 'desc' },
  'price.asc': { keys: [whole(sql`(-${price})`), stars, last], direction: 'desc' },
  'experience.desc': { keys: [whole(sql`${experience}`), stars, last], direction: 'desc' },
  'experience.asc': { keys: [whole(sql`(-${experience})`), stars, last], direction: 'desc' },
  'name.desc': { keys: [name, last], direction: 'desc' },
  'name.asc': { keys: [name, last], direction: 'asc' },
  'createdAt.desc': { keys: [created, last], direction: 'desc' },
  'createdAt.asc': { keys: [created, last], direction: 'asc' },
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
  const statement = cached(counts(db), shapeOf(wanted), () => countStatement(db, wanted));
  const [counted] = await statement.execute(valuesOf(wanted));
  const total = counted?.tutors ?? 0;
  return { total: Math.min(total, SEARCH.countCap), totalIsCapped: total > SEARCH.countCap };
}

const keptCount = prepared((db) =>
  db
    .select({ tutors: listingCounts.tutors })
    .from(listingCounts)
    .where(eq(listingCounts.scope, sql.placeholder('scope')))
    .prepare('kept_count'),
);

// Few shapes are possible, so these never grow large: what a filter asks for is a parameter, that there are any is the shape.
const pages = prepared(() => new Map<string, ReturnType<typeof pageStatement>>());
const counts = prepared(() => new Map<string, ReturnType<typeof countStatement>>());

function cached<Q>(built: Map<string, Q>, shape: string, build: () => Q): Q {
  const statement = built.get(shape) ?? build();
  built.set(shape, statement);
  return statement;
}

const shapeOf = (wanted: Wanted): string => {
  const { scopes, filters, words, locations } = wanted;
  return [
    scopes.length === 1,
    filters !== null,
    textKind(wanted),
    ...[words, locations].map((text) => text !== null && (isLong(text) ? 'long' : 'short')),
  ].join(' ');
};

const valuesOf = ({ scopes, filters, words, locations }: Wanted) => ({
  scope: scopes[0],
  scopes: [...scopes],
  ...filters,
  words,
  wordsPattern: patternOf(words),
  locations,
  locationsPattern: patternOf(locations),
  pieces: [words, locations].flatMap(piecesOf),
});

const patternOf = (text: string | null): string | null => (text === null ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`);

/** What `text_pieces` makes of it, as far as it narrows. */
function piecesOf(text: string | null): string[] {
  const letters = [...(text ?? '')];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, nth) => `${letters[nth]}${letter}`);
}

/** Fewer letters in a row hold no trigram to look up. */
export const isLong = (text: string | null | undefined): boolean => /[\p{L}\p{N}](\p{M}*[\p{L}\p{N}]){2}/u.test(text ?? '');

type TextKind = 'none' | 'long' | 'short' | 'common';

/** One that is long is looked up, whatever the other is. */
function textKind({ words, locations, isCommon }: Wanted): TextKind {
  if (words === null && locations === null) return 'none';
  if (isLong(words) || isLong(locations)) return 'long';
  return isCommon ? 'common' : 'short';
}

type Start = 'first' | 'after' | 'offset';

function pageStatement(db: Executor, wanted: Wanted, { order, start, most }: { order: Order; start: Start; most: number }) {
  const { keys, direction } = ORDERS[order];
  const list = (of: (key: Key, nth: number) => SQL) => sql.join(keys.map(of), sql`, `);
  const called = (nth: number) => sql`${sql.identifier(`key${nth}`)}`;
  const way = sql.raw(direction);
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  const continued = start === 'after' ? sql`(${list(({ of }) => of)}) ${beyond} (${list(placeholderOf)})` : undefined;
  const { limit, ofEach } = limits(start, most);

  const rows = sql`
    select ${list(({ of }, nth) => sql`${of} as ${called(nth)}`)} from ${tutorListings} ${texts(wanted)}
    where ${and(conditions(wanted, order), continued)} order by ${list(({ of }) => sql`${of} ${way}`)}`;
  const names = list((_, nth) => called(nth));
  const page =
    wanted.scopes.length === 1
      ? sql`${rows} ${limit}`
      : sql`select distinct ${names} from ${places} cross join lateral (${rows} ${ofEach}) found order by ${list((_, nth) => sql`${called(nth)} ${way}`)} ${limit}`;
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

function countStatement(db: Executor, wanted: Wanted) {
  const most = sql.raw(`limit ${SEARCH.countCap + 1}`);
  // Without an order the planner would read the table as it lies, in the hope of meeting a thousand soon.
  const ordered = textKind(wanted) === 'common' ? sql`order by ${tutorTexts.tutorId}` : undefined;
  const rows = sql`select ${tutorId} from ${tutorListings} ${texts(wanted)} where ${conditions(wanted)} ${ordered} ${most}`;
  const found = wanted.scopes.length > 1 ? sql`select distinct tutor_id from ${places} cross join lateral (${rows}) found ${most}` : rows;
  return db
    .select({ tutors: sql<number>`count(*)`.mapWith(Number) })
    .from(sql`(${found}) counted`)
    .prepare('count_listed');
}

const places = sql`unnest(${sql.placeholder('scopes')}::uuid[]) place (scope)`;

const texts = (wanted: Wanted): SQL | undefined =>
  textKind(wanted) === 'none' ? undefined : sql`join ${tutorTexts} on ${tutorTexts.tutorId} = ${tutorId}`;

function conditions(wanted: Wanted, order?: Order): SQL | undefined {
  const { scopes, filters } = wanted;
  return and(
    scopes.length > 1 ? sql`${scope} = place.scope` : eq(scope, sql.placeholder('scope')),
    filters ? and(filtered, rated(order)) : undefined,
    textKind(wanted) === 'none' ? undefined : read(wanted),
  );
}

const filtered = sql.join(
  [
    sql`(${tutorListings.offersOnline} or not ${sql.placeholder('online')}::boolean)`,
    sql`(${tutorListings.offersHomeVisit} or not ${sql.placeholder('homeVisit')}::boolean)`,
    sql`(${tutorListings.offersGroup} or not ${sql.placeholder('group')}::boolean)`,
    sql`(${tutorListings.isFemale} or not ${sql.placeholder('female')}::boolean)`,
    sql`(${tutorListings.isVerified} = ${sql.placeholder('verified')}::boolean or ${sql.placeholder('verified')}::boolean is null)`,
  ],
  sql` and `,
);

/** Where the order is that of ratings, or none, its index leads to them; elsewhere it must not lead away from the order. */
function rated(order?: Order): SQL {
  const least = sql`${sql.placeholder('minRating')}::integer`;
  if (order === undefined || order === 'rating.desc') return sql`${rating} >= ${least}`;
  return order === 'rating.asc' ? sql`(-${rating}) <= -${least}` : sql`(${rating} >= ${least} or ${least} = 0)`;
}

function read(wanted: Wanted): SQL | undefined {
  const kind = textKind(wanted);
  const pieces = sql`text_pieces(${tutorTexts.words}) @> ${sql.placeholder('pieces')}::text[]`;
  return and(holds('words', wanted), holds('locations', wanted), kind === 'short' ? pieces : sql`reads_text(${tutorTexts.words})`);
}

/** LIKE can be looked up, if need be by reading a whole index: where that would be in vain, the text is searched through instead. */
function holds(field: 'words' | 'locations', wanted: Wanted): SQL | undefined {
  if (wanted[field] === null) return undefined;
  const text = sql`${sql.placeholder(field)}::text`;
  const isLike = textKind(wanted) === 'common' || isLong(wanted[field]);
  const pattern = sql`${sql.placeholder(`${field}Pattern`)}::text`;
  return and(isLike ? sql`${tutorTexts[field]} like ${pattern}` : sql`strpos(${tutorTexts[field]}, ${text}) > 0`, plannedAnew(text));
}

/**
 * How common a text is decides where to begin, so PostgreSQL shall plan for each anew: always true and never run,
 * this makes a plan that knows no text look dear.
 */
const plannedAnew = (text: SQL): SQL => sql`(${text} is not null or (select count(*) from generate_series(1, 1000000000)) > 0)`;
