import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm';
import { tutorListings, tutorTexts } from '#db/schema/listing.ts';

/** Which of the listed tutors are meant; `scopes` are categories, subjects or topics of which one is enough. */
export type Wanted = {
  scopes: readonly string[];
  /** Whether the number of tutors of the scope is kept, and nothing else is asked for. */
  isCounted: boolean;
  filters: Filters | null;
  words: Texts | null;
  locations: Texts | null;
  /** Whether so many hold these texts that they are sooner met than looked up. */
  isCommon: boolean;
  /** Whether more are known to hold the text than anybody counts, if nothing else is asked for. */
  isBeyondCount: boolean;
  /** Of two texts the one that fewer seem to hold: it is looked up, and the other read. */
  rarer: Field;
  /** Whether so many seem to hold them, and nothing else is asked for, that a part of all texts may tell. */
  isFrequent: boolean;
  /** Whether so few ask such a price that they are sooner looked up than met in another order. */
  isRarelyPriced: boolean;
};

/** As `tutor_texts` holds them, in lower case and without accents; one is enough. */
export type Texts = readonly [string, ...string[]];

export type Filters = {
  online: boolean;
  homeVisit: boolean;
  group: boolean;
  female: boolean;
  verified: boolean | null;
  minRating: number;
  /** In cents, both included. */
  prices: { from: number; to: number } | null;
  /** A `dayBit`, or 0 for any day. */
  day: number;
};

/** The order of the rows, as far as it decides which index leads to them. */
export type Leading = 'rating.desc' | 'rating.asc' | 'price.desc' | 'price.asc' | 'other' | 'none';

const { scope, rating, price } = tutorListings;

/** What is the same of two searches that can share a statement: what is asked for is a parameter, that anything is asked for is not. */
export const shapeOf = (wanted: Wanted): string => {
  const { scopes, filters, words, locations, rarer, isRarelyPriced } = wanted;
  return [
    scopes.length === 1,
    words && locations && rarer,
    filters !== null,
    (filters?.prices ?? null) !== null,
    isRarelyPriced,
    textKind(wanted),
    ...[words, locations].map((texts) => texts && `${areLong(texts)} ${texts.length}`),
  ].join(' ');
};

export const valuesOf = ({ scopes, filters, words, locations }: Wanted) => ({
  scope: scopes[0],
  scopes: [...scopes],
  ...filters,
  priceFrom: filters?.prices?.from,
  priceTo: filters?.prices?.to,
  ...textsOf('words', words),
  ...textsOf('locations', locations),
  pieces: [words?.[0], locations?.[0]].flatMap(piecesOf),
});

/** The columns of `tutor_texts`. */
export type Field = 'words' | 'locations';

const textsOf = (field: Field, texts: Texts | null): Record<string, string> =>
  Object.fromEntries((texts ?? []).flatMap((text, nth) => [[`${field}${nth}`, text] as const, [`${field}Pattern${nth}`, patternOf(text)] as const]));

const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** What `text_pieces` makes of it, as far as it narrows. */
function piecesOf(text: string | undefined): string[] {
  const letters = [...(text ?? '')];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, nth) => `${letters[nth]}${letter}`);
}

/** Fewer letters in a row hold no trigram to look up. */
export const isLong = (text: string | undefined): boolean => /[\p{L}\p{N}](\p{M}*[\p{L}\p{N}]){2}/u.test(text ?? '');
const areLong = (texts: Texts | null): boolean => texts?.every(isLong) ?? false;

/** What both lists would give together is read sooner from the shorter one. */
function isLookedUp(field: Field, { words, locations, rarer }: Wanted): boolean {
  const areBoth = areLong(words) && areLong(locations);
  return areBoth ? field === rarer : areLong(field === 'words' ? words : locations);
}

type TextKind = 'none' | 'long' | 'short' | 'common';

/** Of two it is enough that one is long for them to be looked up. */
function textKind({ words, locations, isCommon }: Wanted): TextKind {
  if (words === null && locations === null) return 'none';
  if (isCommon) return 'common';
  return areLong(words) || areLong(locations) ? 'long' : 'short';
}

export const scopePlaces = sql`unnest(${sql.placeholder('scopes')}::uuid[]) place (scope)`;

/** The table, or of it only those with the price; and their texts, if any are asked for. */
export function rowsOf(wanted: Wanted): SQL {
  const kind = textKind(wanted);
  const asked = and(eq(scope, sql.placeholder('scope')), priced('none'));
  // An offset keeps PostgreSQL from dissolving what is in brackets: then it would read the other order, or all texts.
  const rows = wanted.isRarelyPriced ? sql`(select * from ${tutorListings} where ${asked} offset 0) ${tutorListings}` : sql`${tutorListings}`;
  const theirs = sql`${tutorTexts.tutorId} = ${tutorListings.tutorId}`;
  if (kind === 'none') return rows;
  if (kind === 'long' || kind === 'short') return sql`${rows} join ${tutorTexts} on ${theirs}`;
  return sql`${rows} cross join lateral (select from ${tutorTexts} where ${and(theirs, reads('locations', wanted), reads('words', wanted))} offset 0) met`;
}

