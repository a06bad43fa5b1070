import { HOUR_MS, MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { BOOKING, REPEAT_WEEKS } from '#shared/vocabulary/limits.ts';
import { bookableDates } from './booking-window.ts';
import { firstStartAfterNotice } from './notice.ts';
import { type AvailabilityDay, minutesOf, slotsOf } from './weekly-hours.ts';
import { addDays, clockOf, instantAt, wallClock, weekdayOf } from './zone.ts';

/** Half-open: [start, end). */
export type Interval = { start: Date; end: Date };
export type OfferedTime = Interval & { isTaken: boolean };

export type Sessions = { week: readonly AvailabilityDay[]; hours: number; zone: string };
/** `taken` includes the tutor's buffer (`withBuffer`). */
export type FreeSessions = Sessions & {
  taken: readonly Interval[];
  blocked?: readonly Interval[] | undefined;
  minimumNoticeHours?: number | undefined;
  now: Date;
};

const STEP = BOOKING.stepMinutes * MINUTE_MS;

/** Extends each session of a tutor by the buffer before and after it. */
export function withBuffer(sessions: readonly Interval[], minutes = 0): readonly Interval[] {
  if (minutes === 0) return sessions;
  return sessions.map(({ start, end }) => ({
    start: new Date(start.getTime() - minutes * MINUTE_MS),
    end: new Date(end.getTime() + minutes * MINUTE_MS),
  }));
}

export function isOverlapping(session: Interval, others: readonly Interval[]): boolean {
  return others.some(({ start, end }) => start < session.end && session.start < end);
}

/** The other session at the same time: nobody has two at once, with whichever tutor. */
export function findOverlapping<Other extends Interval>(session: Interval, others: readonly Other[]): Other | undefined {
  return others.find((other) => isOverlapping(session, [other]));
}

export function slotStarts({ week, date, hours, zone }: Sessions & { date: string }): Date[] {
  const slots = slotsOf(week, weekdayOf(date));
  if (slots.length === 0) return [];
  const at = clockOf(date, zone);
  return slots.flatMap((slot) => {
    const [start, end] = [minutesOf(slot.start), minutesOf(slot.end)];
    return start === null || end === null ? [] : startsWithin({ start: at(start), end: at(end) }, hours);
  });
}

export function freeStarts({ from, to, ...sessions }: FreeSessions & { from: Date; to: Date }): Date[] {
  return [...generateFreeStarts(sessions, { start: from, end: to })];
}

/** Up to `count` free starts after `after`; `isIncluded` filters them. */
export function nextFreeStarts({
  after,
  count,
  isIncluded = () => true,
  ...sessions
}: FreeSessions & { after: Date; count: number; isIncluded?: (start: Date) => boolean }): Date[] {
  const { end } = bookingWindow(sessions.now, sessions.zone);
  const starts: Date[] = [];
  if (count <= 0) return starts;
  for (const start of generateFreeStarts(sessions, { start: new Date(after.getTime() + 1), end })) {
    if (isIncluded(start) && starts.push(start) === count) break;
  }
  return starts;
}

export function listTimesOfDay({
  week,
  date,
  hours,
  taken,
  blocked = [],
  minimumNoticeHours,
  now,
  zone,
}: FreeSessions & { date: string }): OfferedTime[] {
  const { first, last } = bookableDates(now, zone);
  if (date < first || date > last) return [];
  const isTaken = createOverlapCheck(taken);
  const isBlocked = createOverlapCheck(blocked);
  const firstStart = firstStartAfterNotice(now, minimumNoticeHours);
  return slotStarts({ week, date, hours, zone })
    .filter((start) => start >= firstStart)
    .map((start) => ({ start, end: endOf(start, hours) }))
    .filter((session) => !isBlocked(session))
    .map((session) => ({ ...session, isTaken: isTaken(session) }));
}

export function endOf(start: Date, hours: number): Date {
  return new Date(start.getTime() + hours * HOUR_MS);
}

let latest: { at: number; zone: string; window: Interval } | undefined;

/** Caches the latest window, because a list needs the same one for each of its tutors. */
function bookingWindow(now: Date, zone: string): Interval {
  const at = now.getTime();
  if (latest?.at === at && latest.zone === zone) return latest.window;
  const { first, last } = bookableDates(now, zone);
  const window = { start: instantAt(first, 0, zone), end: instantAt(addDays(last, 1), 0, zone) };
  latest = { at, zone, window };
  return window;
}

function* generateFreeStarts({ week, hours, taken, blocked = [], minimumNoticeHours, now, zone }: FreeSessions, range: Interval): Generator<Date> {
  const window = bookingWindow(now, zone);
  const from = Math.max(range.start.getTime(), window.start.getTime(), firstStartAfterNotice(now, minimumNoticeHours).getTime());
  const to = Math.min(range.end.getTime(), window.end.getTime());
  if (!(from < to)) return;

  const isTaken = createOverlapCheck([...taken, ...blocked]);
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
  const last = slot.end.getTime() - hours * HOUR_MS;
  for (let at = slot.start.getTime(); at <= last; at += STEP) starts.push(new Date(at));
  return starts;
}

/** Sorts once. The sessions that are checked must then come in ascending order. */
function createOverlapCheck(taken: readonly Interval[]): (session: Interval) => boolean {
  const sorted = [...taken].sort((a, b) => a.start.getTime() - b.start.getTime());
  let index = 0;
  let busyUntil = Number.NEGATIVE_INFINITY;
  return ({ start, end }) => {
    for (let next = sorted[index]; next && next.start < end; next = sorted[++index]) busyUntil = Math.max(busyUntil, next.end.getTime());
    return busyUntil > start.getTime();
  };
}

export type RepeatedSession = Interval & { isFree: boolean };

const WEEK = 7;

/** The same wall-clock time every week; weeks outside the booking window are left out. */
export function weeklyRepeats(start: Date, sessions: FreeSessions): RepeatedSession[] {
  const { hours, now, zone } = sessions;
  const { last } = bookableDates(now, zone);
  const { date, minutes } = wallClock(start, zone);
  const dates = Array.from({ length: REPEAT_WEEKS }, (_, index) => addDays(date, index * WEEK)).filter((one) => one <= last);
  return dates.map((one, index) => {
    const starts = index === 0 ? start : instantAt(one, minutes, zone);
    const isFree = listTimesOfDay({ ...sessions, date: one }).some((offered) => !offered.isTaken && offered.start.getTime() === starts.getTime());
    return { start: starts, end: endOf(starts, hours), isFree };
  });
}

export function weeksWithin(repeats: readonly RepeatedSession[], requestsLeft: number): RepeatedSession[] {
  return repeats.filter((_, index) => index === 0 || repeats.slice(0, index + 1).filter(({ isFree }) => isFree).length <= requestsLeft);
}
