import { sql } from 'drizzle-orm';
import { type Executor, only, prepareOnce } from '#db/executor.ts';
import { inline } from '#db/planner-hints.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import type { Criteria } from './listing-conditions.queries.ts';

const SAMPLE_SIZE = 200;

/**
 * The index of the terms reads every tutor who matches; the order reads tutors until a page of them matches. Of N tutors with a share p that
 * matches these are p N and page / p, so the order is the shorter way where p squared times N is more than a page.
 * PostgreSQL has no estimate for a `tsquery` that it sees as a parameter.
 */
export async function areTermsCommon(db: Executor, { scopes, terms }: Pick<Criteria, 'scopes' | 'terms'>): Promise<boolean> {
  if (terms === null) return false;
  const { hits, texts } = only(await sampledHits(db).execute({ scope: scopes[0], terms }));
  return (hits / SAMPLE_SIZE) ** 2 * texts > SEARCH.pageSize;
}

/** Which of the queries match no tutor at all. */
export async function findUnknownTerms(db: Executor, queries: readonly string[]): Promise<Set<number>> {
  const rows = await unmatchedQueries(db).execute({ queries: [...queries] });
  return new Set(rows.map(({ position }) => position));
}

const sampledHits = prepareOnce((db) =>
  db
    .select({ hits: sql<number>`count(*)`.mapWith(Number), texts: sql<number>`(select reltuples from pg_class where oid = 'tutor_texts'::regclass)` })
    .from(
      sql`(select tutor_id from tutor_listings where scope = ${sql.placeholder('scope')}::uuid order by profile_created_at, tutor_id limit ${inline(SAMPLE_SIZE)}) sampled
        join tutor_texts using (tutor_id)`,
    )
    .where(sql`terms @@ ${sql.placeholder('terms')}::tsquery`)
    .prepare('sampled_hits'),
);

const unmatchedQueries = prepareOnce((db) =>
  db
    .select({ position: sql<number>`position - 1`.mapWith(Number) })
    .from(sql`unnest(${sql.placeholder('queries')}::text[]) with ordinality typed (query, position)`)
    .where(sql`not exists (select from tutor_texts where terms @@ query::tsquery)`)
    .prepare('unmatched_queries'),
);
