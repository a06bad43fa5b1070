import type { BookingView } from '#shared/contracts/bookings.ts';
import type { DaysOffView } from '#shared/contracts/tutors.ts';
import { minutesOf } from '#shared/domain/weekly-hours.ts';
import { addDays, formatDate, wallClock, weekdayOf } from '#shared/domain/zone.ts';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';

const DAYS = 7;
const HOUR = 60;
const DAY = 24 * HOUR;
/** Hours that a week shows even where nothing happens. */
const USUAL = { first: 8, last: 18 } as const;

/** Minutes after midnight of a day. */
export type Span = { from: number; to: number };
export type Session = Span & { booking: BookingView };
/** Null of either: the whole day. */
export type Off = Span & { id: string; isWholeDay: boolean; note: string };
export type WeekDay = { date: string; isToday: boolean; sessions: Session[]; off: Off[] };

/** The Monday of the week that is asked for; of this one where that is no date. */
export function mondayOf(asked: string | undefined, now: Date, zone: string): string {
  const date = asked && isDate(asked) ? asked : wallClock(now, zone).date;
  return addDays(date, -WEEKDAYS.indexOf(weekdayOf(date)));
}

export type Week = { monday: string; bookings: readonly BookingView[]; daysOff: readonly DaysOffView[]; now: Date; zone: string };

/** What stands on each of the seven days, in the platform's zone. */
export function daysOfWeek({ monday, bookings, daysOff, now, zone }: Week): WeekDay[] {
  const today = wallClock(now, zone).date;
  return Array.from({ length: DAYS }, (_, index) => {
    const date = addDays(monday, index);
    return {
      date,
      isToday: date === today,
      sessions: bookings.flatMap((booking) => spansOn(date, booking, zone).map((span) => ({ ...span, booking }))),
      off: daysOff.filter(({ fromDate, toDate }) => fromDate <= date && date <= toDate).map(toOff),
    };
  });
}

/** The hours between which a week takes place: the first, and the one after the last. */
export function hoursOf(days: readonly WeekDay[]): { first: number; last: number } {
  const spans = days.flatMap(({ sessions, off }) => [...sessions, ...off.filter(({ isWholeDay }) => !isWholeDay)]);
  return {
    first: Math.min(USUAL.first, ...spans.map(({ from }) => Math.floor(from / HOUR))),
    last: Math.max(USUAL.last, ...spans.map(({ to }) => Math.ceil(to / HOUR))),
  };
}

/** `23 – 29 Nov 2026`; month and year are said once where they are the same. */
export function weekInWords(monday: string): string {
  const [day, month, year] = wordsOf(monday);
  const last = wordsOf(addDays(monday, DAYS - 1));
  const [, lastMonth, lastYear] = last;
  const end = last.join(' ');
  if (year !== lastYear) return `${day} ${month} ${year} – ${end}`;
  return month === lastMonth ? `${day} – ${end}` : `${day} ${month} – ${end}`;
}

/** `23`, `Nov`, `2026` */
function wordsOf(date: string): string[] {
  return formatDate(date).slice('Mon, '.length).split(' ');
}

/** One that lasts beyond midnight stands on both days. */
function spansOn(date: string, { startTime, endTime }: BookingView, zone: string): Span[] {
  const [start, end] = [wallClock(startTime, zone), wallClock(endTime, zone)];
  if (start.date > date || end.date < date) return [];
  const from = start.date < date ? 0 : start.minutes;
  const to = end.date > date ? DAY : end.minutes;
  return from < to ? [{ from, to }] : [];
}

function toOff({ id, start, end, note }: DaysOffView): Off {
  const [from, to] = [start, end].map((time) => (time === null ? null : minutesOf(time)));
  return { id, note, isWholeDay: start === null, from: from ?? 0, to: to ?? DAY };
}

/** Of this century: beyond it neither the calendar's arithmetic nor the server follows for ever. */
function isDate(text: string): boolean {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
