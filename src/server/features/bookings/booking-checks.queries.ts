import { and, eq, gt, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { shareTutor } from '#db/locks.ts';
import { bookableTutor, type ScheduleRow, takenTimes } from '#db/schedule.ts';
import { bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { As } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type { PendingRequestsView } from '#shared/contracts/bookings.ts';
import { type FreeSessions, type Interval, nextFree } from '#shared/domain/free-times.ts';
import type { PendingRequests } from '#shared/domain/pending-requests.ts';
import { canBeFound } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';

const DAY = 86_400_000;

type Asked = { tutorId: string; today: string };

/** Held until the commit, so that the tutor is neither closed, nor sent on vacation, nor given days off in between; found in the search or not. */
export async function tutorOfBooking(db: Executor, { tutorId, today }: Asked): Promise<ScheduleRow> {
  const [profile] = await shareTutor(db, byId(tutorProfiles.id, tutorId));
  const tutor = profile ? await bookableTutor(db, { tutorId: profile.id, today }) : null;
  if (!tutor) throw new DomainError('tutor.not_found');
  return tutor;
}

/** The same of one whom students can find: nobody else is asked for anything new. */
export async function tutorForBooking(db: Executor, asked: Asked): Promise<ScheduleRow> {
  const tutor = await tutorOfBooking(db, asked);
  if (!canBeFound(tutor)) throw new DomainError('tutor.not_found');
  return tutor;
}

type Parties = { tutorUserId: string; studentId: string | null; now: Date };

/** Of a student, by an index of theirs: a request ends before its start at the latest. */
export async function pendingRequests(db: Executor, { studentId, tutorUserId, now }: Parties): Promise<PendingRequests> {
  const [count] = await db
    .select({ all: sql<number>`count(*)::int`, ofTutor: sql<number>`(count(*) filter (where ${bookings.tutorUserId} = ${tutorUserId}))::int` })
    .from(bookings)
    .where(and(eq(bookings.studentId, `${studentId}`), gt(bookings.startTime, now), eq(bookings.status, 'pending')));
  return count ?? { all: 0, ofTutor: 0 };
}

/** The same for the student who asks, before they choose how many sessions to request. */
export async function pendingRequestsOf({ db, actor, now }: As<'student'>, tutorId: string): Promise<PendingRequestsView> {
  const [tutor] = await db.select({ userId: tutorProfiles.userId }).from(tutorProfiles).where(byId(tutorProfiles.id, tutorId));
  if (!tutor) throw new DomainError('tutor.not_found');
  const [student] = await db.select({ emailVerifiedAt: users.emailVerifiedAt }).from(users).where(eq(users.id, actor.id));
  const pending = await pendingRequests(db, { studentId: actor.id, tutorUserId: tutor.userId, now: now() });
  return { ...pending, isEmailConfirmed: student ? student.emailVerifiedAt !== null : false };
}

/** What is taken for either of the two in the days that can be booked. */
export async function takenFor(db: Executor, { tutorUserId, studentId, now }: Parties): Promise<Interval[]> {
  const range = { from: now, to: new Date(now.getTime() + (BOOKING.daysAhead + 2) * DAY) };
  const [ofTutor, ofStudent] = await Promise.all([takenTimes(db, { tutorUserId, ...range }), takenTimesOfStudent(db, { studentId, ...range })]);
  return [...ofTutor, ...ofStudent].sort((one, other) => one.start.getTime() - other.start.getTime());
}

/** The refusal of a time that somebody else has, with the next that are free; `present` is no new time for whoever has it. */
export function slotTaken(sessions: FreeSessions, after: Date, present?: Date): DomainError {
  const found = nextFree({ ...sessions, after, count: BOOKING.nextFree + 1 });
  const starts = found.filter((start) => start.getTime() !== present?.getTime()).slice(0, BOOKING.nextFree);
  return new DomainError('booking.slot_taken', { nextFree: starts.map((free) => free.toISOString()) });
}

async function takenTimesOfStudent(db: Executor, { studentId, from, to }: { studentId: string | null; from: Date; to: Date }): Promise<Interval[]> {
  const rows = await db.execute<{ start: string; end: string }>(sql`
    select start_time as "start", end_time as "end" from bookings
    where student_id = ${studentId} and status in ('pending', 'confirmed')
      and tstzrange(start_time, end_time, '[)') && tstzrange(${from.toISOString()}, ${to.toISOString()}, '[)')`);
  return rows.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) }));
}
