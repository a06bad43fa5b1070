import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { type Executor, only } from '#db/executor.ts';
import { lockForRequest, withLocks } from '#db/locks.ts';
import { insertOnce } from '#db/rows.ts';
import type { ScheduleRow } from '#db/schedule.ts';
import { bookings, bookingTopics } from '#db/schema/bookings.ts';
import type { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { requireActive } from '#server/core/active-account.ts';
import { type CtxAs, requireRole, type SignedIn } from '#server/core/context.ts';
import { runIdempotent } from '#server/core/idempotency.ts';
import { byId, isUuid, uuids } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type {
  BookingView,
  CancelBookingInput,
  ChangeStatusInput,
  RequestBookingInput,
  SetBookingStatusInput,
  SetMeetingLinkInput,
} from '#shared/contracts/bookings.ts';
import type { Person } from '#shared/contracts/common.ts';
import { toBookable } from '#shared/domain/bookable.ts';
import { type Transition, transitionProblem } from '#shared/domain/booking-lifecycle.ts';
import { bookingProblem, pendingProblem, requestedHours, type SessionRequest } from '#shared/domain/booking-request.ts';
import { retainedOf } from '#shared/domain/cancellation.ts';
import { blockedTimes } from '#shared/domain/days-off.ts';
import { endOf, type Interval, isOverlapping } from '#shared/domain/free-times.ts';
import { canHaveLink, linkFrom } from '#shared/domain/meeting-link.ts';
import { toCents } from '#shared/domain/money.ts';
import { refusalFor } from '#shared/domain/notice.ts';
import { sessionPrice } from '#shared/domain/rates.ts';
import { canVisit } from '#shared/domain/tutor-visibility.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import { tooMany } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { findTutorToRequest, listTakenTimesOfBoth, slotTakenError } from './booking-checks.queries.ts';
import { getBookingView, toBookingView } from './bookings.queries.ts';
import { type BookingRow, lockForTransition, toBookingEvent, transitionBookings } from './bookings.steps.ts';

const ROOM_NAME_BYTES = 18;

const insertBooking = insertOnce(bookings, (insert) => sql`${insert} on conflict do nothing returning id`);

type SessionInput = Omit<RequestBookingInput, 'idempotencyKey' | 'maxAmount'>;

export function requestBooking(ctx: CtxAs<'student'>, { idempotencyKey: key, maxAmount, ...input }: RequestBookingInput): Promise<BookingView> {
  return runIdempotent(
    ctx,
    // Without `maxAmount`: the price on screen may have changed since a try whose answer was lost, and that try is still the same request.
    { key, body: input },
    { work: (unit) => insertRequest(unit, input, maxAmount), toStored: toStored, fromStored: ({ db }, stored) => toRequestedView(db, stored) },
  );
}

const toStored = ({ id, startTime, endTime, amount, paymentStatus }: BookingView) => ({ id, startTime, endTime, amount, paymentStatus });

async function toRequestedView(db: Executor, stored: ReturnType<typeof toStored>): Promise<BookingView> {
  const view = await getBookingView(db, stored.id);
  const pending = {
    status: 'pending',
    meetingLink: null,
    address: '',
    cancellationReason: null,
    cancelledBy: null,
    isReviewed: false,
    updatedAt: view.createdAt,
  } as const;
  const tutor = { ...view.tutor, phone: '', user: view.tutor.user && { ...view.tutor.user, email: '' } };
  return { ...view, ...stored, ...pending, tutor };
}

async function insertRequest(
  { db, actor, now, platform, record }: Unit<CtxAs<'student'>>,
  input: SessionInput,
  maxAmount: number | undefined,
): Promise<BookingView> {
  const moment = { now: now(), zone: platform.zone };
  const parties = { studentId: actor.id, tutorId: input.tutorId };
  if (!isUuid(input.tutorId)) throw new DomainError('tutor.not_found');
  // Sent in one packet; PostgreSQL runs the second statement after it has waited for the locks of the first.
  const [{ accounts, isSerialized }, tutor] = await Promise.all([
    lockForRequest(db, parties),
    findTutorToRequest(db, { ...parties, today: wallClock(moment.now, moment.zone).date, now: moment.now }),
  ]);
  const student = requireActive(accounts, actor);
  if (!tutor) throw new DomainError('tutor.not_found');
  const blocked = blockedTimes(tutor.daysOff, moment.zone);
  const bookable = { ...toBookable(tutor), blocked, isHomeVisitBlocked: !canVisit(tutor, platform) };
  const { subjectId, startTime: start, learningMethod: method } = input;
  const request: SessionRequest = { subjectId, start, end: input.endTime, hours: input.duration, method };
  const problem = bookingProblem(bookable, request, moment);
  if (problem) throw new DomainError(problem, refusalFor(problem, tutor.minimumNoticeHours));

  const subject = only(bookable.subjects.filter(({ id }) => id === subjectId));
  const hours = requestedHours(request);
  const amountCents = sessionPrice(subject.modes, method, hours);
  if (amountCents === null) throw new DomainError('booking.mode_unavailable');
  if (maxAmount !== undefined && amountCents > toCents(maxAmount)) throw new DomainError('booking.price_changed');
  const isEmailConfirmed = student.emailVerifiedAt !== null;
  const pendingError = pendingProblem(tutor.pending, isEmailConfirmed);
  if (pendingError) throw new DomainError(pendingError);
  const listTaken = () => listTakenTimesOfBoth(db, { studentId: actor.id, now: moment.now }, tutor);
  const takenError = (taken: readonly Interval[]) =>
    slotTakenError({ week: subject.week, hours, taken, blocked, minimumNoticeHours: tutor.minimumNoticeHours, ...moment }, start);
  if (tutor.bufferMinutes > 0) {
    // The exclusion constraint does not include the buffer, which may have been set after the profile was read.
    if (!isSerialized) await withLocks(db, { tutors: { noKeyUpdate: byId(tutorProfiles.id, input.tutorId) } });
    const taken = await listTaken();
    if (isOverlapping({ start, end: endOf(start, hours) }, taken)) throw takenError(taken);
  }
  const subjectName = only(tutor.subjects.filter(({ id }) => id === subjectId)).name;
  const booking = toPendingRow(input, { student, tutor, subjectName, hours, amountCents, at: moment.now });
  const inserted = await db.execute(insertBooking([booking]));
  if (inserted.length === 0) throw takenError(await listTaken());
  const topics = await saveTopics(db, { bookingId: booking.id, subjectId, topicIds: input.selectedTopics });
  record({ type: 'booking.requested', booking: toBookingEvent(booking) });
  const tutorAccount = accounts.find(({ id }) => id === tutor.userId);
  const people = { student: toPerson(student), tutor: tutorAccount ? toPerson(tutorAccount) : null };
  return toBookingView({ booking, ...people, tutorContact: null, topics, isReviewed: false });
}

const toPerson = ({ id, name, email, profileImage }: Person): Person => ({ id, name, email, profileImage });

type Agreed = {
  student: Pick<typeof users.$inferSelect, 'id' | 'childName'>;
  tutor: Pick<ScheduleRow, 'id' | 'userId'>;
  subjectName: string;
  hours: number;
  amountCents: number;
  at: Date;
};

function toPendingRow(
  { subjectId, startTime, learningMethod, contactNumber, notes, address }: SessionInput,
  { student, tutor, subjectName, hours, amountCents, at }: Agreed,
): BookingRow {
  return {
    id: uuidV7(at.getTime()),
    studentId: student.id,
    tutorUserId: tutor.userId,
    tutorId: tutor.id,
    subjectId,
    subjectName,
    status: 'pending',
    startTime,
    endTime: endOf(startTime, hours),
    learningMethod,
    amountCents,
    paymentStatus: 'pending',
    contactNumber,
    childName: student.childName,
    notes,
    address: learningMethod === 'individual' ? address : '',
    ...NOT_YET,
    createdAt: at,
    updatedAt: at,
  };
}

const NOT_YET = {
  meetingLink: null,
  cancellationReason: null,
  cancelledBy: null,
  refundCents: null,
  retainedCents: null,
  platformFeeCents: null,
  confirmedAt: null,
  completedAt: null,
  cancelledAt: null,
  sequence: 0,
  remindedHours: null,
} as const;

type TopicSelection = { bookingId: string; subjectId: string; topicIds: readonly string[] };

async function saveTopics(db: Executor, { bookingId, subjectId, topicIds }: TopicSelection): Promise<BookingView['selectedTopics']> {
  if (topicIds.length === 0) return [];
  const stored = await db.execute<BookingView['selectedTopics'][number] & { position: number }>(sql`
    insert into ${bookingTopics} (booking_id, position, topic_id, name, description)
    select ${bookingId}::uuid, row_number() over (order by min(selected.position)), topic.id, topic.name, topic.description
    from unnest(${sql.param(uuids(topicIds))}::uuid[]) with ordinality as selected (id, position)
    join topics topic on topic.id = selected.id and topic.subject_id = ${subjectId}::uuid and topic.is_active
    group by topic.id
    returning position, topic_id as id, name, description`);
  const max = LIMITS.topicsPerBooking;
  if (stored.length > max) throw new DomainError('request.invalid', { field: 'selectedTopics' }, tooMany('Topics', max));
  return [...stored].sort((one, other) => one.position - other.position).map(({ id, name, description }) => ({ id, name, description }));
}

export function setBookingStatus(ctx: CtxAs<'tutor'>, input: SetBookingStatusInput): Promise<BookingView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, platform } = unit;
    const isOwn = and(byId(bookings.id, input.id), eq(bookings.tutorUserId, actor.id));
    const booking = await lockForTransition(db, isOwn);
    if (!booking) throw new DomainError('booking.not_found');
    const transition: Transition = { by: 'tutor', to: input.status, reason: input.reason };
    const problem = transitionProblem(booking, transition, now());
    if (problem) throw new DomainError(problem);

    const hasLink = canHaveLink({ status: input.status, learningMethod: booking.learningMethod });
    const meetingLink = hasLink ? (input.meetingLink ?? createMeetingLink(platform.meetingUrlTemplate)) : undefined;
    await transitionBookings(unit, [booking], { ...transition, meetingLink });
    return getBookingView(db, booking.id);
  });
}

