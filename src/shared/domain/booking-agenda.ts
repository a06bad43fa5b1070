import type { BookingStatus, LearningMethod } from '#shared/vocabulary/bookings.ts';
import type { Weekday } from '#shared/vocabulary/weekdays.ts';
import type { Moment } from './booking-request.ts';
import { groupBy } from './groups.ts';
import { ENGLISH, type Texts } from './texts.ts';
import { addDays, daysBetween, formatDate, formatNearDate, formatTime, wallClock } from './zone.ts';

export type AgendaBooking = {
  status: BookingStatus;
  student: { id: string };
  tutor: { id: string };
  childName: string;
  subject: { id: string; name: string };
  learningMethod: LearningMethod;
  startTime: Date;
  endTime: Date;
};

/** One session, or several of the same in consecutive weeks. The key stays when the first of them leaves. */
export type AgendaEntry<T> = { key: string; bookings: [T, ...T[]] };
export type AgendaDay<T> = { date: string; entries: AgendaEntry<T>[] };

const DAYS_OF_WEEK = 7;
const YEAR = 'YYYY'.length;

/** Bookings in the order of their start, soonest first. Nothing stored ties the sessions of a series together. */
export function findSeries<T extends AgendaBooking>(bookings: readonly T[], zone: string): AgendaEntry<T>[] {
  const entries: AgendaEntry<T>[] = [];
  const latest = new Map<string, AgendaEntry<T>>();
  for (const booking of bookings) {
    const key = keyOf(booking, zone);
    const open = latest.get(key);
    if (open && isNextWeek(open.bookings, booking, zone)) {
      open.bookings.push(booking);
      continue;
    }
    const entry: AgendaEntry<T> = { key: open ? `${key} ${booking.startTime.getTime()}` : key, bookings: [booking] };
    latest.set(key, entry);
    entries.push(entry);
  }
  return entries;
}

export function toSingleEntries<T extends { id: string }>(bookings: readonly T[]): AgendaEntry<T>[] {
  return bookings.map((booking) => ({ key: booking.id, bookings: [booking] }));
}

/** Groups entries by the day on which they start, a series by its first session. Keeps the order. */
export function toDays<T extends { startTime: Date }>(entries: readonly AgendaEntry<T>[], zone: string): AgendaDay<T>[] {
  const dateOf = ({ bookings: [first] }: AgendaEntry<T>) => wallClock(first.startTime, zone).date;
  return groupBy(entries, dateOf).map((group) => ({ date: dateOf(group[0]), entries: group }));
}

/** `Today`, `Tomorrow`, `Yesterday`, or null. */
export function nearDayName(date: string, { now, zone }: Moment, t: Texts = ENGLISH): string | null {
  const { date: today } = wallClock(now, zone);
  if (date === today) return t`Today`;
  if (date === addDays(today, 1)) return t`Tomorrow`;
  return date === addDays(today, -1) ? t`Yesterday` : null;
}

/** `Thu, 3 Dec`; with the year if it is not the current one. */
export function formatAgendaDate(date: string, { now, zone }: Moment, locale?: string): string {
  const isThisYear = date.slice(0, YEAR) === wallClock(now, zone).date.slice(0, YEAR);
  return isThisYear ? formatNearDate(date, locale) : formatDate(date, locale);
}

/** `4 Mondays at 4:00 PM` */
export function formatSeries(bookings: readonly [AgendaBooking, ...AgendaBooking[]], zone: string, t: Texts = ENGLISH): string {
  const [{ startTime }] = bookings;
  const [count, time] = [bookings.length, formatTime(startTime, zone, t.locale)];
  const sentences: Record<Weekday, string> = {
    Monday: t`${count} Mondays at ${time}`,
    Tuesday: t`${count} Tuesdays at ${time}`,
    Wednesday: t`${count} Wednesdays at ${time}`,
    Thursday: t`${count} Thursdays at ${time}`,
    Friday: t`${count} Fridays at ${time}`,
    Saturday: t`${count} Saturdays at ${time}`,
    Sunday: t`${count} Sundays at ${time}`,
  };
  return sentences[wallClock(startTime, zone).weekday];
}

function keyOf({ status, student, tutor, childName, subject, learningMethod, startTime, endTime }: AgendaBooking, zone: string): string {
  const { weekday, minutes } = wallClock(startTime, zone);
  const length = endTime.getTime() - startTime.getTime();
  return JSON.stringify([status, student.id, tutor.id, childName, subject.id, subject.name, learningMethod, weekday, minutes, length]);
}

function isNextWeek(series: readonly { startTime: Date }[], { startTime }: { startTime: Date }, zone: string): boolean {
  const last = series.at(-1);
  return last !== undefined && daysBetween(wallClock(last.startTime, zone).date, wallClock(startTime, zone).date) === DAYS_OF_WEEK;
}
