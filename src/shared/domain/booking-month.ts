import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import { addMonths, monthOf, nameOfMonth } from './months.ts';
import { ENGLISH, type Texts } from './texts.ts';
import { addDays, daysBetween, isDate, wallClock, weekdayOf } from './zone.ts';

const DAYS_OF_WEEK = 7;

/** In the order in which a day shows them. Cancelled bookings are not shown. */
export const MONTH_STATUSES = ['confirmed', 'pending', 'completed'] as const satisfies readonly BookingStatus[];

/** The month of the requested day, else the requested month, else the current one. Ignores what is no date of this century. */
export function findMonth(search: { month?: string | undefined; day?: string | undefined }, now: Date, zone: string) {
  if (search.day && isDateOfThisCentury(search.day)) return { month: monthOf(search.day), day: search.day };
  const isMonth = search.month !== undefined && isDateOfThisCentury(`${search.month}-01`);
  return { month: isMonth && search.month ? search.month : monthOf(wallClock(now, zone).date), day: null };
}

/** Weeks from Monday; null for days of the previous and the next month. */
export function toMonthWeeks(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const start = addDays(first, -((new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % DAYS_OF_WEEK));
  const weeks = Math.ceil(daysBetween(start, `${addMonths(month, 1)}-01`) / DAYS_OF_WEEK);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_OF_WEEK }, (_, day) => addDays(start, week * DAYS_OF_WEEK + day)).map((date) =>
      monthOf(date) === month ? date : null,
    ),
  );
}

type MonthBooking = { startTime: Date; status: BookingStatus };

/** Groups bookings by the day on which they start. */
export function groupByDay<T extends MonthBooking>(bookings: readonly T[], zone: string): ReadonlyMap<string, T[]> {
  const days = new Map<string, T[]>();
  for (const booking of bookings) {
    const { date } = wallClock(booking.startTime, zone);
    days.set(date, [...(days.get(date) ?? []), booking]);
  }
  return days;
}

export function countStatuses(bookings: readonly MonthBooking[]): { status: (typeof MONTH_STATUSES)[number]; count: number }[] {
  const countOf = (status: BookingStatus) => bookings.filter((booking) => booking.status === status).length;
  return MONTH_STATUSES.map((status) => ({ status, count: countOf(status) })).filter(({ count }) => count > 0);
}

/** `Thursday 3 December, 2 sessions: 1 confirmed, 1 pending`; the day alone while its sessions are not known. */
export function formatMonthDay(date: string, bookings: readonly MonthBooking[] | undefined, t: Texts = ENGLISH): string {
  const [weekday, day, month] = [t.of(weekdayOf(date)), Number(date.slice(-2)), nameOfMonth(monthOf(date), t.locale)];
  const name = t`${weekday} ${day} ${month}`;
  if (!bookings) return name;
  if (bookings.length === 0) return t`${name}, no sessions`;
  const counts = countStatuses(bookings).map((counted) => describeCount(counted, t));
  return bookings.length === 1 ? t`${name}, 1 session: ${counts.join(', ')}` : t`${name}, ${bookings.length} sessions: ${counts.join(', ')}`;
}

function describeCount({ status, count }: ReturnType<typeof countStatuses>[number], t: Texts): string {
  const counts: Record<typeof status, string> = {
    confirmed: t`${count} confirmed`,
    pending: t`${count} pending`,
    completed: t`${count} completed`,
  };
  return counts[status];
}

/** The day that a month shows at first: today, else the first day with a session, else the first of the month. */
export function defaultDay(month: string, busyDays: readonly string[], today: string): string {
  return monthOf(today) === month ? today : (busyDays.toSorted()[0] ?? `${month}-01`);
}

/** The date to which a key of the ARIA grid pattern moves, or null. */
export function dayAfterKey(key: string, date: string): string | null {
  const fromMonday = daysBetween('2001-01-01', date) % DAYS_OF_WEEK;
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -DAYS_OF_WEEK,
    ArrowDown: DAYS_OF_WEEK,
    Home: -fromMonday,
    End: DAYS_OF_WEEK - 1 - fromMonday,
  };
  const step = steps[key];
  if (step !== undefined) return addDays(date, step);
  if (key === 'PageUp') return sameDayOf(addMonths(monthOf(date), -1), date);
  return key === 'PageDown' ? sameDayOf(addMonths(monthOf(date), 1), date) : null;
}

/** The same day of another month, or its last day if the month is too short. */
function sameDayOf(month: string, date: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}-${date.slice(-2)}`;
  return same < last ? same : last;
}

/** Only dates of this century: far beyond it neither date arithmetic nor the server works. */
export const isDateOfThisCentury = (text: string): boolean => text.startsWith('20') && isDate(text);
