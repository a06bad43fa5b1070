import { and, eq, type SQL, sql } from 'drizzle-orm';
import { fenced, hideFromIndex, makeRowsDear } from '#db/planner-hints.ts';
import { tutorListings, tutorTexts } from '#db/schema/listing.ts';

export type Criteria = {
  scopes: readonly string[];
  filters: Filters | null;
  /** What `tutor_texts.terms` must match, in the syntax of `tsquery`; the scopes are in it. */
  terms: string | null;
  /** Only the listing of the scope says whether a tutor matches: the mode or the hours must be those of a subject, or the scope has no term. */
  needsListing: boolean;
  estimate: MatchEstimate;
  hasStoredCount: boolean;
  hasRarePrice: boolean;
};

/** What a sample says of how many match, before they are looked for: shares of the tutors in the scopes. */
export type MatchEstimate = {
  /** In the scopes, where one in two of them counts twice. */
  tutors: number;
  withTerms: number;
  filtered: number;
  /** With the terms, and through the filters. */
  matching: number;
  /** Certainly more match than are counted. */
  hasManyMatches: boolean;
};

export const NOT_ESTIMATED: MatchEstimate = { tutors: 0, withTerms: 0, filtered: 1, matching: 0, hasManyMatches: false };

export type Filters = {
  online: boolean;
  homeVisit: boolean;
  group: boolean;
  female: boolean;
  verified: boolean | null;
  minRating: number;
  /** In cents, inclusive. */
  prices: { from: number; to: number } | null;
  /** Bits as `hourBits` has them, of which one must be set; "0" where the weekly plan does not count. */
  hours: string;
  /** Who needs none of these hours, by the terms, and of which others one all the same. */
  called: { terms: string; hours: string } | null;
};

export type LeadingOrder = 'rating.desc' | 'rating.asc' | 'price.desc' | 'price.asc' | 'other' | 'none';

const { scope, rating, price } = tutorListings;

/**
 * Two ways to tutors who have the terms: look up all of them by the index of the terms, or read the tutors in order, or in none, and ask of each
 * whether the terms match.
 */
export type Way = 'terms' | 'order';

/** In microseconds, about as among 1,000,000 tutors whose pages are in memory. `index`: for each tutor, to join the lists of the index. */
const COST = { index: 0.02, text: 2, listing: 6, entry: 0.4, lookUp: 8 };

/** The shorter way to so many of those who match. PostgreSQL cannot tell: it has no estimate for a `tsquery` that it sees as a parameter. */
export function chooseWay(criteria: Criteria, rows: number): Way {
  return criteria.terms === null || costOfTerms(criteria, 1) <= costOfOrder(criteria, rows) ? 'terms' : 'order';
}

/** Whether to look up all who have the terms, which counts them too, rather than read pages with so many rows in order, and count up to `counted`. */
export function countsWithPages(criteria: Criteria, { rows, counted }: { rows: number; counted: number }): boolean {
  if (criteria.terms === null) return false;
  const { tutors, matching, hasManyMatches } = criteria.estimate;
  const costOfCount = hasManyMatches ? 0 : costOfTerms(criteria, Math.min(1, counted / Math.max(matching * tutors, 1)));
  return costOfTerms(criteria, 1) <= costOfOrder(criteria, rows) + costOfCount;
}

/** `share`: of those who have the terms, so many are read before there are enough. */
function costOfTerms({ needsListing, estimate: { tutors, withTerms, filtered } }: Criteria, share: number): number {
  return tutors * (COST.index + share * withTerms * (COST.text + (needsListing ? filtered * COST.listing : 0)));
}

function costOfOrder({ scopes, estimate: { filtered, matching } }: Criteria, rows: number): number {
  if (matching === 0) return Number.POSITIVE_INFINITY;
  const found = scopes.length <= MAX_MERGED_SCOPES ? rows + scopes.length : rows * scopes.length;
  return (found * (COST.entry + filtered * COST.lookUp)) / matching;
}

/** Searches of the same shape share a prepared statement: values are parameters, their presence is not. */
export const getShape = ({ scopes, filters, terms, needsListing, hasRarePrice }: Criteria, way: Way): string =>
  [
    scopes.length === 1,
    terms !== null && `${way} ${way === 'terms' && needsListing}`,
    filters !== null,
    (filters?.prices ?? null) !== null,
    (filters?.called ?? null) !== null,
    hasRarePrice,
  ].join(' ');

export const toValues = ({ scopes, filters, terms }: Pick<Criteria, 'scopes' | 'filters' | 'terms'>) => ({
  scope: scopes[0],
  scopes: [...scopes],
  ...filters,
  priceFrom: filters?.prices?.from ?? 0,
  // Below zero: of any price.
  priceTo: filters?.prices?.to ?? -1,
  called: filters?.called?.terms ?? null,
  calledHours: filters?.called?.hours ?? '0',
  terms,
});

/** Of more, each is read for a whole page. */
const MAX_MERGED_SCOPES = 16;

/** Of several scopes, so many places of the array are read side by side until a page is full; null where they are not. Places beyond its end find nobody. */
export function countMergedScopes(criteria: Criteria, way: Way): number | null {
  const { length } = criteria.scopes;
  if (!readsEachScope(criteria, way) || length > MAX_MERGED_SCOPES) return null;
  return 2 ** Math.ceil(Math.log2(length));
}

export const scopeRows = sql`unnest(${sql.placeholder('scopes')}::uuid[]) requested (scope)`;

