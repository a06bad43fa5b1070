import { BOOKING } from '#shared/vocabulary/limits.ts';
import { addDays, wallClock } from './zone.ts';

export function bookableDates(now: Date, zone: string): { first: string; last: string } {
  const today = wallClock(now, zone).date;
  return { first: addDays(today, 1), last: addDays(today, BOOKING.daysAhead) };
}
