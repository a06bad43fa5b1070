import { and, eq, sql } from 'drizzle-orm';
import { type Executor, only } from '#db/executor.ts';
import { lockBookings, lockRequesting, lockTutors, shareUsers } from '#db/locks.ts';
import { bookings, bookingTopics } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { As } from '#server/core/context.ts';
import { once } from '#server/core/idempotency.ts';
import { byId, uuids } from '#server/core/ids.ts';
import { demandStanding } from '#server/core/standing.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { BookingView, RequestBookingInput, SetBookingStatusInput } from '#shared/contracts/bookings.ts';
import { toBookable } from '#shared/domain/bookable.ts';
import { type Move, moveProblem } from '#shared/domain/booking-lifecycle.ts';
import { bookingProblem, type Wish, wishHours } from '#shared/domain/booking-request.ts';
import { blockedTimes } from '#shared/domain/days-off.ts';
import { endOf } from '#shared/domain/free-times.ts';
import { canVisit } from '#shared/domain/home-visits.ts';
import { canHaveLink } from '#shared/domain/meeting-link.ts';
import { pendingProblem } from '#shared/domain/pending-requests.ts';
import { priceOf } from '#shared/domain/rates.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import { tooMany } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { pendingRequests, slotTaken, takenFor, tutorForBooking } from './booking-checks.queries.ts';
import { moveBookings, newsOf } from './bookings.steps.ts';
import { bookingView } from './bookings.queries.ts';
import { newMeetingLink } from './meeting-link.commands.ts';

/** Asks a tutor for a session; whoever comes second for a time is told so by the database. */
export function requestBooking(ctx: As<'student'>, { idempotencyKey: key, ...input }: RequestBookingInput): Promise<BookingView> {
  return once(ctx, { key, body: input }, { work: (unit) => request(unit, input), toKept, fromKept: ({ db }, kept) => asRequested(db, kept) });
}

/** What of a request another change could move; all else of its answer is so still, or is read again. */
const toKept = ({ id, startTime, endTime, amount, paymentStatus }: BookingView) => ({ id, startTime, endTime, amount, paymentStatus });

/** As it was answered, whatever has become of it; of people what they are now. */
async function asRequested(db: Executor, kept: ReturnType<typeof toKept>): Promise<BookingView> {
  const view = await bookingView(db, kept.id);
  const asked = {
    status: 'pending',
    meetingLink: null,
    address: '',
    cancellationReason: null,
    isReviewed: false,
    updatedAt: view.createdAt,
  } as const;
  // How to reach the tutor is shown once they have accepted.
  const tutor = { ...view.tutor, phone: '', user: view.tutor.user && { ...view.tutor.user, email: '' } };
  return { ...view, ...kept, ...asked, tutor };
}

