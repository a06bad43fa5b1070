import { type SQL, sql } from 'drizzle-orm';
import { type Executor, getOrBuild, only, prepareOnce } from '#db/executor.ts';
import { fenced, inline, makeRowsDear } from '#db/planner-hints.ts';
import { topics } from '#db/schema/catalogue.ts';
import { EVERYWHERE, tutorListings } from '#db/schema/listing.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { type Criteria, type MatchEstimate, NOT_ESTIMATED, scopeRows, toValues, whereFiltered } from './listing-conditions.queries.ts';

const SAMPLE_SIZE = 200;
/** A safety factor on the count cap, for the error of a sample. */
const SAFETY = 5;
const MIN_HITS = 2;

/**
 * Estimates the matches from samples of the oldest, the newest and the best rated tutors. If all three say that more match than are counted anyway,
 * the count is skipped; all three have to agree, because each sample may be untypical.
 */
export async function estimateMatches(db: Executor, criteria: Pick<Criteria, 'scopes' | 'terms' | 'filters'>): Promise<MatchEstimate> {
  if (criteria.terms === null) return NOT_ESTIMATED;
  const shape = `${criteria.scopes[0] === EVERYWHERE ? 'everywhere' : 'scopes'} ${criteria.filters ? 'filtered' : 'plain'}`;
  const statement = getOrBuild(estimates(db), shape, () => estimateStatement(db, criteria));
  const { samples, most, largest } = only(await statement.execute(toValues(criteria)));
  const sampled = Math.max(sumOf(samples, 'size'), 1);
  const least = Math.min(...samples.map(({ size, matching }) => (matching < MIN_HITS ? 0 : matching / size)));
  return {
    tutors: most,
    withTerms: sumOf(samples, 'withTerms') / sampled,
    filtered: sumOf(samples, 'filtered') / sampled,
    matching: sumOf(samples, 'matching') / sampled,
    hasManyMatches: samples.length > 0 && least * largest > SAFETY * SEARCH.countCap,
  };
}

const sumOf = (samples: readonly Sample[], column: keyof Sample): number => samples.reduce((total, sample) => total + sample[column], 0);

/** The positions of queries that match no tutor at all. */
export async function findUnknownTerms(db: Executor, queries: readonly string[]): Promise<Set<number>> {
  const rows = await unmatchedQueries(db).execute({ queries: [...queries] });
  return new Set(rows.map(({ position }) => position));
}

/** Whether no tutor matches the terms. For rare terms only, because the index lists all tutors who match. */
export async function isUnmet(db: Executor, terms: string): Promise<boolean> {
  return !only(await anyMatch(db).execute({ terms })).isMet;
}

type Sample = { size: number; withTerms: number; filtered: number; matching: number };

const estimates = prepareOnce(() => new Map<string, ReturnType<typeof estimateStatement>>());

/** Looked up for each tutor of the sample, because scanning the table would take longer. */
const metByTutor = sql`select terms @@ ${sql.placeholder('terms')}::tsquery as has_terms from tutor_texts where tutor_texts.tutor_id = sampled.tutor_id`;

/**
 * Samples the scope with the most tutors. `most`: an upper bound for all scopes together, in which a tutor of two scopes counts twice and a topic counts
 * like its subject, because topics have no stored count. `largest`: the number that one scope has for certain.
 */
function estimateStatement(db: Executor, { scopes, filters }: Pick<Criteria, 'scopes' | 'filters'>) {
  const { scope, rating, totalReviews, profileCreatedAt, tutorId } = tutorListings;
  // Written out, because the planner takes an unknown scope for a small one, and would sort all tutors instead of reading the first ones from an index.
  const sampledScope = scopes[0] === EVERYWHERE ? inline(`'${EVERYWHERE}'`) : sql`(select scope from largest)`;
  const sample = (name: string, order: SQL) => sql`
    (select ${inline(`'${name}'`)} as sample, ${tutorId}, ${filters ? whereFiltered : sql`true`} as is_filtered from ${tutorListings}
      where ${scope} = ${sampledScope} order by ${order} limit ${inline(SAMPLE_SIZE)})`;
  return db
    .select({ samples: sql<Sample[]>`samples`, most: sql<number>`most`.mapWith(Number), largest: sql<number>`coalesce(largest, 0)`.mapWith(Number) })
    .from(
      sql`(
        with counted as materialized (
          select requested.scope, stored.tutors,
            case requested.scope when ${inline(`'${EVERYWHERE}'`)} then texts else coalesce(stored.tutors, of_subject.tutors, 0) end as most
          from ${scopeRows} left join listing_counts stored using (scope)
          left join ${topics} on ${topics.id} = requested.scope left join listing_counts of_subject on of_subject.scope = ${topics.subjectId}
          cross join (select greatest(reltuples, 0) as texts from pg_class where oid = 'tutor_texts'::regclass) size
        ), largest as materialized (
          select scope from counted order by most desc, scope limit 1
        ), sampled as materialized (
          ${sample('oldest', sql`${profileCreatedAt}, ${tutorId}`)}
          union all ${sample('newest', sql`${profileCreatedAt} desc, ${tutorId} desc`)}
          union all ${sample('best', sql`${rating} desc, ${totalReviews} desc, ${profileCreatedAt} desc, ${tutorId} desc`)}
        ), met as (
          select count(*) as size, count(*) filter (where has_terms) as "withTerms", count(*) filter (where is_filtered) as filtered,
            count(*) filter (where has_terms and is_filtered) as matching
          from sampled cross join lateral ${fenced(metByTutor)} met
          group by sample
        )
        select
          (select coalesce(json_agg(met), '[]') from met) as samples,
          (select sum(most) from counted) as most,
          (select max(case scope when ${inline(`'${EVERYWHERE}'`)} then most else tutors end) from counted) as largest
      ) estimate`,
    )
    .prepare('match_estimate');
}

/** The index lists all matches before it answers whether there is one, so it is used only for terms that the sample does not contain. */
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

const anyMatch = prepareOnce((db) =>
  db
    .select({ isMet: sql<boolean>`is_met` })
    .from(
      sql`(
        select exists (select from tutor_texts where terms @@ ${sql.placeholder('terms')}::tsquery and ${makeRowsDear(sql`tutor_id`)}) as is_met
      ) answered`,
    )
    .prepare('any_match'),
);
