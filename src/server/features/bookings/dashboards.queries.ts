import { and, asc, count, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import type { Ctx, CtxAs } from '#server/core/context.ts';
import type {
  BookingCounts,
  BookingFilter,
  BookingsMonthInput,
  BookingsWeekInput,
  BookingView,
  EarningsView,
  StudentOverview,
} from '#shared/contracts/bookings.ts';
import { MONTH_STATUSES } from '#shared/domain/booking-month.ts';
import { type Earned, earningsOf } from '#shared/domain/earnings.ts';
import { toRupees } from '#shared/domain/money.ts';
import { monthSpan } from '#shared/domain/months.ts';
import { addDays, instantAt, wallClock } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import { OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { EARNINGS_MONTHS } from '#shared/vocabulary/limits.ts';
import { selectBookings, toBookingView, whereFilter, whereStudent, whereTutor } from './bookings.queries.ts';

const DAY = 86_400_000;
const DAYS_OF_WEEK = 7;
const MAX_IN_WEEK = 400;
/** More sessions than a tutor can hold in a month; only requests for the same hours could add to them. */
const MAX_IN_MONTH = 1000;
const MAX_NEXT = 5;

const BY_START = [asc(bookings.startTime), asc(bookings.id)];

export async function getBookingCounts(ctx: CtxAs<'tutor'>): Promise<BookingCounts> {
  const now = ctx.now();
  const countOf = (filter: BookingFilter) => sql`count(*) filter (where ${whereFilter(ctx, filter, now)})`.mapWith(Number);
  const counts = await ctx.db
    .select({
      total: count(),
      pending: countOf('pending'),
      upcoming: countOf('upcoming'),
      ongoing: countOf('ongoing'),
      ended: countOf('ended'),
      completed: countOf('completed'),
      cancelled: countOf('cancelled'),
      today: countOf('today'),
    })
    .from(bookings)
    .where(whereTutor(ctx));
  return only(counts);
}

export async function listBookingsInWeek(ctx: CtxAs<'tutor'>, { from }: BookingsWeekInput): Promise<BookingView[]> {
  const { zone } = ctx.platform;
  if (!isDate(from)) throw new DomainError('availability.range');
  const start = instantAt(from, 0, zone);
  const end = instantAt(addDays(from, DAYS_OF_WEEK), 0, zone);
  // No session lasts a day, so this range of the index has those that begin before the week, too.
  const isNear = and(gt(bookings.startTime, new Date(start.getTime() - DAY)), lt(bookings.startTime, end));
  const isShown = inArray(bookings.status, ['pending', 'confirmed', 'completed']);
  const rows = await selectBookings(ctx.db, and(whereTutor(ctx), isNear, gt(bookings.endTime, start), isShown), BY_START).limit(MAX_IN_WEEK);
  return rows.map(toBookingView);
}

export const listMonthForStudent = (ctx: CtxAs<'student'>, input: BookingsMonthInput) => listMonth(ctx, whereStudent(ctx), input);
export const listMonthForTutor = (ctx: CtxAs<'tutor'>, input: BookingsMonthInput) => listMonth(ctx, whereTutor(ctx), input);

/** What begins in the month. */
async function listMonth({ db, platform: { zone } }: Ctx, isOwn: SQL, { month }: BookingsMonthInput): Promise<BookingView[]> {
  const { from, until } = monthSpan(month, zone);
  const isWithin = and(gte(bookings.startTime, from), lt(bookings.startTime, until));
  const rows = await selectBookings(db, and(isOwn, isWithin, inArray(bookings.status, [...MONTH_STATUSES])), BY_START).limit(MAX_IN_MONTH);
  return rows.map(toBookingView);
}

export async function listNextSessions(ctx: CtxAs<'tutor'>): Promise<BookingView[]> {
  const isAhead = and(whereTutor(ctx), inArray(bookings.status, [...OCCUPYING_STATUSES]), gt(bookings.startTime, ctx.now()));
  const rows = await selectBookings(ctx.db, isAhead, BY_START).limit(MAX_NEXT);
  return rows.map(toBookingView);
}

export async function getEarnings(ctx: CtxAs<'tutor'>): Promise<EarningsView> {
  const { zone } = ctx.platform;
  const month = sql<string>`to_char(${bookings.startTime} at time zone ${zone}, 'YYYY-MM')`.as('month');
  const [groups, charges] = await Promise.all([
    ctx.db
      .select({ month, amount: bookings.amountCents, sessions: count() })
      .from(bookings)
      .where(and(whereTutor(ctx), eq(bookings.status, 'completed')))
      .groupBy(sql`1`, sql`2`),
    ctx.db
      .select({ retained: totalRetained })
      .from(bookings)
      .where(and(whereTutor(ctx), eq(bookings.status, 'cancelled'))),
  ]);
  const thisMonth = wallClock(ctx.now(), zone).date.slice(0, 7);
  const { total, months, ...amounts } = earningsOf(groups, { thisMonth, months: EARNINGS_MONTHS });
  return {
    thisMonth: toRupeeAmounts(amounts.thisMonth),
    total: toRupeeAmounts(total),
    cancellationCharges: toRupees(only(charges).retained),
    months: months.map(({ month, ...earned }) => ({ month, ...toRupeeAmounts(earned) })),
  };
}

const totalRetained: SQL<number> = sql`coalesce(sum(${bookings.retainedCents}), 0)`.mapWith(Number);

const toRupeeAmounts = ({ gross, fee, net, sessions }: Earned): EarningsView['total'] => ({
  gross: toRupees(gross),
  fee: toRupees(fee),
  net: toRupees(net),
  sessions,
});

function isDate(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) && date > '1900' && date < '9000';
}

/** Counts the favourites that `isPublic` allows. */
export async function getStudentOverview({ db, actor, now }: CtxAs<'student'>): Promise<StudentOverview> {
  const isAhead = whereAhead(actor.id, now());
  const countsQuery = sql`
    select (select count(*)::int from bookings where ${isAhead}) as upcoming,
      (select count(*)::int from bookings where student_id = ${actor.id} and status = 'completed') as completed,
      (
        select count(*)::int from favourites
        join tutor_profiles profile on profile.id = favourites.tutor_id
        join users person on person.id = profile.user_id
        where favourites.student_id = ${actor.id} and person.status = 'active' and profile.verification_status <> 'rejected'
      ) as favourites`;
  const [counts, next] = await Promise.all([
    db.execute<Omit<StudentOverview, 'next'>>(countsQuery),
    selectBookings(db, isAhead, [asc(bookings.startTime), asc(bookings.id)]).limit(1),
  ]);
  return { ...only([...counts]), next: next.map(toBookingView)[0] ?? null };
}

/** Written as in the exclusion constraint, so that its index is used. */
function whereAhead(studentId: string, now: Date): SQL | undefined {
  const isActive = sql`${bookings.studentId} = ${studentId} and ${bookings.status} in ('pending', 'confirmed')
    and tstzrange(${bookings.startTime}, ${bookings.endTime}, '[)') && tstzrange(${now.toISOString()}, null, '[)')`;
  return and(isActive, gt(bookings.startTime, now));
}
