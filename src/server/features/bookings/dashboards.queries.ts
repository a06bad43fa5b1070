import { and, asc, count, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { countPublicFavourites } from '#db/public-tutors.ts';
import { bookings } from '#db/schema/bookings.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
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
import { addDays, instantAt, isDate, wallClock } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import { OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { DAY_MS } from '#shared/vocabulary/durations.ts';
import { EARNINGS_MONTHS } from '#shared/vocabulary/limits.ts';
import {
  bookingFields,
  isNotOver,
  selectBookings,
  student,
  toBookingView,
  tutor,
  whereFilter,
  whereStudent,
  whereTutor,
} from './bookings.queries.ts';

const DAYS_OF_WEEK = 7;
const MAX_IN_WEEK = 400;
/** More sessions than fit into a month; only pending requests for the same hours could exceed it. */
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
  if (!isPlausibleDate(from)) throw new DomainError('availability.range');
  const start = instantAt(from, 0, zone);
  const end = instantAt(addDays(from, DAYS_OF_WEEK), 0, zone);
  // No session lasts a day, so this range of the index includes those that begin before the week and end in it.
  const isNear = and(gt(bookings.startTime, new Date(start.getTime() - DAY_MS)), lt(bookings.startTime, end));
  const isShown = inArray(bookings.status, ['pending', 'confirmed', 'completed']);
  const rows = await selectBookings(ctx.db, and(whereTutor(ctx), isNear, gt(bookings.endTime, start), isShown), BY_START).limit(MAX_IN_WEEK);
  return rows.map(toBookingView);
}

export const listMonthForStudent = (ctx: CtxAs<'student'>, input: BookingsMonthInput) => listMonth(ctx, whereStudent(ctx), input);
export const listMonthForTutor = (ctx: CtxAs<'tutor'>, input: BookingsMonthInput) => listMonth(ctx, whereTutor(ctx), input);

/** Sessions that begin in the month. */
async function listMonth({ db, platform: { zone } }: Ctx, isOwn: SQL, { month }: BookingsMonthInput): Promise<BookingView[]> {
  const { from, until } = monthSpan(month, zone);
  const isWithin = and(gte(bookings.startTime, from), lt(bookings.startTime, until));
  const rows = await selectBookings(db, and(isOwn, isWithin, inArray(bookings.status, [...MONTH_STATUSES])), BY_START).limit(MAX_IN_MONTH);
  return rows.map(toBookingView);
}

/** The session under way is the first of them: its link is what the tutor looks for when it begins. */
export async function listNextSessions(ctx: CtxAs<'tutor'>): Promise<BookingView[]> {
  const now = ctx.now();
  const isOpen = and(inArray(bookings.status, [...OCCUPYING_STATUSES]), isNotOver(now));
  const isExpected = or(eq(bookings.status, 'confirmed'), gt(bookings.startTime, now));
  const rows = await selectBookings(ctx.db, and(whereTutor(ctx), isOpen, isExpected), BY_START).limit(MAX_NEXT);
  return rows.map(toBookingView);
}

export async function getEarnings(ctx: CtxAs<'tutor'>): Promise<EarningsView> {
  const { zone } = ctx.platform;
  const isCompleted = sql`${bookings.status} = 'completed'`;
  // One row for all cancelled bookings.
  const rows = await ctx.db
    .select({
      month: sql<string | null>`case when ${isCompleted} then to_char(${bookings.startTime} at time zone ${zone}, 'YYYY-MM') end`,
      amount: sql<number | null>`case when ${isCompleted} then ${bookings.amountCents} end`,
      sessions: count(),
      retained: sql`coalesce(sum(${bookings.retainedCents}), 0)`.mapWith(Number),
    })
    .from(bookings)
    .where(and(whereTutor(ctx), inArray(bookings.status, ['completed', 'cancelled'])))
    .groupBy(sql`1`, sql`2`);
  const groups = rows.flatMap(({ month, amount, sessions }) => (month !== null && amount !== null ? [{ month, amount, sessions }] : []));
  const retained = rows.find(({ month }) => month === null)?.retained ?? 0;
  const thisMonth = wallClock(ctx.now(), zone).date.slice(0, 7);
  const { total, months, ...amounts } = earningsOf(groups, { thisMonth, months: EARNINGS_MONTHS });
  return {
    thisMonth: toRupeeAmounts(amounts.thisMonth),
    total: toRupeeAmounts(total),
    cancellationCharges: toRupees(retained),
    months: months.map(({ month, ...earned }) => ({ month, ...toRupeeAmounts(earned) })),
  };
}

const toRupeeAmounts = ({ gross, fee, net, sessions }: Earned): EarningsView['total'] => ({
  gross: toRupees(gross),
  fee: toRupees(fee),
  net: toRupees(net),
  sessions,
});

/** Between the years 1900 and 9000, where date arithmetic works. */
const isPlausibleDate = (text: string): boolean => isDate(text) && text > '1900' && text < '9000';

export async function getStudentOverview({ db, actor, now }: CtxAs<'student'>): Promise<StudentOverview> {
  const at = now();
  const isAhead = whereAhead(actor.id, at);
  const counts = sql`(
    select (select count(*)::int from bookings where ${isAhead}) as upcoming,
      (select count(*)::int from bookings where student_id = ${actor.id} and status = 'completed') as completed,
      ${countPublicFavourites(sql`${actor.id}`)} as favourites
  ) counts`;
  const firstOf = (where: SQL | undefined) =>
    sql`(select bookings.id from bookings where ${where} order by bookings.start_time, bookings.id limit 1)`;
  const rows = await db
    .select({
      ...bookingFields,
      upcoming: sql<number>`counts.upcoming`,
      completed: sql<number>`counts.completed`,
      favourites: sql<number>`counts.favourites`,
    })
    .from(counts)
    .leftJoin(bookings, sql`${bookings.id} = any(array[${firstOf(isAhead)}, ${firstOf(whereOngoing(actor.id, at))}])`)
    .leftJoin(student, eq(student.id, bookings.studentId))
    .leftJoin(tutor, eq(tutor.id, bookings.tutorUserId))
    .leftJoin(tutorProfiles, eq(tutorProfiles.id, bookings.tutorId));
  const shown = rows.flatMap(({ booking, ...row }) => (booking ? [toBookingView({ ...row, booking })] : []));
  const [{ upcoming, completed, favourites } = { upcoming: 0, completed: 0, favourites: 0 }] = rows;
  return {
    upcoming,
    completed,
    favourites,
    next: shown.find(({ startTime }) => startTime > at) ?? null,
    ongoing: shown.find(({ startTime }) => startTime <= at) ?? null,
  };
}

/** No session lasts a day, so the range of the index begins a day ago. */
const whereOngoing = (studentId: string, now: Date): SQL | undefined =>
  and(
    eq(bookings.studentId, studentId),
    eq(bookings.status, 'confirmed'),
    gt(bookings.startTime, new Date(now.getTime() - DAY_MS)),
    lte(bookings.startTime, now),
    gt(bookings.endTime, now),
  );

/** Written as in the exclusion constraint, so that its index is used. */
function whereAhead(studentId: string, now: Date): SQL | undefined {
  const isActive = sql`${bookings.studentId} = ${studentId} and ${bookings.status} in ('pending', 'confirmed')
    and tstzrange(${bookings.startTime}, ${bookings.endTime}, '[)') && tstzrange(${now.toISOString()}, null, '[)')`;
  return and(isActive, gt(bookings.startTime, now));
}
