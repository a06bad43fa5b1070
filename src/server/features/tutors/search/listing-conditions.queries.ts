import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm';
import { fenced, forceCustomPlan, hideFromIndex } from '#db/planner-hints.ts';
import { tutorListings, tutorTexts } from '#db/schema/listing.ts';

import type { TextEstimate, TextField } from './text-estimates.queries.ts';

export type Criteria = TextEstimate & {
  scopes: readonly string[];
  filters: Filters | null;
  words: TextAlternatives | null;
  locations: TextAlternatives | null;
  hasStoredCount: boolean;
  hasRarePrice: boolean;
};

/** In lower case and without accents, as `tutor_texts` has them; one match is enough. */
export type TextAlternatives = readonly [string, ...string[]];

export type Filters = {
  online: boolean;
  homeVisit: boolean;
  group: boolean;
  female: boolean;
  verified: boolean | null;
  minRating: number;
  /** In cents, inclusive. */
  prices: { from: number; to: number } | null;
  day: number;
};

export type LeadingOrder = 'rating.desc' | 'rating.asc' | 'price.desc' | 'price.asc' | 'other' | 'none';

const { scope, rating, price } = tutorListings;

/** Searches of the same shape share a prepared statement: values are parameters, their presence is not. */
export const getShape = (criteria: Criteria): string => {
  const { scopes, filters, words, locations, rarerField, hasRarePrice } = criteria;
  return [
    scopes.length === 1,
    words && locations && rarerField,
    filters !== null,
    (filters?.prices ?? null) !== null,
    hasRarePrice,
    getTextKind(criteria),
    ...[words, locations].map((texts) => texts && `${areLong(texts)} ${texts.length}`),
  ].join(' ');
};

export const toValues = ({ scopes, filters, words, locations }: Criteria) => ({
  scope: scopes[0],
  scopes: [...scopes],
  ...filters,
  priceFrom: filters?.prices?.from,
  priceTo: filters?.prices?.to,
  ...toTextParams('words', words),
  ...toTextParams('locations', locations),
  pieces: [words?.[0], locations?.[0]].flatMap(toPieces),
});

const toTextParams = (field: TextField, texts: TextAlternatives | null): Record<string, string> =>
  Object.fromEntries(
    (texts ?? []).flatMap((text, index) => [[`${field}${index}`, text] as const, [`${field}Pattern${index}`, toLikePattern(text)] as const]),
  );

