import { addDays, instantAt, weekdayOf } from '#shared/domain/zone.ts';
import type { Weekday } from '#shared/vocabulary/content.ts';

/** Days are counted from the day of seeding: yesterday is -1. */
export type Calendar = { at: (day: number, minutes: number) => Date; weekday: (day: number) => Weekday };

export function calendarOf(today: string, zone: string): Calendar {
  return {
    at: (day, minutes) => instantAt(addDays(today, day), minutes, zone),
    weekday: (day) => weekdayOf(addDays(today, day)),
  };
}