async function request(
  { db, actor, now, platform, record }: Unit<As<'student'>>,
  input: Omit<RequestBookingInput, 'idempotencyKey'>,
): Promise<BookingView> {
  const moment = { now: now(), zone: platform.zone };
  const [profile] = await db.select({ userId: tutorProfiles.userId }).from(tutorProfiles).where(byId(tutorProfiles.id, input.tutorId));
  const student = await lockRequesting(db, { studentId: actor.id, tutorUserId: profile?.userId ?? null });
  demandStanding(student, actor);
  const tutor = await tutorForBooking(db, { tutorId: input.tutorId, today: wallClock(moment.now, moment.zone).date });
  const blocked = blockedTimes(tutor.daysOff, moment.zone);
  const bookable = { ...toBookable(tutor), blocked, isKeptFromVisits: !canVisit(tutor, platform) };
  const { subjectId, startTime: start, learningMethod: method } = input;
  const wish: Wish = { subjectId, start, end: input.endTime, hours: input.duration, method };
  const problem = bookingProblem(bookable, wish, moment);
  if (problem) throw new DomainError(problem);

  const subject = only(bookable.subjects.filter(({ id }) => id === subjectId));
  const hours = wishHours(wish);
  const amountCents = priceOf(subject.modes, method, hours);
  if (amountCents === null) throw new DomainError('booking.mode_unavailable');
  const isEmailConfirmed = student.some(({ emailVerifiedAt }) => emailVerifiedAt !== null);
  const surplus = pendingProblem(await pendingRequests(db, { studentId: actor.id, tutorUserId: tutor.userId, now: moment.now }), isEmailConfirmed);
  if (surplus) throw new DomainError(surplus);
  const made = await db
    .insert(bookings)
    .values({
      studentId: actor.id,
      tutorUserId: tutor.userId,
      tutorId: tutor.id,
      subjectId,
      subjectName: only(tutor.subjects.filter(({ id }) => id === subjectId)).name,
      startTime: start,
      endTime: endOf(start, hours),
      learningMethod: method,
      amountCents,
      contactNumber: input.contactNumber,
      childName: sql`coalesce((select child_name from users where id = ${actor.id}), '')`,
      notes: input.notes,
      address: method === 'individual' ? input.address : '',
      createdAt: moment.now,
      updatedAt: moment.now,
    })
    .onConflictDoNothing()
    .returning();
  const [booking] = made;
  if (!booking) {
    const taken = await takenFor(db, { tutorUserId: tutor.userId, studentId: actor.id, now: moment.now });
    throw slotTaken({ week: subject.week, hours, taken, blocked, ...moment }, start);
  }
  await keepTopics(db, { bookingId: booking.id, subjectId, topicIds: input.selectedTopics });
  record({ type: 'booking.requested', booking: newsOf(booking) });
  return bookingView(db, booking.id);
}

/** Confirms, cancels or completes one of the tutor's own bookings. */
export function setBookingStatus(ctx: As<'tutor'>, input: SetBookingStatusInput): Promise<BookingView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, platform } = unit;
    const mine = and(byId(bookings.id, input.id), eq(bookings.tutorUserId, actor.id));
    const student = sql`select ${bookings.studentId} from ${bookings} where ${mine}`;
    await shareUsers(db, sql`${users.id} = any(array[${actor.id}::uuid, (${student})])`); // both are told of it
    await lockTutors(db, eq(tutorProfiles.userId, actor.id)); // a move changes the tutor's figures
    const [booking] = await lockBookings(db, mine);
    if (!booking) throw new DomainError('booking.not_found');
    const move: Move = { by: 'tutor', to: input.status, reason: input.reason };
    const problem = moveProblem(booking, move, now());
    if (problem) throw new DomainError(problem);

    const isMeeting = canHaveLink({ status: input.status, learningMethod: booking.learningMethod });
    const meetingLink = isMeeting ? (input.meetingLink ?? newMeetingLink(platform.meetingUrlTemplate)) : undefined;
    await moveBookings(unit, [booking], { ...move, meetingLink });
    return bookingView(db, booking.id);
  });
}

type Topics = { bookingId: string; subjectId: string; topicIds: readonly string[] };

/** Copied as they read today; ids that are no topics of the subject are left out, and do not count. */
async function keepTopics(db: Executor, { bookingId, subjectId, topicIds }: Topics): Promise<void> {
  if (topicIds.length === 0) return;
  const kept = await db.execute(sql`
    insert into ${bookingTopics} (booking_id, position, topic_id, name, description)
    select ${bookingId}::uuid, row_number() over (order by min(wanted.position)), topic.id, topic.name, topic.description
    from unnest(${sql.param(uuids(topicIds))}::uuid[]) with ordinality as wanted (id, position)
    join topics topic on topic.id = wanted.id and topic.subject_id = ${subjectId}::uuid and topic.is_active
    group by topic.id
    returning position`);
  const most = LIMITS.topicsPerBooking;
  if (kept.length > most) throw new DomainError('request.invalid', { field: 'selectedTopics' }, tooMany('Topics', most));
}
