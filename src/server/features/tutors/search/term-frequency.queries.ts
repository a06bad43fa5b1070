import { type SQL, sql } from 'drizzle-orm';
import { type Executor, only, prepareOnce } from '#db/executor.ts';
import { fenced, inline, makeRowsDear } from '#db/planner-hints.ts';
import { EVERYWHERE, tutorListings } from '#db/schema/listing.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { type Criteria, scopeRows, toValues, whereFiltered } from './listing-conditions.queries.ts';
import { getOrBuild } from './listings.queries.ts';

const SAMPLE_SIZE = 200;
/** Beyond the number at which counting stops, by as much as a sample may err. */
const SAFETY = 5;
const MIN_HITS = 2;

/** What a sample says of how many match, before they are looked for. */
export type MatchEstimate = Pick<Criteria, 'hasCommonTerms' | 'hasManyMatches'>;

const NOT_ESTIMATED: MatchEstimate = { hasCommonTerms: false, hasManyMatches: false };

/**
 * The index of the terms reads every tutor who matches; the order reads tutors until a page of them matches. Of N tutors with a share p that
 * matches these are p N and page / p, so the order is the shorter way where p squared times N is more than a page.
 * PostgreSQL has no estimate for a `tsquery` that it sees as a parameter.
 *
 * Where so many match that the count would stop anyway, it need not begin: the oldest, the newest and the best rated must all say so, because
 * any of them may be unlike the others.
 */
export async function estimateMatches(db: Executor, criteria: Pick<Criteria, 'scopes' | 'terms' | 'filters'>): Promise<MatchEstimate> {
  if (criteria.terms === null) return NOT_ESTIMATED;
  const statement = getOrBuild(estimates(db), criteria.filters ? 'filtered' : 'plain', () => estimateStatement(db, criteria));
  const { samples, texts, listed } = only(await statement.execute(toValues(criteria)));
  const sum = (of: (sample: Sample) => number) => samples.reduce((total, sample) => total + of(sample), 0);
  const sampled = Math.max(
    sum(({ size }) => size),
    1,
  );
  const [shareOfTerms, share] = [sum(({ withTerms }) => withTerms) / sampled, sum(({ matching }) => matching) / sampled];
  const least = Math.min(...samples.map(({ size, matching }) => (matching < MIN_HITS ? 0 : matching / size)));
  return {
    hasCommonTerms: shareOfTerms * share * texts > SEARCH.pageSize,
    hasManyMatches: samples.length > 0 && least * listed > SAFETY * SEARCH.countCap,
  };
}

/** Which of the queries match no tutor at all. */
export async function findUnknownTerms(db: Executor, queries: readonly string[]): Promise<Set<number>> {
  const rows = await unmatchedQueries(db).execute({ queries: [...queries] });
  return new Set(rows.map(({ position }) => position));
}

type Sample = { size: number; withTerms: number; matching: number };

const estimates = prepareOnce(() => new Map<string, ReturnType<typeof estimateStatement>>());

/** Looked up for each tutor of the sample: the table is no small one. */
const metByTutor = sql`select terms @@ ${sql.placeholder('terms')}::tsquery as has_terms from tutor_texts where tutor_texts.tutor_id = sampled.tutor_id`;

/** Of several scopes, the one with most tutors. */
function estimateStatement(db: Executor, { filters }: Pick<Criteria, 'filters'>) {
  const { scope, rating, totalReviews, profileCreatedAt, tutorId } = tutorListings;
  const sample = (name: string, order: SQL) => sql`
    (select ${inline(`'${name}'`)} as sample, ${tutorId}, ${filters ? whereFiltered : sql`true`} as is_filtered from ${tutorListings}
      where ${scope} = (select scope from largest) order by ${order} limit ${inline(SAMPLE_SIZE)})`;
  return db
    .select({ samples: sql<Sample[]>`samples`, texts: sql<number>`texts`, listed: sql<number>`coalesce(listed, texts)`.mapWith(Number) })
    .from(
      sql`(
        with largest as materialized (
          select scope, tutors from ${scopeRows} left join listing_counts using (scope) order by tutors desc nulls last, scope limit 1
        ), sampled as materialized (
          ${sample('oldest', sql`${profileCreatedAt}, ${tutorId}`)}
          union all ${sample('newest', sql`${profileCreatedAt} desc, ${tutorId} desc`)}
          union all ${sample('best', sql`${rating} desc, ${totalReviews} desc, ${profileCreatedAt} desc, ${tutorId} desc`)}
        ), counted as (
          select count(*) as size, count(*) filter (where has_terms) as "withTerms", count(*) filter (where has_terms and is_filtered) as matching
          from sampled cross join lateral ${fenced(metByTutor)} met
          group by sample
        )
        select
          (select coalesce(json_agg(counted), '[]') from counted) as samples,
          (select greatest(reltuples, 0) from pg_class where oid = 'tutor_texts'::regclass) as texts,
          (select case scope when ${inline(`'${EVERYWHERE}'`)} then null else coalesce(tutors, 0) end from largest) as listed
      ) estimate`,
    )
    .prepare('match_estimate');
}

/** The index makes a list of all who match before it answers whether there is one, so it is asked for rare terms only. */
const unmatchedQueries = prepareOnce((db) =>
  db
    .select({ position: sql<number>`position - 1`.mapWith(Number) })
    .from(
      sql`(
        with sample as materialized (select terms from (
            select tutor_id from tutor_listings where scope = ${inline(`'${EVERYWHERE}'`)} order by profile_created_at, tutor_id limit ${inline(SAMPLE_SIZE)}
          ) oldest cross join lateral ${fenced(sql`select terms from tutor_texts where tutor_texts.tutor_id = oldest.tutor_id`)} text)
        select position, case when exists (select from sample where terms @@ query::tsquery) then true
          else exists (select from tutor_texts where terms @@ query::tsquery and ${makeRowsDear(sql`tutor_id`)}) end as is_matched
        from unnest(${sql.placeholder('queries')}::text[]) with ordinality typed (query, position)
      ) answered`,
    )
    .where(sql`not is_matched`)
    .prepare('unmatched_queries'),
);
