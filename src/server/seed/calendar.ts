import { addDays, clockOf, weekdayOf } from '#shared/domain/zone.ts';
import type { Weekday } from '#shared/vocabulary/content.ts';

/** Days are counted from the day of seeding: yesterday is -1. */
export type Calendar = { date: (day: number) => string; at: (day: number, minutes: number) => Date; weekday: (day: number) => Weekday };
type Day = { weekday: Weekday; clock: (minutes: number) => Date };

export function calendarOf(today: string, zone: string): Calendar {
  const days = new Map<number, Day>();
  function on(day: number): Day {
    const known = days.get(day);
    if (known) return known;
    const date = addDays(today, day);
    const made = { weekday: weekdayOf(date), clock: clockOf(date, zone) };
    days.set(day, made);
    return made;
  }
  return { date: (day) => addDays(today, day), at: (day, minutes) => on(day).clock(minutes), weekday: (day) => on(day).weekday };
}
