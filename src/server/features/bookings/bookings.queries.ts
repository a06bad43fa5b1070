import { and, asc, count, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { downwards } from '#db/columns.ts';
import { type Executor, only } from '#db/executor.ts';
import { bookings, bookingTopics } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { tutorContactColumns } from '#db/tutor-contact.ts';
import type { As, Ctx, SignedIn } from '#server/core/context.ts';
import { cursorFrom, pageBy, pageOf } from '#server/core/cursor.ts';
import type { BookingFilter, BookingsAnswer, BookingsInput, BookingsPage, BookingsQuery, BookingView } from '#shared/contracts/bookings.ts';
import type { Person } from '#shared/contracts/common.ts';
import { toRupees } from '#shared/domain/money.ts';
import { addDays, instantAt, wallClock } from '#shared/domain/zone.ts';
import { BOOKING_STATUSES, type BookingStatus, HOLDING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { UNKNOWN_STUDENT, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

const HOUR = 3_600_000;
const ALL_AT_MOST = 20;
const student = alias(users, 'student');
const tutor = alias(users, 'tutor');

type Topic = { id: string; name: string; description: string };

const studentFields = { id: student.id, name: student.name, email: student.email, profileImage: student.profileImage };
const tutorFields = { id: tutor.id, name: tutor.name, email: tutor.email, profileImage: tutor.profileImage };
const tutorContact = tutorContactColumns(tutor.email);

const topicsAsJson = sql<Topic[]>`coalesce((
  select json_agg(json_build_object('id', coalesce(${bookingTopics.topicId}::text, ''), 'name', ${bookingTopics.name}, 'description', ${bookingTopics.description}) order by ${bookingTopics.position})
  from ${bookingTopics} where ${bookingTopics.bookingId} = ${bookings.id}), '[]')`;

const isReviewed = sql<boolean>`exists (select from reviews where reviews.booking_id = ${bookings.id})`;

/** The newest request first, unless told otherwise. */
export function selectBookings(
  db: Executor,
  where: SQL | undefined,
  order: readonly SQL[] = [downwards(bookings.createdAt), downwards(bookings.id)],
) {
  return db
    .select({ booking: bookings, student: studentFields, tutor: tutorFields, tutorContact, topics: topicsAsJson, isReviewed })
    .from(bookings)
    .leftJoin(student, eq(student.id, bookings.studentId))
    .leftJoin(tutor, eq(tutor.id, bookings.tutorUserId))
    .leftJoin(tutorProfiles, eq(tutorProfiles.id, bookings.tutorId))
    .where(where)
    .orderBy(...order);
}
export type BookingRecord = Awaited<ReturnType<typeof selectBookings>>[number];

const removed = (name: string): Person => ({ id: '', name, email: '', profileImage: '' });

/**
 * What the two parties see. Where they meet and how to reach the tutor are shown once the tutor has accepted: anybody can send
 * requests, and would get round the limit of `tutors.contact` with them.
 */
export function toBookingView({ booking, student, tutor, tutorContact, topics, isReviewed }: BookingRecord): BookingView {
  const isAccepted = booking.status === 'confirmed' || booking.status === 'completed';
  const contact = isAccepted ? tutorContact : null;
  return {
    id: booking.id,
    status: booking.status,
    student: student ?? removed(UNKNOWN_STUDENT),
    tutor: {
      id: booking.tutorId ?? '',
      phone: contact?.phone ?? '',
      user: tutor ? { ...tutor, email: contact?.email ?? '' } : removed(UNKNOWN_TUTOR),
    },
    subject: { id: booking.subjectId ?? '', name: booking.subjectName },
    selectedTopics: topics,
    startTime: booking.startTime,
    endTime: booking.endTime,
    duration: (booking.endTime.getTime() - booking.startTime.getTime()) / HOUR,
    learningMethod: booking.learningMethod,
    amount: toRupees(booking.amountCents),
    paymentStatus: booking.paymentStatus,
    meetingLink: isAccepted ? booking.meetingLink : null,
    contactNumber: booking.contactNumber,
    childName: booking.childName,
    notes: booking.notes,
    address: isAccepted ? booking.address : '',
    cancellationReason: booking.cancellationReason,
    isReviewed,
    createdAt: booking.createdAt,
    updatedAt: booking.updatedAt,
  };
}

export async function bookingView(db: Executor, id: string): Promise<BookingView> {
  return toBookingView(only(await selectBookings(db, eq(bookings.id, id))));
}

const ofStudent = (ctx: As<'student'>): SQL => eq(bookings.studentId, ctx.actor.id);
export const ofTutor = (ctx: As<'tutor'>): SQL => eq(bookings.tutorUserId, ctx.actor.id);

/** To a student a request that waits is upcoming, too, as the overview counts it. */
export const bookingsForStudent = (ctx: As<'student'>, input: BookingsInput) => {
  const now = ctx.now();
  const isAhead = and(inArray(bookings.status, [...HOLDING_STATUSES]), gt(bookings.startTime, now));
  return page(ctx, and(ofStudent(ctx), input.filter === 'upcoming' ? isAhead : withFilter(ctx, input.filter, now)), input);
};
export const bookingsForTutor = (ctx: As<'tutor'>, input: BookingsInput) =>
  page(ctx, and(ofTutor(ctx), withFilter(ctx, input.filter, ctx.now())), input);
export const allForStudent = (ctx: As<'student'>, query: BookingsQuery) => all(ctx, ofStudent(ctx), query);
export const allForTutor = (ctx: As<'tutor'>, query: BookingsQuery) => all(ctx, ofTutor(ctx), query);

/** Newest first. */
export async function allForCaller({ db, actor }: SignedIn): Promise<BookingView[]> {
  const mine = actor.role === 'admin' ? undefined : or(eq(bookings.studentId, actor.id), eq(bookings.tutorUserId, actor.id));
  const records = await selectBookings(db, mine);
  return records.map((record) => (isPartyOf(record, actor.id) ? toBookingView(record) : asAdminsSee(record, toBookingView(record))));
}

export const isPartyOf = ({ booking }: BookingRecord, userId: string): boolean => userId === booking.studentId || userId === booking.tutorUserId;

/** Where the two meet is theirs alone; the phone and the address of the tutor's account are shown whatever the status is. */
export function asAdminsSee<V extends BookingView>({ tutor, tutorContact }: BookingRecord, view: V): V {
  return { ...view, meetingLink: null, address: '', tutor: { ...view.tutor, phone: tutorContact?.phone ?? '', user: tutor ?? view.tutor.user } };
}

/** What waits for somebody is read in the order of its time; the rest by its request, the newest first. */
const SOONEST_FIRST: readonly BookingFilter[] = ['pending', 'upcoming', 'ongoing', 'ended', 'today'];

async function page(ctx: Ctx, found: SQL | undefined, { filter, cursor, limit }: BookingsInput): Promise<BookingsPage> {
  if (SOONEST_FIRST.includes(filter)) {
    const rows = await selectBookings(ctx.db, and(found, beginningAfter(cursor)), [asc(bookings.startTime), asc(bookings.id)]).limit(limit + 1);
    const { shown, nextCursor } = pageBy(rows.map(toBookingView), limit, ({ startTime }) => startTime);
    return { bookings: shown, nextCursor };
  }
  const rows = await selectBookings(ctx.db, and(found, afterCursor(cursor))).limit(limit + 1);
  const { shown, nextCursor } = pageOf(rows.map(toBookingView), limit);
  return { bookings: shown, nextCursor };
}

async function all(ctx: Ctx, mine: SQL, { status, page, limit }: BookingsQuery): Promise<BookingsAnswer> {
  const where = and(mine, withStatus(status));
  if (page === undefined && limit === undefined) return { bookings: (await selectBookings(ctx.db, where)).map(toBookingView) };

  const size = limit ?? ALL_AT_MOST;
  const number = page ?? 1;
  const [rows, totals] = await Promise.all([
    selectBookings(ctx.db, where)
      .limit(size)
      .offset((number - 1) * size),
    ctx.db.select({ total: count() }).from(bookings).where(where),
  ]);
  const { total } = only(totals);
  return { bookings: rows.map(toBookingView), pagination: { page: number, pages: Math.ceil(total / size), total, limit: size } };
}

/** An unknown status has no bookings. */
function withStatus(status: string | undefined): SQL | undefined {
  if (status === undefined || status === '' || status === 'all') return undefined;
  const known = BOOKING_STATUSES.find((one) => one === status);
  return known ? eq(bookings.status, known) : sql`false`;
}

/** What a filter of a tutor's list shows; the counts go by the same. */
export function withFilter(ctx: Pick<Ctx, 'platform'>, filter: BookingFilter, now: Date): SQL | undefined {
  const confirmed = (when: SQL | undefined) => and(eq(bookings.status, 'confirmed' satisfies BookingStatus), when);
  switch (filter) {
    case 'all':
      return undefined;
    case 'upcoming':
      return confirmed(gt(bookings.startTime, now));
    case 'ongoing':
      return confirmed(and(lte(bookings.startTime, now), gt(bookings.endTime, now)));
    case 'ended':
      return confirmed(lte(bookings.endTime, now));
    case 'today': {
      const { zone } = ctx.platform;
      const { date } = wallClock(now, zone);
      return and(gte(bookings.startTime, instantAt(date, 0, zone)), lt(bookings.startTime, instantAt(addDays(date, 1), 0, zone)));
    }
    default:
      return eq(bookings.status, filter);
  }
}

function beginningAfter(cursor: string | null | undefined): SQL | undefined {
  if (!cursor) return undefined;
  const { at, id } = cursorFrom(cursor);
  return sql`(${bookings.startTime}, ${bookings.id}) > (${at}::timestamptz, ${id}::uuid)`;
}

function afterCursor(cursor: string | null | undefined): SQL | undefined {
  if (!cursor) return undefined;
  const { at, id } = cursorFrom(cursor);
  return sql`(${bookings.createdAt}, ${bookings.id}) < (${at}::timestamptz, ${id}::uuid)`;
}
