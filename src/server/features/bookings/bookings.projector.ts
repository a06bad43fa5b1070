import { and, eq, inArray, sql } from 'drizzle-orm';
import { lockBookings, lockTutors, shareSubjects } from '#db/locks.ts';
import { bookings } from '#db/schema/bookings.ts';
import { subjects } from '#db/schema/catalogue.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { BookingNews, Projector, Settling } from '#server/core/events.ts';
import { enqueue } from '#server/core/jobs.ts';
import { clockJobs, lastReminderBefore } from '#shared/domain/booking-clock.ts';
import { fateOnLeaving, GONE } from '#shared/domain/booking-lifecycle.ts';
import { type BookingActor, HOLDING_STATUSES } from '#shared/vocabulary/bookings.ts';
import type { SignUpRole } from '#shared/vocabulary/people.ts';
import { moveBookings } from './bookings.steps.ts';

/**
 * What the clock will do is planned with the request, the confirmation and another time.
 * What somebody who leaves had booked comes to its end, and keeps nothing that names them; so does what a tutor's profile had, or an account that is suspended or disowned, and keeps all.
 */
export const bookingsProjector: Projector = async (settling, events) => {
  for (const event of events) {
    switch (event.type) {
      case 'booking.requested':
      case 'booking.changed':
        planClock(settling, event.booking);
        break;
      case 'booking.rescheduled':
        await skipReminders(settling, event.booking);
        planClock(settling, event.booking);
        break;
      case 'tutor.closed':
        await endBookings(settling, { userId: event.userId, party: 'tutor' });
        break;
      case 'account.suspended':
      case 'address.disowned':
        if (event.role === 'student' || event.role === 'tutor')
          await endBookings(settling, { userId: event.userId, party: event.role, refundedAs: 'system' });
        break;
      case 'account.closed':
        if (event.role === 'student' || event.role === 'tutor')
          await forgetPerson(settling, { userId: event.userId, party: event.role, by: event.by });
        break;
    }
  }
};

/** A request is made in the transaction that tells of it: it is as old as its news. */
function planClock(settling: Settling, booking: BookingNews): void {
  const now = settling.now();
  for (const job of clockJobs({ ...booking, createdAt: now }, now)) enqueue(settling, job);
}

/** Jobs of the old time are still there: what the new one skips, none of them makes up for. */
async function skipReminders({ db, now }: Settling, booking: BookingNews): Promise<void> {
  await db
    .update(bookings)
    .set({ remindedHours: lastReminderBefore(booking, now()) })
    .where(eq(bookings.id, booking.id));
}

type Side = { userId: string; party: SignUpRole };
/** By whose bands a cancellation gives back. */
type Ending = Side & { withoutUser?: string; refundedAs?: BookingActor };

async function forgetPerson(settling: Settling, { userId, party, by }: Side & { by: 'self' | 'admin' }): Promise<void> {
  const { tutorIds } = await endBookings(settling, { userId, party, withoutUser: userId, refundedAs: by === 'self' ? party : 'system' });
  // Left to the foreign keys, which forget the person before the profile, the row in between would name a profile that is gone.
  const nobody =
    party === 'tutor' ? { tutorUserId: null, tutorId: null } : { studentId: null, childName: '', contactNumber: '', notes: '', address: '' };
  await settling.db.update(bookings).set(nobody).where(bookingsOf({ userId, party }));
  if (party === 'student') settling.record({ type: 'figures.outdated', tutorIds });
}

/** Answers the tutors of all bookings that there are, locked. */
async function endBookings(settling: Settling, { userId, party, withoutUser, refundedAs = party }: Ending): Promise<{ tutorIds: string[] }> {
  const { db, now } = settling;
  const theirs = bookingsOf({ userId, party });
  const tutors = await lockTutors(db, sql`${tutorProfiles.userId} in (select ${bookings.tutorUserId} from ${bookings} where ${theirs})`);
  const held = and(theirs, inArray(bookings.status, [...HOLDING_STATUSES]));
  await shareSubjects(db, sql`${subjects.id} in (select ${bookings.subjectId} from ${bookings} where ${held})`);
  const open = await lockBookings(db, held);
  const fated = (fate: 'completed' | 'cancelled') => open.filter((booking) => fateOnLeaving(booking, now()) === fate);
  const leaving = { by: 'system', withoutUser } as const;
  await moveBookings(settling, fated('completed'), { ...leaving, to: 'completed' });
  await moveBookings(settling, fated('cancelled'), { ...leaving, to: 'cancelled', reason: GONE[party], refundedAs });
  return { tutorIds: tutors.map(({ id }) => id) };
}

const bookingsOf = ({ userId, party }: Side) => eq(party === 'tutor' ? bookings.tutorUserId : bookings.studentId, userId);