const readsDocuments = ({ terms }: Criteria, way: Way): boolean => terms !== null && way === 'terms';
/** Several scopes are read one by one in their order, but the index of the terms only once. */
export const readsEachScope = (criteria: Criteria, way: Way): boolean => criteria.scopes.length > 1 && !readsDocuments(criteria, way);

/**
 * Tutors with their facts, under the name of the listings. Both ways to the terms are fenced: a planner that knows no value takes a price for
 * rare, and would look through all texts once for each tutor of that price.
 */
export function fromListings(criteria: Criteria, way: Way): SQL {
  const { terms, hasRarePrice } = criteria;
  if (readsDocuments(criteria, way)) return fromDocuments(criteria);
  const isInPriceRange = and(eq(scope, sql.placeholder('scope')), wherePrice('none'));
  const rows = hasRarePrice ? sql`${fenced(sql`select * from ${tutorListings} where ${isInPriceRange}`)} ${tutorListings}` : sql`${tutorListings}`;
  if (terms === null) return rows;
  const ofSameTutor = sql`${tutorTexts.tutorId} = ${tutorListings.tutorId}`;
  const matching = sql`select from ${tutorTexts} where ${ofSameTutor} and ${tutorTexts.terms} @@ ${sql.placeholder('terms')}::tsquery`;
  return sql`${rows} cross join lateral ${fenced(matching)} matching`;
}

/** `tutor_texts` has the columns of the listing everywhere, so the same conditions hold for it under that name. */
export function fromDocuments(criteria: Criteria): SQL {
  const hasTerms = sql`${tutorListings}.terms @@ ${sql.placeholder('terms')}::tsquery`;
  const documents = fenced(
    sql`select * from ${tutorTexts} ${tutorListings} where ${and(hasTerms, whereFacts(criteria, 'none'), makeRowsDear(tutorListings.tutorId))}`,
  );
  if (!criteria.needsListing) return sql`${documents} ${tutorListings}`;
  // In several scopes a tutor is the same, and counts once.
  const inScope = sql`${scope} = any(${sql.placeholder('scopes')}::uuid[])`;
  const listing = sql`select * from ${tutorListings} where ${and(sql`${tutorListings.tutorId} = document.tutor_id`, inScope, whereFacts(criteria, 'none'))} limit 1`;
  return sql`${documents} document cross join lateral (${listing}) ${tutorListings}`;
}

/** What `fromListings` has not asked yet. */
export function whereListed(criteria: Criteria, way: Way, leading: LeadingOrder, isContinued = false): SQL | undefined {
  if (readsDocuments(criteria, way)) return undefined;
  const inScope = readsEachScope(criteria, way) ? sql`${scope} = requested.scope` : eq(scope, sql.placeholder('scope'));
  return and(inScope, whereFacts(criteria, leading, isContinued));
}

function whereFacts({ filters }: Criteria, leading: LeadingOrder, isContinued = false): SQL | undefined {
  return filters
    ? and(
        filters.called ? whereFiltersOrCalled : whereFilters,
        whereRating(leading, isContinued),
        filters.prices ? wherePrice(leading, isContinued) : undefined,
      )
    : undefined;
}

const param = (name: string, type: 'boolean' | 'integer' | 'bigint') => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

const hasHours = (name: 'hours' | 'calledHours'): SQL =>
  sql`((${tutorListings.bookableHours} & ${param(name, 'bigint')}) <> 0 or ${param(name, 'bigint')} = 0)`;

const whereOffered = sql.join(
  [
    sql`(${tutorListings.offersOnline} or not ${param('online', 'boolean')})`,
    sql`(${tutorListings.offersHomeVisit} or not ${param('homeVisit', 'boolean')})`,
    sql`(${tutorListings.offersGroup} or not ${param('group', 'boolean')})`,
    sql`(${tutorListings.isFemale} or not ${param('female', 'boolean')})`,
    sql`(${tutorListings.isVerified} = ${param('verified', 'boolean')} or ${param('verified', 'boolean')} is null)`,
  ],
  sql` and `,
);
const whereFilters = sql`${whereOffered} and ${hasHours('hours')}`;

const isCalled = sql`exists (select from tutor_texts called where called.tutor_id = ${tutorListings.tutorId}
  and called.terms @@ ${sql.placeholder('called')}::tsquery)`;
/** Rare, and so a statement of its own: no other must be planned with the texts. */
const whereFiltersOrCalled = sql`${whereOffered} and (${hasHours('hours')} or (${hasHours('calledHours')} and ${isCalled}))`;

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

/** For a sample, whose order is another one. */
export const whereFiltered = sql`(${and(whereFilters, whereRating('other', false), wherePrice('other'))})`;

function wherePrice(leading: LeadingOrder, isContinued = false): SQL {
  const [from, to] = [param('priceFrom', 'integer'), param('priceTo', 'integer')];
  if (leading === 'none' || leading === 'price.desc') return sql`${price} >= ${from} and ${hideIf(isContinued, sql`${price}`)} <= ${to}`;
  if (leading === 'price.asc') return sql`${hideIf(isContinued, sql`(-${price})`)} <= -${from} and (-${price}) >= -${to}`;
  return sql`((${price} >= ${from} and ${price} <= ${to}) or ${to} < 0)`;
}

const hideIf = (isHidden: boolean, column: SQL): SQL => (isHidden ? hideFromIndex(column) : column);
