import { and, asc, count, desc, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { tutorContactColumns } from '#db/accounts.ts';
import { buildOnce } from '#db/build-once.ts';
import { downwards } from '#db/columns.ts';
import { type Executor, only, prepareEach } from '#db/executor.ts';
import { bookings, bookingTopics } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { Ctx, CtxAs, SignedIn } from '#server/core/context.ts';
import { isAfterCursor, parseCursor, toPageBy } from '#server/core/cursor.ts';
import type { BookingFilter, BookingsAnswer, BookingsInput, BookingsPage, BookingsQuery, BookingView } from '#shared/contracts/bookings.ts';
import type { Person } from '#shared/contracts/common.ts';
import { toRupees } from '#shared/domain/money.ts';
import { addDays, instantAt, wallClock } from '#shared/domain/zone.ts';
import { BOOKING_STATUSES, type BookingStatus, OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { DAY_MS, HOUR_MS } from '#shared/vocabulary/durations.ts';
import { UNKNOWN_STUDENT, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

const DEFAULT_PAGE_SIZE = 20;
export const student = alias(users, 'student');
export const tutor = alias(users, 'tutor');

type Topic = { id: string; name: string; description: string };

const studentFields = { id: student.id, name: student.name, email: student.email, profileImage: student.profileImage };
const tutorFields = { id: tutor.id, name: tutor.name, email: tutor.email, profileImage: tutor.profileImage };
const tutorContact = tutorContactColumns(tutor.email);

const topicsAsJson = sql<Topic[]>`coalesce((
  select json_agg(json_build_object('id', coalesce(${bookingTopics.topicId}::text, ''), 'name', ${bookingTopics.name}, 'description', ${bookingTopics.description}) order by ${bookingTopics.position})
  from ${bookingTopics} where ${bookingTopics.bookingId} = ${bookings.id}), '[]')`;

const isReviewed = sql<boolean>`exists (select from reviews where reviews.booking_id = ${bookings.id})`;

export const bookingFields = { booking: bookings, student: studentFields, tutor: tutorFields, tutorContact, topics: topicsAsJson, isReviewed };

export function selectBookings(
  db: Executor,
  where: SQL | undefined,
  order: readonly SQL[] = [downwards(bookings.createdAt), downwards(bookings.id)],
) {
  return db
    .select(bookingFields)
    .from(bookings)
    .leftJoin(student, eq(student.id, bookings.studentId))
    .leftJoin(tutor, eq(tutor.id, bookings.tutorUserId))
    .leftJoin(tutorProfiles, eq(tutorProfiles.id, bookings.tutorId))
    .where(where)
    .orderBy(...order);
}
export type BookingRecord = Awaited<ReturnType<typeof selectBookings>>[number];

const toRemovedPerson = (name: string): Person => ({ id: '', name, email: '', profileImage: '' });

/**
 * A booking as its parties see it. Address, link and contact are hidden until the tutor accepts; otherwise a request would bypass the rate limit
 * of `tutors.contact`.
 */
export function toBookingView({ booking, student, tutor, tutorContact, topics, isReviewed }: BookingRecord): BookingView {
  const isAccepted = booking.status === 'confirmed' || booking.status === 'completed';
  const contact = isAccepted ? tutorContact : null;
  return {
    id: booking.id,
    status: booking.status,
    student: student ?? toRemovedPerson(UNKNOWN_STUDENT),
    tutor: {
      id: booking.tutorId ?? '',
      phone: contact?.phone ?? '',
      user: tutor ? { ...tutor, email: contact?.email ?? '' } : toRemovedPerson(UNKNOWN_TUTOR),
    },
    subject: { id: booking.subjectId ?? '', name: booking.subjectName },
    selectedTopics: topics,
    startTime: booking.startTime,
    endTime: booking.endTime,
    duration: (booking.endTime.getTime() - booking.startTime.getTime()) / HOUR_MS,
    learningMethod: booking.learningMethod,
    amount: toRupees(booking.amountCents),
    paymentStatus: booking.paymentStatus,
    meetingLink: isAccepted ? booking.meetingLink : null,
    contactNumber: booking.contactNumber,
    childName: booking.childName,
    notes: booking.notes,
    address: isAccepted ? booking.address : '',
    cancellationReason: booking.cancellationReason,
    cancelledBy: booking.cancelledBy,
    isReviewed,
    createdAt: booking.createdAt,
    updatedAt: booking.updatedAt,
  };
}

const bookingById = buildOnce((db) => selectBookings(db, eq(bookings.id, sql.placeholder('id')), []).prepare('booking_by_id'));

export async function getBookingView(db: Executor, id: string): Promise<BookingView> {
  return toBookingView(only(await bookingById(db).execute({ id })));
}

export const whereStudent = (ctx: CtxAs<'student'>): SQL => eq(bookings.studentId, ctx.actor.id);
export const whereTutor = (ctx: CtxAs<'tutor'>): SQL => eq(bookings.tutorUserId, ctx.actor.id);

export const listBookingsForStudent = (ctx: CtxAs<'student'>, input: BookingsInput) => {
  const now = ctx.now();
  const isOpen = inArray(bookings.status, [...OCCUPYING_STATUSES]);
  const open: { [F in BookingFilter]?: SQL | undefined } = {
    upcoming: and(isOpen, gt(bookings.startTime, now)),
    next: and(isOpen, isNotOver(now)),
  };
  return readPage(ctx, and(whereStudent(ctx), open[input.filter] ?? whereFilter(ctx, input.filter, now)), input);
};
export const listBookingsForTutor = (ctx: CtxAs<'tutor'>, input: BookingsInput) =>
  readPage(ctx, and(whereTutor(ctx), whereFilter(ctx, input.filter, ctx.now())), input);
export const listAllForStudent = (ctx: CtxAs<'student'>, query: BookingsQuery) => readAll(ctx, 'studentId', query);
export const listAllForTutor = (ctx: CtxAs<'tutor'>, query: BookingsQuery) => readAll(ctx, 'tutorUserId', query);

export async function listAllForCaller({ db, actor }: SignedIn): Promise<BookingView[]> {
  const isOwn = actor.role === 'admin' ? undefined : or(eq(bookings.studentId, actor.id), eq(bookings.tutorUserId, actor.id));
  const records = await selectBookings(db, isOwn);
  return records.map((record) => (isPartyOf(record, actor.id) ? toBookingView(record) : toAdminView(record, toBookingView(record))));
}

export const isPartyOf = ({ booking }: BookingRecord, userId: string): boolean => userId === booking.studentId || userId === booking.tutorUserId;

export function toAdminView<V extends BookingView>({ tutor, tutorContact }: BookingRecord, view: V): V {
  return { ...view, meetingLink: null, address: '', tutor: { ...view.tutor, phone: tutorContact?.phone ?? '', user: tutor ?? view.tutor.user } };
}

/** No session lasts a day, so the range of the index begins a day ago. */
export const isNotOver = (now: Date) => and(gt(bookings.startTime, new Date(now.getTime() - DAY_MS)), gt(bookings.endTime, now));

const SOONEST_FIRST: readonly BookingFilter[] = ['pending', 'confirmed', 'upcoming', 'ongoing', 'ended', 'today', 'next'];

async function readPage(ctx: Ctx, where: SQL | undefined, { filter, cursor, limit }: BookingsInput): Promise<BookingsPage> {
  const isUpwards = SOONEST_FIRST.includes(filter);
  const order = isUpwards ? [asc(bookings.startTime), asc(bookings.id)] : [desc(bookings.startTime), desc(bookings.id)];
  const rows = await selectBookings(ctx.db, and(where, continues(cursor, isUpwards)), order).limit(limit + 1);
  const { shown, nextCursor } = toPageBy(rows.map(toBookingView), limit, ({ startTime }) => startTime);
  return { bookings: shown, nextCursor };
}

type Party = 'studentId' | 'tutorUserId';
type AllShape = { party: Party; hasStatus: boolean };

const ofParty = ({ party, hasStatus }: AllShape) =>
  and(eq(bookings[party], sql.placeholder('me')), hasStatus ? eq(bookings.status, sql.placeholder('status')) : undefined);

const selectAllOfParty = prepareEach((db, shape: AllShape) => selectBookings(db, ofParty(shape)).prepare('bookings_of_party'));
const selectPageOfParty = prepareEach((db, shape: AllShape) =>
  selectBookings(db, ofParty(shape)).limit(sql.placeholder('limit')).offset(sql.placeholder('offset')).prepare('page_of_bookings_of_party'),
);
const countOfParty = prepareEach((db, shape: AllShape) =>
  db.select({ total: count() }).from(bookings).where(ofParty(shape)).prepare('count_of_bookings_of_party'),
);

/** No booking has an unknown status. */
async function readAll({ db, actor }: SignedIn, party: Party, { status, page, limit }: BookingsQuery): Promise<BookingsAnswer> {
  const isFiltered = status !== undefined && status !== '' && status !== 'all';
  const isKnown = !isFiltered || BOOKING_STATUSES.some((known) => known === status);
  const shape = { party, hasStatus: isFiltered };
  const values = { me: actor.id, status };
  if (page === undefined && limit === undefined) {
    const rows = isKnown ? await selectAllOfParty(db, shape).execute(values) : [];
    return { bookings: rows.map(toBookingView) };
  }

  const size = limit ?? DEFAULT_PAGE_SIZE;
  const pageNumber = page ?? 1;
  const [rows, totals] = isKnown
    ? await Promise.all([
        selectPageOfParty(db, shape).execute({ ...values, limit: size, offset: (pageNumber - 1) * size }),
        countOfParty(db, shape).execute(values),
      ])
    : [[], [{ total: 0 }]];
  const { total } = only(totals);
  return { bookings: rows.map(toBookingView), pagination: { page: pageNumber, pages: Math.ceil(total / size), total, limit: size } };
}

export function whereFilter(ctx: Pick<Ctx, 'platform'>, filter: BookingFilter, now: Date): SQL | undefined {
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
    case 'next':
      return confirmed(isNotOver(now));
    case 'past':
      return and(lt(bookings.startTime, now), or(eq(bookings.status, 'completed' satisfies BookingStatus), confirmed(lte(bookings.endTime, now))));
    default:
      return eq(bookings.status, filter);
  }
}

function continues(cursor: string | null | undefined, isUpwards: boolean): SQL | undefined {
  if (!cursor) return undefined;
  const after = parseCursor(cursor);
  if (!isUpwards) return isAfterCursor(bookings.startTime, bookings.id, after);
  return sql`(${bookings.startTime}, ${bookings.id}) > (${after.at}::timestamptz, ${after.id}::uuid)`;
}
