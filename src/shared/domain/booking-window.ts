import { BOOKING } from '#shared/vocabulary/limits.ts';
import { addDays, wallClock } from './zone.ts';

/** The first and the last date that can be booked, both included. */
export function bookableDates(now: Date, zone: string): { first: string; last: string } {
  const today = wallClock(now, zone).date;
  return { first: addDays(today, 1), last: addDays(today, BOOKING.daysAhead) };
}
