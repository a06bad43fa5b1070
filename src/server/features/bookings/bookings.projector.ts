import { and, eq, inArray, sql } from 'drizzle-orm';
import { lockBookings, lockTutors } from '#db/locks.ts';
import { bookings } from '#db/schema/bookings.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { Projector, Settling } from '#server/core/events.ts';
import { fateOnLeaving, GONE } from '#shared/domain/booking-lifecycle.ts';
import { HOLDING_STATUSES } from '#shared/vocabulary/bookings.ts';
import type { SignUpRole } from '#shared/vocabulary/people.ts';
import { moveBookings } from './bookings.moves.ts';

/** What somebody who leaves had booked comes to its end, and keeps nothing that names them. */
export const bookingsProjector: Projector = async (settling, events) => {
  for (const event of events) {
    if (event.type !== 'account.closed' || (event.role !== 'student' && event.role !== 'tutor')) continue;
    await endBookings(settling, { userId: event.userId, party: event.role });
  }
};

async function endBookings(settling: Settling, { userId, party }: { userId: string; party: SignUpRole }): Promise<void> {
  const { db, now, record } = settling;
  const theirs = eq(party === 'tutor' ? bookings.tutorUserId : bookings.studentId, userId);
  const tutors = await lockTutors(db, sql`${tutorProfiles.userId} in (select ${bookings.tutorUserId} from ${bookings} where ${theirs})`);
  const open = await lockBookings(db, and(theirs, inArray(bookings.status, [...HOLDING_STATUSES])));
  const fated = (fate: 'completed' | 'cancelled') => open.filter((booking) => fateOnLeaving(booking, now()) === fate);
  const leaving = { by: 'system', withoutUser: userId } as const;
  await moveBookings(settling, fated('completed'), { ...leaving, to: 'completed' });
  await moveBookings(settling, fated('cancelled'), { ...leaving, to: 'cancelled', reason: GONE[party], refundedAs: party });
  // Left to the foreign keys, which forget the person before the profile, the row in between would name a profile that is gone.
  const nobody = party === 'tutor' ? { tutorUserId: null, tutorId: null } : { studentId: null, childName: '', contactNumber: '', address: '' };
  await db.update(bookings).set(nobody).where(theirs);
  if (party === 'student') record({ type: 'figures.outdated', tutorIds: tutors.map(({ id }) => id) });
}
