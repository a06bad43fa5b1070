import { and, eq, type SQL, sql } from 'drizzle-orm';
import { fenced, hideFromIndex } from '#db/planner-hints.ts';
import { tutorListings, tutorTexts } from '#db/schema/listing.ts';

export type Criteria = {
  scopes: readonly string[];
  filters: Filters | null;
  /** What `tutor_texts.terms` must match, in the syntax of `tsquery`. */
  terms: string | null;
  /** So many tutors match that a page is found sooner in its order than by the index of the terms. */
  hasCommonTerms: boolean;
  /** Certainly more than are counted. */
  hasManyMatches: boolean;
  hasStoredCount: boolean;
  hasRarePrice: boolean;
};

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
};

export type LeadingOrder = 'rating.desc' | 'rating.asc' | 'price.desc' | 'price.asc' | 'other' | 'none';

const { scope, rating, price } = tutorListings;

/** Searches of the same shape share a prepared statement: values are parameters, their presence is not. */
export const getShape = ({ scopes, filters, terms, hasCommonTerms, hasRarePrice }: Criteria): string =>
  [
    scopes.length === 1,
    terms !== null && (hasCommonTerms ? 'common' : 'rare'),
    filters !== null,
    (filters?.prices ?? null) !== null,
    hasRarePrice,
  ].join(' ');

export const toValues = ({ scopes, filters, terms }: Pick<Criteria, 'scopes' | 'filters' | 'terms'>) => ({
  scope: scopes[0],
  scopes: [...scopes],
  ...filters,
  priceFrom: filters?.prices?.from ?? 0,
  // Below zero: of any price.
  priceTo: filters?.prices?.to ?? -1,
  terms,
});

export const scopeRows = sql`unnest(${sql.placeholder('scopes')}::uuid[]) requested (scope)`;

const hasTerms = sql`${tutorTexts.terms} @@ ${sql.placeholder('terms')}::tsquery`;

/**
 * Rare terms are looked up before the listings are read, common ones for one listing after another. Both ways are fenced: a planner that knows
 * no value takes a price for rare, and would look through all texts once for each tutor of that price.
 */
export function fromListings(criteria: Criteria): SQL {
  const { terms, hasRarePrice } = criteria;
  const isInPriceRange = and(eq(scope, sql.placeholder('scope')), wherePrice('none'));
  const rows = hasRarePrice ? sql`${fenced(sql`select * from ${tutorListings} where ${isInPriceRange}`)} ${tutorListings}` : sql`${tutorListings}`;
  if (terms === null) return rows;
  if (readsTermsFirst(criteria)) {
    const matching = fenced(sql`select ${tutorTexts.tutorId} from ${tutorTexts} where ${hasTerms}`);
    // In several scopes a tutor is the same, and counts once.
    const ofTutor = sql`select * from ${tutorListings} where ${tutorListings.tutorId} = matching.tutor_id and ${whereListed(criteria, 'none')} limit 1`;
    return sql`${matching} matching cross join lateral (${ofTutor}) ${tutorListings}`;
  }
  const ofSameTutor = sql`${tutorTexts.tutorId} = ${tutorListings.tutorId}`;
  return sql`${rows} cross join lateral ${fenced(sql`select from ${tutorTexts} where ${and(ofSameTutor, hasTerms)}`)} matching`;
}

export function whereListed(criteria: Criteria, leading: LeadingOrder, isContinued = false): SQL | undefined {
  const { filters } = criteria;
  return and(
    whereScope(criteria),
    filters ? and(whereFilters, whereRating(leading, isContinued), filters.prices ? wherePrice(leading, isContinued) : undefined) : undefined,
  );
}

function whereScope(criteria: Criteria): SQL {
  if (criteria.scopes.length === 1) return eq(scope, sql.placeholder('scope'));
  return readsTermsFirst(criteria) ? sql`${scope} = any(${sql.placeholder('scopes')}::uuid[])` : sql`${scope} = requested.scope`;
}

/** Several scopes are read one by one in their order, but the index of the terms only once. */
export const readsTermsFirst = ({ terms, hasCommonTerms }: Pick<Criteria, 'terms' | 'hasCommonTerms'>): boolean => terms !== null && !hasCommonTerms;

const param = (name: string, type: 'boolean' | 'integer' | 'bigint') => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

const whereFilters = sql.join(
  [
    sql`(${tutorListings.offersOnline} or not ${param('online', 'boolean')})`,
    sql`(${tutorListings.offersHomeVisit} or not ${param('homeVisit', 'boolean')})`,
    sql`(${tutorListings.offersGroup} or not ${param('group', 'boolean')})`,
    sql`(${tutorListings.isFemale} or not ${param('female', 'boolean')})`,
    sql`(${tutorListings.isVerified} = ${param('verified', 'boolean')} or ${param('verified', 'boolean')} is null)`,
    sql`((${tutorListings.bookableHours} & ${param('hours', 'bigint')}) <> 0 or ${param('hours', 'bigint')} = 0)`,
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

/** For a sample, whose order is another one. */
export const whereFiltered = sql`(${and(whereFilters, whereRating('other', false), wherePrice('other'))})`;

function wherePrice(leading: LeadingOrder, isContinued = false): SQL {
  const [from, to] = [param('priceFrom', 'integer'), param('priceTo', 'integer')];
  if (leading === 'none' || leading === 'price.desc') return sql`${price} >= ${from} and ${hideIf(isContinued, sql`${price}`)} <= ${to}`;
  if (leading === 'price.asc') return sql`${hideIf(isContinued, sql`(-${price})`)} <= -${from} and (-${price}) >= -${to}`;
  return sql`((${price} >= ${from} and ${price} <= ${to}) or ${to} < 0)`;
}

const hideIf = (isHidden: boolean, column: SQL): SQL => (isHidden ? hideFromIndex(column) : column);
