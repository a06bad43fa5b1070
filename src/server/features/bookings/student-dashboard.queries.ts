import { and, asc, gt, type SQL, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import type { CtxAs } from '#server/core/context.ts';
import type { StudentOverview } from '#shared/contracts/bookings.ts';
import { selectBookings, toBookingView } from './bookings.queries.ts';

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
