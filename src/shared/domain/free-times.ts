import type { Weekday } from '#shared/vocabulary/content.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { bookableDates } from './booking-window.ts';
import { type AvailabilityDay, minutesOf, slotsOf } from './weekly-hours.ts';
import { addDays, clockOf, instantAt, wallClock, weekdayOf } from './zone.ts';

/** Half-open: the end is no longer part of it. */
export type Interval = { start: Date; end: Date };
export type OfferedTime = Interval & { isTaken: boolean };

export type Sessions = { week: readonly AvailabilityDay[]; hours: number; zone: string };
/** `blocked`: times that the tutor does not offer, such as days off. */
export type FreeSessions = Sessions & { taken: readonly Interval[]; blocked?: readonly Interval[] | undefined; now: Date };

const STEP = BOOKING.stepMinutes * 60_000;
const HOUR = 3_600_000;

/** Where a session of that length may start on one date; its end never passes the end of its slot. */
export function slotStarts({ week, date, hours, zone }: Sessions & { date: string }): Date[] {
  const slots = slotsOf(week, weekdayOf(date));
  if (slots.length === 0) return [];
  const at = clockOf(date, zone);
  return slots.flatMap((slot) => {
    const [start, end] = [minutesOf(slot.start), minutesOf(slot.end)];
    return start === null || end === null ? [] : startsWithin({ start: at(start), end: at(end) }, hours);
  });
}

/** The free starts in [from, to) that the booking window allows, in order. */
export function freeStarts({ from, to, ...sessions }: FreeSessions & { from: Date; to: Date }): Date[] {
  return [...free(sessions, { start: from, end: to })];
}

/** The first free starts later than an instant. */
export function nextFree({ after, count, ...sessions }: FreeSessions & { after: Date; count: number }): Date[] {
  const { end } = bookingWindow(sessions.now, sessions.zone);
  const found: Date[] = [];
  if (count <= 0) return found;
  for (const start of free(sessions, { start: new Date(after.getTime() + 1), end })) {
    if (found.push(start) === count) break;
  }
  return found;
}

/** Every start of one date that can be booked, with those that are taken. */
export function dayOffer({ week, date, hours, taken, blocked = [], now, zone }: FreeSessions & { date: string }): OfferedTime[] {
  const { first, last } = bookableDates(now, zone);
  if (date < first || date > last) return [];
  const isTaken = overlaps(taken);
  const isBlocked = overlaps(blocked);
  return slotStarts({ week, date, hours, zone })
    .map((start) => ({ start, end: endOf(start, hours) }))
    .filter((session) => !isBlocked(session))
    .map((session) => ({ ...session, isTaken: isTaken(session) }));
}

/** The next date of a weekday, at least one day ahead: today's weekday is a week away. */
export function nextDateOf(weekday: Weekday, now: Date, zone: string): string {
  let date = bookableDates(now, zone).first;
  while (weekdayOf(date) !== weekday) date = addDays(date, 1);
  return date;
}

/** The end of a session. */
export function endOf(start: Date, hours: number): Date {
  return new Date(start.getTime() + hours * HOUR);
}

function bookingWindow(now: Date, zone: string): Interval {
  const { first, last } = bookableDates(now, zone);
  return { start: instantAt(first, 0, zone), end: instantAt(addDays(last, 1), 0, zone) };
}

function* free({ week, hours, taken, blocked = [], now, zone }: FreeSessions, asked: Interval): Generator<Date> {
  const window = bookingWindow(now, zone);
  const from = Math.max(asked.start.getTime(), window.start.getTime());
  const to = Math.min(asked.end.getTime(), window.end.getTime());
  if (!(from < to)) return;

  const isTaken = overlaps([...taken, ...blocked]);
  const last = wallClock(new Date(to - 1), zone).date;
  for (let date = wallClock(new Date(from), zone).date; date <= last; date = addDays(date, 1)) {
    for (const start of slotStarts({ week, date, hours, zone })) {
      const at = start.getTime();
      if (at >= from && at < to && !isTaken({ start, end: endOf(start, hours) })) yield start;
    }
  }
}

function startsWithin(slot: Interval, hours: number): Date[] {
  const starts: Date[] = [];
  const last = slot.end.getTime() - hours * HOUR;
  for (let at = slot.start.getTime(); at <= last; at += STEP) starts.push(new Date(at));
  return starts;
}

/** Sorted once, then asked in the order of time: what has ended is never looked at again. */
function overlaps(taken: readonly Interval[]): (session: Interval) => boolean {
  const sorted = [...taken].sort((one, other) => one.start.getTime() - other.start.getTime());
  let nth = 0;
  let busyUntil = Number.NEGATIVE_INFINITY;
  return ({ start, end }) => {
    for (let next = sorted[nth]; next && next.start < end; next = sorted[++nth]) busyUntil = Math.max(busyUntil, next.end.getTime());
    return busyUntil > start.getTime();
  };
}
