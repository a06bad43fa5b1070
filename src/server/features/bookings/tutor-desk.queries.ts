import { and, asc, count, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import type { As } from '#server/core/context.ts';
import type { BookingCounts, BookingFilter, BookingsWeekInput, BookingView, EarningsView } from '#shared/contracts/bookings.ts';
import { type Earned, earningsOf as earningsFrom } from '#shared/domain/earnings.ts';
import { toRupees } from '#shared/domain/money.ts';
import { addDays, instantAt, wallClock } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import { HOLDING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { EARNINGS_MONTHS } from '#shared/vocabulary/limits.ts';
import { ofTutor, selectBookings, toBookingView, withFilter } from './bookings.queries.ts';

const DAY = 86_400_000;
const DAYS_OF_WEEK = 7;
const WEEK_AT_MOST = 400;
const NEXT_AT_MOST = 5;

const BY_START = [asc(bookings.startTime), asc(bookings.id)];

/** By the filters of the tutor's list, all at one moment. */
export async function bookingCountsOf(ctx: As<'tutor'>): Promise<BookingCounts> {
  const now = ctx.now();
  const counted = (filter: BookingFilter) => sql`count(*) filter (where ${withFilter(ctx, filter, now)})`.mapWith(Number);
  const counts = await ctx.db
    .select({
      total: count(),
      pending: counted('pending'),
      upcoming: counted('upcoming'),
      ongoing: counted('ongoing'),
      ended: counted('ended'),
      completed: counted('completed'),
      cancelled: counted('cancelled'),
      today: counted('today'),
    })
    .from(bookings)
    .where(ofTutor(ctx));
  return only(counts);
}

/** What takes time of the tutor in the seven days from this date on, earliest first. */
export async function bookingsInWeek(ctx: As<'tutor'>, { from }: BookingsWeekInput): Promise<BookingView[]> {
  const { zone } = ctx.platform;
  if (!isDate(from)) throw new DomainError('availability.range');
  const start = instantAt(from, 0, zone);
  const end = instantAt(addDays(from, DAYS_OF_WEEK), 0, zone);
  // No session lasts a day: the index finds those that began before the week and reach into it, too.
  const isNear = and(gt(bookings.startTime, new Date(start.getTime() - DAY)), lt(bookings.startTime, end));
  const isShown = inArray(bookings.status, ['pending', 'confirmed', 'completed']);
  const rows = await selectBookings(ctx.db, and(ofTutor(ctx), isNear, gt(bookings.endTime, start), isShown), BY_START).limit(WEEK_AT_MOST);
  return rows.map(toBookingView);
}

export async function nextSessions(ctx: As<'tutor'>): Promise<BookingView[]> {
  const isAhead = and(ofTutor(ctx), inArray(bookings.status, [...HOLDING_STATUSES]), gt(bookings.startTime, ctx.now()));
  const rows = await selectBookings(ctx.db, isAhead, BY_START).limit(NEXT_AT_MOST);
  return rows.map(toBookingView);
}

/** Of completed sessions, by the month in which they began; what cancellations retained stands apart. */
export async function earningsOf(ctx: As<'tutor'>): Promise<EarningsView> {
  const { zone } = ctx.platform;
  const month = sql<string>`to_char(${bookings.startTime} at time zone ${zone}, 'YYYY-MM')`.as('month');
  const [groups, charges] = await Promise.all([
    ctx.db
      .select({ month, amount: bookings.amountCents, sessions: count() })
      .from(bookings)
      .where(and(ofTutor(ctx), eq(bookings.status, 'completed')))
      .groupBy(sql`1`, sql`2`),
    ctx.db
      .select({ retained: retainedInAll })
      .from(bookings)
      .where(and(ofTutor(ctx), eq(bookings.status, 'cancelled'))),
  ]);
  const thisMonth = wallClock(ctx.now(), zone).date.slice(0, 7);
  const { total, months, ...figures } = earningsFrom(groups, { thisMonth, months: EARNINGS_MONTHS });
  return {
    thisMonth: inRupees(figures.thisMonth),
    total: inRupees(total),
    cancellationCharges: toRupees(only(charges).retained),
    months: months.map(({ month, ...earned }) => ({ month, ...inRupees(earned) })),
  };
}

const retainedInAll: SQL<number> = sql`coalesce(sum(${bookings.retainedCents}), 0)`.mapWith(Number);

const inRupees = ({ gross, fee, net, sessions }: Earned): EarningsView['total'] => ({
  gross: toRupees(gross),
  fee: toRupees(fee),
  net: toRupees(net),
  sessions,
});

/** A date of the calendar, in years that the database and the calendar of JavaScript both know. */
function isDate(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) && date > '1900' && date < '9000';
}
