import { and, eq, type SQL, sql } from 'drizzle-orm';
import { fenced, hideFromIndex, makeRowsDear } from '#db/planner-hints.ts';
import { tutorListings, tutorTexts } from '#db/schema/listing.ts';

export type Criteria = {
  scopes: readonly string[];
  filters: Filters | null;
  /** The `tsquery` that `tutor_texts.terms` has to match; it includes the scopes. */
  terms: string | null;
  /** The terms are not enough: mode or hours have to be those of the subject, or the scope has no term, so the listing of the scope decides. */
  needsListing: boolean;
  estimate: MatchEstimate;
  hasStoredCount: boolean;
  hasRarePrice: boolean;
};

/** How many tutors match, estimated from a sample. All but `tutors` are shares of the tutors in the scopes. */
export type MatchEstimate = {
  /** The number of tutors in the scopes; a tutor in two scopes counts twice. */
  tutors: number;
  withTerms: number;
  filtered: number;
  /** Those that match both the terms and the filters. */
  matching: number;
  /** More tutors match than are counted, for certain. */
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
  /** A mask of `hourBits`, of which one bit has to be set; "0" where the search does not ask for hours. */
  hours: string;
  /** Tutors who match these terms need not have `hours`, but one of these other hours. */
  called: { terms: string; hours: string } | null;
};

export type LeadingOrder = 'rating.desc' | 'rating.asc' | 'price.desc' | 'price.asc' | 'other' | 'none';

const { scope, rating, price } = tutorListings;

/**
 * Two ways to find tutors with the terms: look up all of them by the GIN index (`terms`), or read listings by another index and check the terms of
 * each (`order`).
 */
export type Way = 'terms' | 'order';

/** Microseconds, measured roughly with 1,000,000 tutors in memory. `index`: joining the lists of the index, per tutor. */
const COST = { index: 0.02, text: 2, listing: 6, entry: 0.4, lookUp: 8 };

/** The cheaper way to `rows` matches. PostgreSQL cannot choose, because it has no estimate for a `tsquery` that is a parameter. */
export function chooseWay(criteria: Criteria, rows: number): Way {
  return criteria.terms === null || costOfTerms(criteria, 1) <= costOfOrder(criteria, rows) ? 'terms' : 'order';
}

/** Whether looking up all matches, which also counts them, is cheaper than reading `rows` in order and counting up to `counted` separately. */
export function countsWithPages(criteria: Criteria, { rows, counted }: { rows: number; counted: number }): boolean {
  if (criteria.terms === null) return false;
  const { tutors, matching, hasManyMatches } = criteria.estimate;
  const costOfCount = hasManyMatches ? 0 : costOfTerms(criteria, Math.min(1, counted / Math.max(matching * tutors, 1)));
  return costOfTerms(criteria, 1) <= costOfOrder(criteria, rows) + costOfCount;
}

/** `share`: how much of the matches of the terms is read before there are enough. */
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
  // A negative value means any price.
  priceTo: filters?.prices?.to ?? -1,
  called: filters?.called?.terms ?? null,
  calledHours: filters?.called?.hours ?? '0',
  terms,
});

/** With more scopes, a whole page is read from each of them. */
const MAX_MERGED_SCOPES = 16;

/**
 * Several scopes are merged in order until a page is full: this many elements of the array, rounded up so that there are few statements; elements
 * beyond its end find nobody. Null where scopes are not merged.
 */
export function countMergedScopes(criteria: Criteria, way: Way): number | null {
  const { length } = criteria.scopes;
  if (!readsEachScope(criteria, way) || length > MAX_MERGED_SCOPES) return null;
  return 2 ** Math.ceil(Math.log2(length));
}

export const scopeRows = sql`unnest(${sql.placeholder('scopes')}::uuid[]) requested (scope)`;

const readsDocuments = ({ terms }: Criteria, way: Way): boolean => terms !== null && way === 'terms';
/** In order, each scope is read by itself; by the index of the terms, all scopes are read once. */
export const readsEachScope = (criteria: Criteria, way: Way): boolean => criteria.scopes.length > 1 && !readsDocuments(criteria, way);

/**
 * Tutors with their facts, under the alias of the listings. Both ways to the terms are fenced, because a planner that knows no values assumes that a
 * price is rare, and would scan all texts once for each tutor of that price.
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

/** `tutor_texts` has the columns of the listing `EVERYWHERE`, so the same conditions work on it under the alias of the listings. */
export function fromDocuments(criteria: Criteria): SQL {
  const hasTerms = sql`${tutorListings}.terms @@ ${sql.placeholder('terms')}::tsquery`;
  const documents = fenced(
    sql`select * from ${tutorTexts} ${tutorListings} where ${and(hasTerms, whereFacts(criteria, 'none'), makeRowsDear(tutorListings.tutorId))}`,
  );
  if (!criteria.needsListing) return sql`${documents} ${tutorListings}`;
  // A tutor who is in several of the scopes counts once.
  const inScope = sql`${scope} = any(${sql.placeholder('scopes')}::uuid[])`;
  const listing = sql`select * from ${tutorListings} where ${and(sql`${tutorListings.tutorId} = document.tutor_id`, inScope, whereFacts(criteria, 'none'))} limit 1`;
  return sql`${documents} document cross join lateral (${listing}) ${tutorListings}`;
}

/** The conditions that `fromListings` has not included already. */
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
/** Rare, so it is a statement of its own; otherwise every plan would include the texts. */
const whereFiltersOrCalled = sql`${whereOffered} and (${hasHours('hours')} or (${hasHours('calledHours')} and ${isCalled}))`;

/**
 * Uses the index of ratings only where the order is by rating, or there is none. After a cursor there are two bounds on the rating, and PostgreSQL
 * may start at the wrong one, so the bound that is not the cursor's is hidden from the index.
 */
function whereRating(leading: LeadingOrder, isContinued: boolean): SQL {
  const minRating = param('minRating', 'integer');
  if (leading === 'none' || leading === 'rating.desc') return sql`${rating} >= ${minRating}`;
  if (leading === 'rating.asc') return sql`${hideIf(isContinued, sql`(-${rating})`)} <= -${minRating}`;
  return sql`(${rating} >= ${minRating} or ${minRating} = 0)`;
}

/** For samples, which have other orders. */
export const whereFiltered = sql`(${and(whereFilters, whereRating('other', false), wherePrice('other'))})`;

function wherePrice(leading: LeadingOrder, isContinued = false): SQL {
  const [from, to] = [param('priceFrom', 'integer'), param('priceTo', 'integer')];
  if (leading === 'none' || leading === 'price.desc') return sql`${price} >= ${from} and ${hideIf(isContinued, sql`${price}`)} <= ${to}`;
  if (leading === 'price.asc') return sql`${hideIf(isContinued, sql`(-${price})`)} <= -${from} and (-${price}) >= -${to}`;
  return sql`((${price} >= ${from} and ${price} <= ${to}) or ${to} < 0)`;
}

const hideIf = (isHidden: boolean, column: SQL): SQL => (isHidden ? hideFromIndex(column) : column);