/** `isContinued`: a page that begins after another one, where the order itself says how far it reaches on one side. */
export function conditions(wanted: Wanted, leading: Leading, isContinued = false): SQL | undefined {
  const { scopes, filters } = wanted;
  return and(
    scopes.length > 1 ? sql`${scope} = place.scope` : eq(scope, sql.placeholder('scope')),
    filters ? and(filtered, rated(leading, isContinued), filters.prices ? priced(leading, isContinued) : undefined) : undefined,
    lookedUp(wanted),
  );
}

const wish = (name: string, type: 'boolean' | 'integer') => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

const filtered = sql.join(
  [
    sql`(${tutorListings.offersOnline} or not ${wish('online', 'boolean')})`,
    sql`(${tutorListings.offersHomeVisit} or not ${wish('homeVisit', 'boolean')})`,
    sql`(${tutorListings.offersGroup} or not ${wish('group', 'boolean')})`,
    sql`(${tutorListings.isFemale} or not ${wish('female', 'boolean')})`,
    sql`(${tutorListings.isVerified} = ${wish('verified', 'boolean')} or ${wish('verified', 'boolean')} is null)`,
    sql`((${tutorListings.bookableDays} & ${wish('day', 'integer')}) <> 0 or ${wish('day', 'integer')} = 0)`,
  ],
  sql` and `,
);

/**
 * Where the order is that of ratings, or none, its index leads to them; elsewhere it must not lead away from the order.
 * Of two bounds on the same side PostgreSQL begins at the plain one, however far the other is: so that one is hidden.
 */
function rated(leading: Leading, isContinued: boolean): SQL {
  const least = wish('minRating', 'integer');
  if (leading === 'none' || leading === 'rating.desc') return sql`${rating} >= ${least}`;
  if (leading === 'rating.asc') return sql`${hiddenIf(isContinued, sql`(-${rating})`)} <= -${least}`;
  return sql`(${rating} >= ${least} or ${least} = 0)`;
}

/** The same of prices. */
function priced(leading: Leading, isContinued = false): SQL {
  const [from, to] = [wish('priceFrom', 'integer'), wish('priceTo', 'integer')];
  if (leading === 'none' || leading === 'price.desc') return sql`${price} >= ${from} and ${hiddenIf(isContinued, sql`${price}`)} <= ${to}`;
  if (leading === 'price.asc') return sql`${hiddenIf(isContinued, sql`(-${price})`)} <= -${from} and (-${price}) >= -${to}`;
  return sql`((${price} >= ${from} and ${price} <= ${to}) or ${to} < 0)`;
}

const hiddenIf = (isHidden: boolean, column: SQL): SQL => (isHidden ? sql`(${column} + 0)` : column);

/** What is not met in order is looked up. */
function lookedUp(wanted: Wanted): SQL | undefined {
  const kind = textKind(wanted);
  if (kind === 'none' || kind === 'common') return undefined;
  const pieces = sql`text_pieces(${tutorTexts.words}) @> ${sql.placeholder('pieces')}::text[]`;
  const texts = [wanted.words && 'words0', wanted.locations && 'locations0'].filter((name) => name !== null);
  const planned = texts.map((name) => plannedAnew(sql`${sql.placeholder(name)}::text`));
  return and(holds('words', wanted), holds('locations', wanted), kind === 'short' ? pieces : sql`reads_text(${tutorTexts.words})`, ...planned);
}

/** The first of all texts, as they lie. */
export const someTexts = (wanted: Wanted, blocks: number): SQL =>
  sql`${tutorTexts} where ${and(sql.raw(`ctid < '(${blocks},0)'`), reads('locations', wanted), reads('words', wanted))}`;

/** LIKE can be looked up, if need be by reading a whole index: where that would be in vain, or for long, the text is read instead. */
const holds = (field: Field, wanted: Wanted): SQL | undefined =>
  isLookedUp(field, wanted)
    ? oneOf(field, wanted, (column, nth) => sql`${column} like ${sql.placeholder(`${field}Pattern${nth}`)}::text`)
    : reads(field, wanted);

const reads = (field: Field, wanted: Wanted): SQL | undefined =>
  oneOf(field, wanted, (column, nth) => sql`strpos(${column}, ${sql.placeholder(`${field}${nth}`)}::text) > 0`);

function oneOf(field: Field, wanted: Wanted, way: (column: AnyColumn, nth: number) => SQL): SQL | undefined {
  const ways = wanted[field]?.map((_, nth) => way(tutorTexts[field], nth));
  return ways && sql`(${sql.join(ways, sql` or `)})`;
}

/**
 * How common a text is decides where to begin, so PostgreSQL shall plan for each anew: always true and never run,
 * this makes a plan that knows no text look dear.
 */
const plannedAnew = (text: SQL): SQL => sql`(${text} is not null or (select count(*) from generate_series(1, 1000000000)) > 0)`;