const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The same as `text_pieces` in the database. */
function toPieces(text: string | undefined): string[] {
  const letters = [...(text ?? '')];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** Fewer than three letters in a row have no trigram for the index. */
export const isLong = (text: string | undefined): boolean => /[\p{L}\p{N}](\p{M}*[\p{L}\p{N}]){2}/u.test(text ?? '');
const areLong = (texts: TextAlternatives | null): boolean => texts?.every(isLong) ?? false;

function usesIndex(field: TextField, { words, locations, rarerField }: Criteria): boolean {
  const areBoth = areLong(words) && areLong(locations);
  return areBoth ? field === rarerField : areLong(field === 'words' ? words : locations);
}

type TextKind = 'none' | 'long' | 'short' | 'common';

function getTextKind({ words, locations, isCommonText }: Criteria): TextKind {
  if (words === null && locations === null) return 'none';
  if (isCommonText) return 'common';
  return areLong(words) || areLong(locations) ? 'long' : 'short';
}

export const scopeRows = sql`unnest(${sql.placeholder('scopes')}::uuid[]) requested (scope)`;

export function fromListings(criteria: Criteria): SQL {
  const kind = getTextKind(criteria);
  const isInPriceRange = and(eq(scope, sql.placeholder('scope')), wherePrice('none'));
  const rows = criteria.hasRarePrice
    ? sql`${fenced(sql`select * from ${tutorListings} where ${isInPriceRange}`)} ${tutorListings}`
    : sql`${tutorListings}`;
  const isSameTutor = sql`${tutorTexts.tutorId} = ${tutorListings.tutorId}`;
  if (kind === 'none') return rows;
  if (kind === 'long' || kind === 'short') return sql`${rows} join ${tutorTexts} on ${isSameTutor}`;
  const containsTexts = and(isSameTutor, whereTextContains('locations', criteria), whereTextContains('words', criteria));
  return sql`${rows} cross join lateral ${fenced(sql`select from ${tutorTexts} where ${containsTexts}`)} matching`;
}

export function whereListed(criteria: Criteria, leading: LeadingOrder, isContinued = false): SQL | undefined {
  const { scopes, filters } = criteria;
  return and(
    scopes.length > 1 ? sql`${scope} = requested.scope` : eq(scope, sql.placeholder('scope')),
    filters ? and(whereFilters, whereRating(leading, isContinued), filters.prices ? wherePrice(leading, isContinued) : undefined) : undefined,
    whereText(criteria),
  );
}

const param = (name: string, type: 'boolean' | 'integer') => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

const whereFilters = sql.join(
  [
    sql`(${tutorListings.offersOnline} or not ${param('online', 'boolean')})`,
    sql`(${tutorListings.offersHomeVisit} or not ${param('homeVisit', 'boolean')})`,
    sql`(${tutorListings.offersGroup} or not ${param('group', 'boolean')})`,
    sql`(${tutorListings.isFemale} or not ${param('female', 'boolean')})`,
    sql`(${tutorListings.isVerified} = ${param('verified', 'boolean')} or ${param('verified', 'boolean')} is null)`,
    sql`((${tutorListings.bookableDays} & ${param('day', 'integer')}) <> 0 or ${param('day', 'integer')} = 0)`,
  ],
  sql` and `,
);

/**
 * Uses the index of ratings only where the order is that of ratings, or none. After a cursor there are two lower bounds,
 * of which PostgreSQL may start at the farther one: the one that is not the cursor's is hidden.
 */
function whereRating(leading: LeadingOrder, isContinued: boolean): SQL {
  const minRating = param('minRating', 'integer');
  if (leading === 'none' || leading === 'rating.desc') return sql`${rating} >= ${minRating}`;
  if (leading === 'rating.asc') return sql`${hideIf(isContinued, sql`(-${rating})`)} <= -${minRating}`;
  return sql`(${rating} >= ${minRating} or ${minRating} = 0)`;
}

function wherePrice(leading: LeadingOrder, isContinued = false): SQL {
  const [from, to] = [param('priceFrom', 'integer'), param('priceTo', 'integer')];
  if (leading === 'none' || leading === 'price.desc') return sql`${price} >= ${from} and ${hideIf(isContinued, sql`${price}`)} <= ${to}`;
  if (leading === 'price.asc') return sql`${hideIf(isContinued, sql`(-${price})`)} <= -${from} and (-${price}) >= -${to}`;
  return sql`((${price} >= ${from} and ${price} <= ${to}) or ${to} < 0)`;
}

const hideIf = (isHidden: boolean, column: SQL): SQL => (isHidden ? hideFromIndex(column) : column);

function whereText(criteria: Criteria): SQL | undefined {
  const kind = getTextKind(criteria);
  if (kind === 'none' || kind === 'common') return undefined;
  const pieces = sql`text_pieces(${tutorTexts.words}) @> ${sql.placeholder('pieces')}::text[]`;
  const texts = [criteria.words && 'words0', criteria.locations && 'locations0'].filter((name) => name !== null);
  const planned = texts.map((name) => forceCustomPlan(sql.placeholder(name)));
  return and(
    whereTextLike('words', criteria),
    whereTextLike('locations', criteria),
    kind === 'short' ? pieces : sql`reads_text(${tutorTexts.words})`,
    ...planned,
  );
}

export const scanTextBlocks = (criteria: Criteria, blocks: number): SQL =>
  sql`${tutorTexts} where ${and(sql.raw(`ctid < '(${blocks},0)'`), whereTextContains('locations', criteria), whereTextContains('words', criteria))}`;

/** For LIKE the planner may read a whole index, so it is used only where the index helps. */
const whereTextLike = (field: TextField, criteria: Criteria): SQL | undefined =>
  usesIndex(field, criteria)
    ? anyText(field, criteria, (column, index) => sql`${column} like ${sql.placeholder(`${field}Pattern${index}`)}::text`)
    : whereTextContains(field, criteria);

const whereTextContains = (field: TextField, criteria: Criteria): SQL | undefined =>
  anyText(field, criteria, (column, index) => sql`strpos(${column}, ${sql.placeholder(`${field}${index}`)}::text) > 0`);

function anyText(field: TextField, criteria: Criteria, toCondition: (column: AnyColumn, index: number) => SQL): SQL | undefined {
  const conditions = criteria[field]?.map((_, index) => toCondition(tutorTexts[field], index));
  return conditions && sql`(${sql.join(conditions, sql` or `)})`;
}
