import type { Ctx } from '#server/core/context.ts';
import { addDays, instantAt } from '#shared/domain/zone.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { type ListedTutor, listedTutors, type Place, someListed } from './listed-tutors.queries.ts';
import type { Wanted } from './listing-conditions.queries.ts';
import { isFreeOn, type Meant, schedulesOf } from './schedules.queries.ts';

/** A date that can be booked, and for what somebody is to be free on it. */
export type FreeOn = { date: string; meant: Meant };
/** `next` is whom to go on after, or null where nobody follows. */
export type Found = { page: ListedTutor[]; next: ListedTutor | null };

const DAY = 86_400_000;
const AT_ONCE = 2 * SEARCH.pageSize;

/** When clocks are changed, a week does not tell which hours there are. */
export function isOrdinaryDay(date: string, zone: string): boolean {
  return instantAt(addDays(date, 1), 0, zone).getTime() - instantAt(date, 0, zone).getTime() === DAY;
}

/**
 * Those of the listed who have an hour free. Candidates are looked at in order until the page is full, but no more than
 * `SEARCH.lookedAt.page`: then a page is short, or empty, and the next one goes on after the last of them.
 */
export async function tutorsFreeOn(ctx: Ctx, wanted: Wanted, { day, order, limit, after, offset = 0 }: Place & { day: FreeOn }): Promise<Found> {
  const free: ListedTutor[] = [];
  let last: ListedTutor | null = null;
  for (let looked = 0; looked < SEARCH.lookedAt.page; looked += AT_ONCE) {
    const place = { order, limit: AT_ONCE, after: last ? JSON.parse(last.keys) : after };
    const rows: ListedTutor[] = await listedTutors(ctx.db, wanted, place);
    const candidates = rows.slice(0, AT_ONCE);
    const busy = await busyOn(ctx, day, idsOf(candidates));
    free.push(...candidates.filter(({ id }) => !busy.has(id)));
    const page = free.slice(offset, offset + limit);
    if (free.length > offset + limit) return { page, next: page.at(-1) ?? null };
    last = candidates.at(-1) ?? null;
    if (rows.length <= AT_ONCE) return { page, next: null };
  }
  return { page: free.slice(offset), next: last };
}

/** How many of them are free, as far as anybody looks. */
export async function countFreeOn(ctx: Ctx, wanted: Wanted, day: FreeOn): Promise<{ total: number; totalIsCapped: boolean }> {
  const ids = await someListed(ctx.db, wanted, SEARCH.lookedAt.count + 1);
  const looked = ids.slice(0, SEARCH.lookedAt.count);
  const busy = await busyOn(ctx, day, looked);
  const free = looked.length - busy.size;
  return ids.length > looked.length ? { total: Math.min(free, SEARCH.freeCountCap), totalIsCapped: true } : { total: free, totalIsCapped: false };
}

/** Of tutors who publish an hour of the weekday. */
async function busyOn(ctx: Ctx, { date, meant }: FreeOn, ids: readonly string[]): Promise<Set<string>> {
  const asked = { meant, dates: { first: date, last: date }, onlyChanged: isOrdinaryDay(date, ctx.platform.zone) };
  const schedules = await schedulesOf(ctx, ids, asked);
  return new Set(schedules.filter((schedule) => !isFreeOn(schedule, date, ctx)).map(({ tutorId }) => tutorId));
}

const idsOf = (tutors: readonly ListedTutor[]): string[] => tutors.map(({ id }) => id);