export function cancelBooking(ctx: CtxAs<'student'>, { id, reason, maxRetained }: CancelBookingInput): Promise<BookingView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now } = unit;
    const booking = await lockForTransition(db, and(byId(bookings.id, id), eq(bookings.studentId, actor.id)));
    if (!booking) throw new DomainError('booking.not_found');
    const transition: Transition = { by: 'student', to: 'cancelled', reason };
    const problem = transitionProblem(booking, transition, now());
    if (problem) throw new DomainError(problem);
    const retained = retainedOf(booking.amountCents, { by: 'student', status: booking.status, startTime: booking.startTime, now: now() });
    if (maxRetained !== undefined && retained > toCents(maxRetained)) throw new DomainError('booking.terms_changed');
    await transitionBookings(unit, [booking], transition);
    return getBookingView(db, booking.id);
  });
}

export async function changeStatus(ctx: SignedIn, { id, status, reason }: ChangeStatusInput): Promise<BookingView> {
  switch (ctx.actor.role) {
    case 'tutor':
      return setBookingStatus({ ...ctx, actor: requireRole('tutor', ctx, undefined) }, { id, status, reason });
    case 'student': {
      const student = { ...ctx, actor: requireRole('student', ctx, undefined) };
      if (status === 'cancelled') return cancelBooking(student, { id, reason });
      throw new DomainError((await isOwnBooking(student, id)) ? 'booking.only_tutors_move' : 'booking.not_found');
    }
    case 'admin':
      throw new DomainError('booking.view_only');
    case null:
      throw new DomainError('auth.role');
  }
}

