import type { ErrorCode } from '#shared/errors.ts';
import { DAYS_OFF } from '#shared/vocabulary/limits.ts';
import type { Moment } from './booking-request.ts';
import type { Interval } from './free-times.ts';
import { minutesOf } from './weekly-hours.ts';
import { addDays, instantAt, isDate, wallClock } from './zone.ts';

export type DaysOffRequest = { fromDate: string; toDate: string; start?: string | undefined; end?: string | undefined };
export type StoredDaysOff = { fromDate: string; toDate: string; startMinute: number | null; endMinute: number | null };

export function daysOffProblem(request: DaysOffRequest, { now, zone }: Moment): ErrorCode | null {
  const { fromDate, toDate } = request;
  const today = wallClock(now, zone).date;
  if (!isDate(fromDate) || !isDate(toDate)) return 'days_off.past';
  if (toDate < fromDate) return 'days_off.order';
  if (fromDate < today) return 'days_off.past';
  if (toDate > addDays(today, DAYS_OFF.daysAhead)) return 'days_off.too_far';
  return hoursProblem(request);
}

export function daysOffField(problem: ErrorCode, { fromDate, toDate, start }: DaysOffRequest): keyof DaysOffRequest | undefined {
  switch (problem) {
    case 'days_off.past':
      return isDate(fromDate) && !isDate(toDate) ? 'toDate' : 'fromDate';
    case 'tutor.slot_time':
      return minutesOf(start ?? '') === null ? 'start' : 'end';
    case 'days_off.hours':
      return 'end';
    case 'days_off.order':
    case 'days_off.too_far':
    case 'days_off.one_date':
      return 'toDate';
    default:
      return undefined;
  }
}

export function toStoredDaysOff({ fromDate, toDate, start, end }: DaysOffRequest): StoredDaysOff {
  return { fromDate, toDate, startMinute: minutesOf(start ?? ''), endMinute: minutesOf(end ?? '') };
}

export function blockedTimes(daysOff: readonly StoredDaysOff[], zone: string): Interval[] {
  const times = daysOff
    .map((row) => timeOf(row, zone))
    .filter(({ start, end }) => start < end)
    .sort((one, other) => one.start.getTime() - other.start.getTime());
  const merged: Interval[] = [];
  for (const { start, end } of times) {
    const last = merged.at(-1);
    if (!last || last.end < start) merged.push({ start, end });
    else if (last.end < end) last.end = end;
  }
  return merged;
}

function hoursProblem({ fromDate, toDate, start, end }: DaysOffRequest): ErrorCode | null {
  if (start === undefined && end === undefined) return null;
  if (fromDate !== toDate) return 'days_off.one_date';
  const [from, to] = [minutesOf(start ?? ''), minutesOf(end ?? '')];
  if (from === null || to === null) return 'tutor.slot_time';
  return from < to ? null : 'days_off.hours';
}

/** A day ends where the next begins, which is not midnight in every zone. */
function timeOf({ fromDate, toDate, startMinute, endMinute }: StoredDaysOff, zone: string): Interval {
  if (startMinute === null || endMinute === null) return { start: instantAt(fromDate, 0, zone), end: instantAt(addDays(toDate, 1), 0, zone) };
  return { start: instantAt(fromDate, startMinute, zone), end: instantAt(fromDate, endMinute, zone) };
}
