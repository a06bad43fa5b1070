import { addDays, clockOf, weekdayOf } from '#shared/domain/zone.ts';

export type Calendar = ReturnType<typeof createCalendar>;

/** Days are counted from the day of seeding: yesterday is -1. */
export function createCalendar(today: string, zone: string) {
  const clocks = new Map<number, (minutes: number) => Date>();
  const date = (day: number) => addDays(today, day);
  return {
    date,
    weekday: (day: number) => weekdayOf(date(day)),
    at(day: number, minutes: number): Date {
      const clock = clocks.get(day) ?? clockOf(date(day), zone);
      clocks.set(day, clock);
      return clock(minutes);
    },
  };
}
