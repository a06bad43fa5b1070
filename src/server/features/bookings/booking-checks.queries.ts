import { and, eq, or, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { findSchedule, listTakenTimes, type ScheduleRow, scheduleFor } from '#db/schedule.ts';
import { bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { textOnce } from '#db/text-once.ts';
import type { CtxAs, SignedIn } from '#server/core/context.ts';
import { byId, isUuid } from '#server/core/ids.ts';
import type { PendingRequestsView, TimesOfStudent } from '#shared/contracts/bookings.ts';
import type { PendingRequests } from '#shared/domain/booking-request.ts';
import { type FreeSessions, type Interval, nextFreeStarts, withBuffer } from '#shared/domain/free-times.ts';
import { proposingProblem } from '#shared/domain/proposals.ts';
import { isPublic } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';
import { DAY_MS, MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

type TutorInput = { tutorId: string; today: string };

export async function getTutorForBooking(db: Executor, { tutorId, today }: TutorInput): Promise<ScheduleRow> {
  const tutor = isUuid(tutorId) ? await findSchedule(db, { tutorId, today }) : null;
  if (!tutor) throw new DomainError('tutor.not_found');
  return tutor;
}

const selectTutorToRequest = textOnce<'tutorId' | 'today' | 'studentId' | 'now'>(
  (value) => sql`
    with tutor as (${scheduleFor(value)})
    select tutor.*, (
      select json_build_object('all', count(*), 'ofTutor', count(*) filter (where tutor_user_id = tutor."userId")) from bookings
      where student_id = ${value('studentId')}::uuid and start_time > ${value('now')}::timestamptz and status = 'pending'
    ) as pending
    from tutor`,
);

/** The tutor's schedule with the student's pending requests. Null where the tutor does not exist or is not visible. */
export async function findTutorToRequest(
  db: Executor,
  { tutorId, today, studentId, now }: TutorInput & { studentId: string; now: Date },
): Promise<(ScheduleRow & { pending: PendingRequests }) | null> {
  const values = { tutorId, today, studentId, now: now.toISOString() };
  const [tutor] = await db.execute<ScheduleRow & { pending: PendingRequests }>(selectTutorToRequest(values));
  return tutor && isPublic(tutor) ? tutor : null;
}

export async function getPendingRequests({ db, actor, now }: CtxAs<'student'>, tutorId: string): Promise<PendingRequestsView> {
  const [tutor] = await db.select({ userId: tutorProfiles.userId }).from(tutorProfiles).where(byId(tutorProfiles.id, tutorId));
  if (!tutor) throw new DomainError('tutor.not_found');
  const [student] = await db.select({ emailVerifiedAt: users.emailVerifiedAt }).from(users).where(eq(users.id, actor.id));
  const at = now();
  const upcoming = await listUpcoming(db, { studentId: actor.id, now: at });
  const pending = upcoming.filter(({ status, start }) => status === 'pending' && start > at);
  return {
    all: pending.length,
    ofTutor: pending.filter(({ tutorUserId }) => tutorUserId === tutor.userId).length,
    isEmailConfirmed: student ? student.emailVerifiedAt !== null : false,
    own: upcoming.map(({ start, end, tutorName, subject }) => ({ start, end, tutorName: tutorName ?? UNKNOWN_TUTOR, subject })),
  };
}

function listUpcoming(db: Executor, { studentId, now }: { studentId: string; now: Date }) {
  return db
    .select({
      status: bookings.status,
      start: bookings.startTime,
      end: bookings.endTime,
      subject: bookings.subjectName,
      tutorUserId: bookings.tutorUserId,
      tutorName: users.name,
    })
    .from(bookings)
    .leftJoin(users, eq(users.id, bookings.tutorUserId))
    .where(and(eq(bookings.studentId, studentId), isTakenWithin({ from: now, to: getHorizon(now) })))
    .orderBy(bookings.startTime);
}

/** `except`: the start of the booking that is being moved. It identifies that booking, because neither party can have two at the same time. */
export async function listTakenTimesOfBoth(
  db: Executor,
  { studentId, now, except }: { studentId: string | null; now: Date; except?: Date },
  { userId: tutorUserId, bufferMinutes }: Pick<ScheduleRow, 'userId' | 'bufferMinutes'>,
): Promise<Interval[]> {
  const range = { from: new Date(now.getTime() - bufferMinutes * MINUTE_MS), to: getHorizon(now) };
  const [ofTutor, ofStudent] = await Promise.all([
    listTakenTimes(db, { tutorUserId, ...range }),
    listTakenTimesOfStudent(db, { studentId, ...range }),
  ]);
  const isOther = ({ start }: Interval) => start.getTime() !== except?.getTime();
  return [...withBuffer(ofTutor.filter(isOther), bufferMinutes), ...ofStudent.filter(isOther)].sort((a, b) => a.start.getTime() - b.start.getTime());
}

/** For either party, and only where another time may be proposed: it is what such a proposal would be refused for. */
export async function getTimesOfStudent({ db, actor, now }: SignedIn, { id }: { id: string }): Promise<TimesOfStudent> {
  const isOwn = or(eq(bookings.studentId, actor.id), eq(bookings.tutorUserId, actor.id));
  const { status, startTime, studentId } = bookings;
  const [booking] = await db
    .select({ status, startTime, studentId })
    .from(bookings)
    .where(and(byId(bookings.id, id), isOwn));
  if (!booking) throw new DomainError('booking.not_found');
  const at = now();
  if (proposingProblem(booking, at) !== null) return [];
  const times = await listTakenTimesOfStudent(db, { studentId: booking.studentId, from: at, to: getHorizon(at) });
  return times.filter(({ start }) => start.getTime() !== booking.startTime.getTime());
}

export function slotTakenError(sessions: FreeSessions, after: Date, currentStart?: Date): DomainError {
  const candidates = nextFreeStarts({ ...sessions, after, count: BOOKING.nextFree + 1 });
  const starts = candidates.filter((start) => start.getTime() !== currentStart?.getTime()).slice(0, BOOKING.nextFree);
  return new DomainError('booking.slot_taken', { nextFree: starts.map((start) => start.toISOString()) });
}

async function listTakenTimesOfStudent(
  db: Executor,
  { studentId, from, to }: { studentId: string | null; from: Date; to: Date },
): Promise<Interval[]> {
  const rows = await db.execute<{ start: string; end: string }>(sql`
    select start_time as "start", end_time as "end" from bookings
    where student_id = ${studentId} and ${isTakenWithin({ from, to })}`);
  return rows.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) }));
}

/** Must match the condition of the exclusion constraint, whose index is used. */
const isTakenWithin = ({ from, to }: { from: Date; to: Date }) => sql`
  bookings.status in ('pending', 'confirmed')
    and tstzrange(start_time, end_time, '[)') && tstzrange(${from.toISOString()}, ${to.toISOString()}, '[)')`;

/** After the last session that can be booked. */
function getHorizon(now: Date): Date {
  return new Date(now.getTime() + (BOOKING.daysAhead + 2) * DAY_MS);
}