async function isOwnBooking({ db, actor }: CtxAs<'student'>, id: string): Promise<boolean> {
  const [booking] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(byId(bookings.id, id), eq(bookings.studentId, actor.id)));
  return booking !== undefined;
}

export function setMeetingLink(ctx: CtxAs<'tutor'>, { id, meetingLink }: SetMeetingLinkInput): Promise<BookingView> {
  return inUnitOfWork(ctx, async ({ db, actor, now, record }) => {
    const isOwn = and(byId(bookings.id, id), eq(bookings.tutorUserId, actor.id));
    const {
      bookings: [booking],
    } = await withLocks(db, { bookings: { update: isOwn } });
    if (!booking) throw new DomainError('booking.not_found');
    if (!canHaveLink(booking)) throw new DomainError('booking.no_link');
    await db
      .update(bookings)
      .set({ meetingLink, updatedAt: now(), sequence: sql`${bookings.sequence} + 1` })
      .where(eq(bookings.id, booking.id));
    record({ type: 'booking.link_changed', booking: toBookingEvent(booking) });
    return getBookingView(db, booking.id);
  });
}

/** Anyone with the link can join, so the room name must not be guessable. */
function createMeetingLink(template: string): string {
  return linkFrom(template, `vidya-${randomBytes(ROOM_NAME_BYTES).toString('hex')}`);
}
