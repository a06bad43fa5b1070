import { and, eq, sql } from 'drizzle-orm';
import { prepareOnce } from '#db/executor.ts';
import { inline } from '#db/planner-hints.ts';
import { bookings } from '#db/schema/bookings.ts';
import { EVERYWHERE, tutorListings, tutorTexts } from '#db/schema/listing.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { Ctx } from '#server/core/context.ts';
import { BEST_MATCH_RULE, type MatchFacts, type RankedMatch, rankMatches, toAnswered, toFreeSoon } from '#shared/domain/best-match.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { NO_RESPONSE } from '#shared/vocabulary/bookings.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import type { MetBy } from '#shared/vocabulary/search.ts';
import { findCountedPages } from './counted-pages.queries.ts';
import type { ResultPage } from './free-on-day.queries.ts';
import type { Criteria } from './listing-conditions.queries.ts';
import { type Count, findListedTutors, getKeyTypes, type ListedTutor, type PageRequest, type SortKeys } from './listings.queries.ts';
import { findFirstFreeStart, listSchedules, type SubjectFilter } from './schedules.queries.ts';
import type { TextPart } from './search-criteria.queries.ts';
import { measureDistances, type Vicinity } from './towns.queries.ts';

export type MatchInput = { criteria: Criteria; subjectFilter: SubjectFilter; parts: readonly TextPart[]; vicinity: Vicinity | null };
type CountedPage = ResultPage & { count: Count };
type Candidate = { id: string; facts: MatchFacts };

/** A cursor is a position among the ranked tutors, or after them the sort keys of the last tutor. */
export const CURSOR_TYPES = [['position'], getKeyTypes('match.desc')] as const;

/** The best rated and the newest matching tutors, ranked by all criteria (`best-match.ts`); after them the others by their weighed rating alone. */
export function findBestMatches(ctx: Ctx, input: MatchInput, { limit, after, offset = 0 }: PageRequest): Promise<CountedPage> {
  const [position, ...others] = after ?? [offset];
  return after && others.length > 0
    ? findOthersAfter(ctx, input, { limit, after })
    : findFromPosition(ctx, input, { limit, start: Number(position) });
}

async function findFromPosition(ctx: Ctx, input: MatchInput, { limit, start }: { limit: number; start: number }): Promise<CountedPage> {
  const { ranked, hasMore, count } = await rankCandidates(ctx, input);
  const first = ranked.slice(start, start + limit).map(toListed);
  const others = hasMore && first.length < limit ? await readOthers(ctx, input, { ranked, start, limit: limit - first.length }) : NOBODY;
  const isLast = count.totalIsCapped ? first.length < limit && !others.hasMore : start + limit >= count.total;
  const last = others.tutors.at(-1) ?? { id: '', keys: JSON.stringify([start + limit]) };
  return { page: [...first, ...others.tutors], next: isLast ? null : last, count };
}

/** Continues after the ranked tutors without ranking or reading them again. */
async function findOthersAfter(ctx: Ctx, input: MatchInput, { limit, after }: { limit: number; after: SortKeys }): Promise<CountedPage> {
  const { newest } = SEARCH.ranked;
  const { pages, count } = await findCountedPages(ctx.db, input.criteria, [
    { order: 'match.desc', limit: limit + newest, after },
    { order: 'createdAt.desc', limit: newest },
  ]);
  const [rows = [], newestOnes = []] = pages;
  const rankedIds = new Set(newestOnes.slice(0, newest).map(({ id }) => id));
  const others = rows.filter(({ id }) => !rankedIds.has(id));
  const page = await withFacts(ctx, input, others.slice(0, limit));
  return { page, next: others.length > limit ? (page.at(-1) ?? null) : null, count };
}

async function rankCandidates(ctx: Ctx, input: MatchInput): Promise<{ ranked: RankedMatch<Candidate>[]; hasMore: boolean; count: Count }> {
  const { best, newest } = SEARCH.ranked;
  const { pages, count } = await findCountedPages(ctx.db, input.criteria, [
    { order: 'match.desc', limit: best },
    { order: 'createdAt.desc', limit: newest },
  ]);
  const [bestRated = [], newestOnes = []] = pages;
  const hasMore = bestRated.length > best;
  const ids = new Set([...bestRated.slice(0, best), ...(hasMore ? newestOnes.slice(0, newest) : [])].map(({ id }) => id));
  return { ranked: rankMatches(await readFacts(ctx, input, [...ids]), ctx.now()), hasMore, count };
}

const NOBODY = { tutors: [] as ListedTutor[], hasMore: false };

