import { and, eq, gt, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { bookableTutor, type ScheduleRow, selectBookableTutor, takenTimes } from '#db/schedule.ts';
import { bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { CtxAs } from '#server/core/context.ts';
import { byId, isUuid } from '#server/core/ids.ts';
import type { PendingRequestsView } from '#shared/contracts/bookings.ts';
import type { PendingRequests } from '#shared/domain/booking-request.ts';
import { type FreeSessions, type Interval, nextFreeStarts, withBuffer } from '#shared/domain/free-times.ts';
import { isPublic } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

type TutorInput = { tutorId: string; today: string };

export async function getTutorForBooking(db: Executor, { tutorId, today }: TutorInput): Promise<ScheduleRow> {
  const tutor = isUuid(tutorId) ? await bookableTutor(db, { tutorId, today }) : null;
  if (!tutor) throw new DomainError('tutor.not_found');
  return tutor;
}

/** With the requests of the student that wait for an answer. */
export async function getTutorToRequest(
  db: Executor,
  { tutorId, today, studentId, now }: TutorInput & { studentId: string; now: Date },
): Promise<ScheduleRow & { pending: PendingRequests }> {
  const [tutor] = await db.execute<ScheduleRow & { pending: PendingRequests }>(sql`
    with tutor as (${selectBookableTutor({ tutorId, today })})
    select tutor.*, (
      select json_build_object('all', count(*), 'ofTutor', count(*) filter (where tutor_user_id = tutor."userId")) from bookings
      where student_id = ${studentId}::uuid and start_time > ${now.toISOString()}::timestamptz and status = 'pending'
    ) as pending
    from tutor`);
  if (!tutor || !isPublic(tutor)) throw new DomainError('tutor.not_found');
  return tutor;
}

type Parties = { tutorUserId: string; studentId: string | null; now: Date };

/** A request expires before its start, so the index of upcoming bookings finds them all. */
export async function countPendingRequests(db: Executor, { studentId, tutorUserId, now }: Parties): Promise<PendingRequests> {
  const [count] = await db
    .select({ all: sql<number>`count(*)::int`, ofTutor: sql<number>`(count(*) filter (where ${bookings.tutorUserId} = ${tutorUserId}))::int` })
    .from(bookings)
    .where(and(eq(bookings.studentId, `${studentId}`), gt(bookings.startTime, now), eq(bookings.status, 'pending')));
  return count ?? { all: 0, ofTutor: 0 };
}

export async function getPendingRequests({ db, actor, now }: CtxAs<'student'>, tutorId: string): Promise<PendingRequestsView> {
  const [tutor] = await db.select({ userId: tutorProfiles.userId }).from(tutorProfiles).where(byId(tutorProfiles.id, tutorId));
  if (!tutor) throw new DomainError('tutor.not_found');
  const [student] = await db.select({ emailVerifiedAt: users.emailVerifiedAt }).from(users).where(eq(users.id, actor.id));
  const pending = await countPendingRequests(db, { studentId: actor.id, tutorUserId: tutor.userId, now: now() });
  return { ...pending, isEmailConfirmed: student ? student.emailVerifiedAt !== null : false };
}

/** `except`: the start of a booking that is moved. Only it can start then: neither party can have two at once. */
export async function listTakenTimesOfBoth(
  db: Executor,
  { studentId, now, except }: Pick<Parties, 'studentId' | 'now'> & { except?: Date },
  { userId: tutorUserId, bufferMinutes }: Pick<ScheduleRow, 'userId' | 'bufferMinutes'>,
): Promise<Interval[]> {
  const range = { from: new Date(now.getTime() - bufferMinutes * MINUTE), to: new Date(now.getTime() + (BOOKING.daysAhead + 2) * DAY) };
  const [ofTutor, ofStudent] = await Promise.all([takenTimes(db, { tutorUserId, ...range }), listTakenTimesOfStudent(db, { studentId, ...range })]);
  const isOther = ({ start }: Interval) => start.getTime() !== except?.getTime();
  return [...withBuffer(ofTutor.filter(isOther), bufferMinutes), ...ofStudent.filter(isOther)].sort((a, b) => a.start.getTime() - b.start.getTime());
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
    where student_id = ${studentId} and status in ('pending', 'confirmed')
      and tstzrange(start_time, end_time, '[)') && tstzrange(${from.toISOString()}, ${to.toISOString()}, '[)')`);
  return rows.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) }));
}
