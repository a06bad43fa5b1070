import type { DaysOffView } from '#shared/contracts/availability.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { isDateOfThisCentury } from '#shared/domain/booking-month.ts';
import { minutesOf } from '#shared/domain/weekly-hours.ts';
import { addDays, datePartsOf, formatDate, formatNearDate, instantAt, wallClock, weekdayOf } from '#shared/domain/zone.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';

const DAYS = 7;
const HOUR = 60;
const DAY = 24 * HOUR;
const USUAL = { first: 8, last: 18 } as const;

/** Minutes after midnight of a day. */
export type Span = { from: number; to: number };
export type Session = Span & { booking: BookingView };
export type DayOffSpan = Span & { id: string; isWholeDay: boolean; note: string };
export type WeekDay = { date: string; isToday: boolean; sessions: Session[]; daysOff: DayOffSpan[] };

export function findMonday(week: string | undefined, now: Date, zone: string): string {
  const date = week && isDateOfThisCentury(week) ? week : wallClock(now, zone).date;
  return addDays(date, -WEEKDAYS.indexOf(weekdayOf(date)));
}

export type Week = { monday: string; bookings: readonly BookingView[]; daysOff: readonly DaysOffView[]; now: Date; zone: string };

export function toWeekDays({ monday, bookings, daysOff, now, zone }: Week): WeekDay[] {
  const today = wallClock(now, zone).date;
  return Array.from({ length: DAYS }, (_, index) => {
    const date = addDays(monday, index);
    const day = { start: instantAt(date, 0, zone), end: instantAt(addDays(date, 1), 0, zone) };
    return {
      date,
      isToday: date === today,
      sessions: bookings.flatMap((booking) => getSpansOn(day, booking, zone).map((span) => ({ ...span, booking }))),
      daysOff: daysOff.filter(({ fromDate, toDate }) => fromDate <= date && date <= toDate).map(toDayOffSpan),
    };
  });
}

export function getHourRange(days: readonly WeekDay[]): { first: number; last: number } {
  const spans = days.flatMap(({ sessions, daysOff }) => [...sessions, ...daysOff.filter(({ isWholeDay }) => !isWholeDay)]);
  return {
    first: Math.min(USUAL.first, ...spans.map(({ from }) => Math.floor(from / HOUR))),
    last: Math.max(USUAL.last, ...spans.map(({ to }) => Math.ceil(to / HOUR))),
  };
}

/** `23 – 29 Nov 2026`; month and year only once where they are the same. In the other languages both dates with their weekdays. */
export function formatWeek(monday: string, locale: string = DEFAULT_LOCALE): string {
  const sunday = addDays(monday, DAYS - 1);
  const [from, to] = [datePartsOf(monday, locale), datePartsOf(sunday, locale)];
  const isOneYear = from.year === to.year;
  if (locale !== DEFAULT_LOCALE) return `${isOneYear ? formatNearDate(monday, locale) : formatDate(monday, locale)} – ${formatDate(sunday, locale)}`;
  const end = `${to.day} ${to.month} ${to.year}`;
  if (!isOneYear) return `${from.day} ${from.month} ${from.year} – ${end}`;
  return from.month === to.month ? `${from.day} – ${end}` : `${from.day} ${from.month} – ${end}`;
}

/** As long as it lasts, because a repeated hour of the clock would end it before it begins. */
function getSpansOn(day: { start: Date; end: Date }, { startTime, endTime }: BookingView, zone: string): Span[] {
  const start = startTime > day.start ? startTime : day.start;
  const end = endTime < day.end ? endTime : day.end;
  if (start >= end) return [];
  const { minutes: from } = wallClock(start, zone);
  return [{ from, to: Math.min(DAY, from + (end.getTime() - start.getTime()) / MINUTE_MS) }];
}

function toDayOffSpan({ id, start, end, note }: DaysOffView): DayOffSpan {
  const [from, to] = [start, end].map((time) => (time === null ? null : minutesOf(time)));
  return { id, note, isWholeDay: start === null, from: from ?? 0, to: to ?? DAY };
}
