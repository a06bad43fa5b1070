import type { Ctx } from '#server/core/context.ts';
import { addDays, instantAt } from '#shared/domain/zone.ts';
import { DAY_MS } from '#shared/vocabulary/durations.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import type { Criteria } from './listing-conditions.queries.ts';
import { findListedTutors, type ListedTutor, type PageRequest, sampleListedTutors } from './listings.queries.ts';
import { isFreeOn, listSchedules, type SubjectFilter } from './schedules.queries.ts';

export type DayFilter = { date: string; subjectFilter: SubjectFilter };
export type ResultPage = { page: ListedTutor[]; next: ListedTutor | null };

const BATCH_SIZE = 2 * SEARCH.pageSize;

/** False for a day on which clocks change, because the weekly hours then do not tell which hours exist. */
export function isOrdinaryDay(date: string, zone: string): boolean {
  return instantAt(addDays(date, 1), 0, zone).getTime() - instantAt(date, 0, zone).getTime() === DAY_MS;
}

/**
 * Reads candidates in order until the page is full or the maximum is reached. In the latter case the page is short or empty, and the next page starts
 * after the last candidate; numbered pages end there.
 */
export async function findTutorsFreeOn(
  ctx: Ctx,
  criteria: Criteria,
  { day, order, limit, after, offset }: PageRequest & { day: DayFilter },
): Promise<ResultPage> {
  const skipped = offset ?? 0;
  const free: ListedTutor[] = [];
  let last: ListedTutor | null = null;
  for (let scanned = 0; scanned < SEARCH.maxCandidates.page; scanned += BATCH_SIZE) {
    const batch = { order, limit: BATCH_SIZE, after: last ? JSON.parse(last.keys) : after };
    const rows: ListedTutor[] = await findListedTutors(ctx.db, criteria, batch);
    const candidates = rows.slice(0, BATCH_SIZE);
    const busy = await findBusyTutors(ctx, day, toIds(candidates));
    free.push(...candidates.filter(({ id }) => !busy.has(id)));
    const page = free.slice(skipped, skipped + limit);
    if (free.length > skipped + limit) return { page, next: page.at(-1) ?? null };
    last = candidates.at(-1) ?? null;
    if (rows.length <= BATCH_SIZE) return { page, next: null };
  }
  return { page: free.slice(skipped), next: offset === undefined ? last : null };
}

export async function countTutorsFreeOn(ctx: Ctx, criteria: Criteria, day: DayFilter): Promise<{ total: number; totalIsCapped: boolean }> {
  const ids = await sampleListedTutors(ctx.db, criteria, SEARCH.maxCandidates.count + 1);
  return toFreeCount(ids, await findBusyTutors(ctx, day, toCounted(ids)));
}

/** The part of a sample that is counted; a sample that was cut off has one more element. */
export const toCounted = (ids: readonly string[]): readonly string[] => ids.slice(0, SEARCH.maxCandidates.count);

export function toFreeCount(ids: readonly string[], busy: ReadonlySet<string>): { total: number; totalIsCapped: boolean } {
  const counted = toCounted(ids);
  const free = counted.filter((id) => !busy.has(id)).length;
  return ids.length > counted.length ? { total: Math.min(free, SEARCH.freeCountCap), totalIsCapped: true } : { total: free, totalIsCapped: false };
}

export async function findBusyTutors(ctx: Ctx, day: DayFilter, ids: readonly string[]): Promise<Set<string>> {
  const { date, subjectFilter } = day;
  const input = { subjectFilter, dates: { first: date, last: date }, onlyChanged: isOrdinaryDay(date, ctx.platform.zone) };
  const schedules = await listSchedules(ctx, ids, input);
  return new Set(schedules.filter((schedule) => !isFreeOn(schedule, day, ctx)).map(({ tutorId }) => tutorId));
}

const toIds = (tutors: readonly ListedTutor[]): string[] => tutors.map(({ id }) => id);
