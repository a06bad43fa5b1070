import { PART_BEGINS, PARTS_OF_DAY, type PartOfDay } from '#shared/vocabulary/search.ts';
import type { Weekday } from '#shared/vocabulary/weekdays.ts';
import { wallClock } from './zone.ts';

/** On this date, on any of these weekdays, in any of these parts of the day. A missing field or an empty list allows all. */
export type SearchTimes = { date?: string | undefined; days?: readonly Weekday[] | undefined; parts?: readonly PartOfDay[] | undefined };

/** The values that are both chosen and typed, or those of the only list that is given. Null where the two have nothing in common. */
export function narrowChosen<T>(chosen: readonly T[], typed: readonly T[]): T[] | null {
  const [all, others] = chosen.length > 0 ? [chosen, typed] : [typed, chosen];
  const both = all.filter((one) => others.length === 0 || others.includes(one));
  return all.length > 0 && both.length === 0 ? null : [...new Set(both)];
}

export function partOfDayAt(minutes: number): PartOfDay {
  return PARTS_OF_DAY.findLast((part) => minutes >= PART_BEGINS[part]) ?? 'morning';
}

export function isWithinTimes(start: Date, { date, days, parts }: SearchTimes, zone: string): boolean {
  const at = wallClock(start, zone);
  const isIn = <T>(list: readonly T[] | undefined, value: T) => !list || list.length === 0 || list.includes(value);
  return (date === undefined || at.date === date) && isIn(days, at.weekday) && isIn(parts, partOfDayAt(at.minutes));
}