/** Tutors after the ranked ones, by their weighed rating. */
async function readOthers(
  ctx: Ctx,
  input: MatchInput,
  { ranked, start, limit }: { ranked: readonly RankedMatch<Candidate>[]; start: number; limit: number },
) {
  const without = ranked.map(({ id }) => id);
  const rows = await findListedTutors(ctx.db, input.criteria, { order: 'match.desc', limit, offset: Math.max(start - ranked.length, 0), without });
  return { tutors: await withFacts(ctx, input, rows.slice(0, limit)), hasMore: rows.length > limit };
}

async function withFacts(ctx: Ctx, input: MatchInput, rows: readonly ListedTutor[]): Promise<ListedTutor[]> {
  const facts = await readFacts(
    ctx,
    input,
    rows.map(({ id }) => id),
  );
  const keys = new Map(rows.map((row) => [row.id, row.keys]));
  return facts.map((one) => ({ ...toListed({ ...one, isNewcomersPlace: false }), keys: keys.get(one.id) ?? '' }));
}

function toListed({ id, facts: { words, listedAt: _, ...facts }, isNewcomersPlace }: RankedMatch<Candidate>): ListedTutor {
  return { id, keys: '', match: { words: [...words], ...facts, isNewcomersPlace } };
}

/** Returns the candidates in the order of `ids`. */
async function readFacts(ctx: Ctx, { parts, subjectFilter, vicinity }: MatchInput, ids: readonly string[]): Promise<Candidate[]> {
  if (ids.length === 0) return [];
  const dates = bookableDates(ctx.now(), ctx.platform.zone);
  const queries = (by: 'byEntity' | 'byName') => parts.map((part) => part[by] ?? '');
  const [rows, schedules, distances] = await Promise.all([
    selectFacts(ctx.db).execute({ ids: [...ids], entities: queries('byEntity'), names: queries('byName') }),
    listSchedules(ctx, ids, { subjectFilter, dates, onlyChanged: false }),
    vicinity ? measureDistances(ctx.db, ids, vicinity) : null,
  ]);
  const now = ctx.now();
  const free = new Map(schedules.map((schedule) => [schedule.tutorId, toFreeSoon(findFirstFreeStart(schedule, subjectFilter, ctx), now)]));
  return rows.map(({ id, rating, totalReviews, listedAt, met, answers }) => {
    const words = met.map((by, index) => toWord(parts[index], by));
    const distance = distances?.get(id) ?? null;
    return { id, facts: { words, rating, totalReviews, listedAt, free: free.get(id) ?? 'never', answered: toAnswered(answers), distance } };
  });
}

function toWord(part: TextPart | undefined, by: 'entity' | 'name' | 'location'): { text: string; by: MetBy } {
  return { text: part?.text ?? '', by: by === 'entity' ? (part?.kind === 'place' ? 'place' : 'subject') : by };
}

const selectFacts = prepareOnce((db) => {
  const meets = (query: string) => sql`coalesce(${tutorTexts.terms} @@ nullif(${sql.raw(query)}, '')::tsquery, false)`;
  const met = sql<('entity' | 'name' | 'location')[]>`array(
    select case when ${meets('part.entity')} then 'entity' when ${meets('part.name')} then 'name' else 'location' end
    from unnest(${sql.placeholder('entities')}::text[], ${sql.placeholder('names')}::text[]) with ordinality part (entity, name, position)
    order by position
  )`;
  const answers = sql<{ answered: number; unanswered: number }>`(
    select json_build_object(
      'answered', count(*) filter (where confirmed_at is not null or cancelled_by = 'tutor'),
      'unanswered', count(*) filter (where confirmed_at is null and cancelled_by = 'system' and cancellation_reason = ${inline(`'${NO_RESPONSE}'`)})
    ) from (
      select confirmed_at, cancelled_by, cancellation_reason from ${bookings} where ${bookings.tutorUserId} = ${tutorProfiles.userId}
      order by ${bookings.createdAt} desc, ${bookings.id} desc limit ${inline(BEST_MATCH_RULE.latestBookings)}
    ) latest
  )`;
  const { tutorId, scope, rating, totalReviews, profileCreatedAt } = tutorListings;
  return db
    .select({ id: tutorId, rating, totalReviews, listedAt: profileCreatedAt, met, answers })
    .from(sql`unnest(${sql.placeholder('ids')}::uuid[]) with ordinality requested (id, position)`)
    .innerJoin(tutorListings, and(sql`${tutorId} = requested.id`, eq(scope, EVERYWHERE)))
    .innerJoin(tutorTexts, eq(tutorTexts.tutorId, tutorId))
    .innerJoin(tutorProfiles, eq(tutorProfiles.id, tutorId))
    .orderBy(sql`requested.position`)
    .prepare('match_facts');
});
