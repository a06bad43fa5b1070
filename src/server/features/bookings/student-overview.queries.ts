import { and, asc, gt, type SQL, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import type { As } from '#server/core/context.ts';
import type { StudentOverview } from '#shared/contracts/bookings.ts';
import { selectBookings, toBookingView } from './bookings.queries.ts';

/** What a student's dashboard shows, all at one moment; of the favourites those that `canBeFound` lets be seen. */
export async function studentOverviewOf({ db, actor, now }: As<'student'>): Promise<StudentOverview> {
  const ahead = aheadOf(actor.id, now());
  const counting = sql`
    select (select count(*)::int from bookings where ${ahead}) as upcoming,
      (select count(*)::int from bookings where student_id = ${actor.id} and status = 'completed') as completed,
      (
        select count(*)::int from favourites
        join tutor_profiles profile on profile.id = favourites.tutor_id
        join users person on person.id = profile.user_id
        where favourites.student_id = ${actor.id} and person.status = 'active' and profile.verification_status <> 'rejected'
      ) as favourites`;
  const [counts, next] = await Promise.all([
    db.execute<Omit<StudentOverview, 'next'>>(counting),
    selectBookings(db, ahead, [asc(bookings.startTime), asc(bookings.id)]).limit(1),
  ]);
  return { ...only([...counts]), next: next.map(toBookingView)[0] ?? null };
}

/** The condition of the constraint, word for word: its index finds what lies ahead among all that was ever booked. */
function aheadOf(studentId: string, now: Date): SQL | undefined {
  const held = sql`${bookings.studentId} = ${studentId} and ${bookings.status} in ('pending', 'confirmed')
    and tstzrange(${bookings.startTime}, ${bookings.endTime}, '[)') && tstzrange(${now.toISOString()}, null, '[)')`;
  return and(held, gt(bookings.startTime, now));
}
