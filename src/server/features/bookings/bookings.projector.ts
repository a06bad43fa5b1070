import { eq } from 'drizzle-orm';
import { type BookingSide, lockActiveBookings, whereParty } from '#db/locks.ts';
import { bookings } from '#db/schema/bookings.ts';
import type { BookingEventData, ProjectionContext, Projector } from '#server/core/events.ts';
import { enqueue } from '#server/core/jobs.ts';
import { clockJobs, lastReminderBefore } from '#shared/domain/booking-clock.ts';
import { statusWhenPartyLeaves } from '#shared/domain/booking-lifecycle.ts';
import { type BookingActor, PARTY_UNAVAILABLE } from '#shared/vocabulary/bookings.ts';
import { transitionBookings } from './bookings.steps.ts';

export const bookingsProjector: Projector = async (context, events) => {
  for (const event of events) {
    switch (event.type) {
      case 'booking.requested':
      case 'booking.changed':
        scheduleJobs(context, event.booking);
        break;
      case 'booking.rescheduled':
        await skipReminders(context, event.booking);
        scheduleJobs(context, event.booking);
        break;
      case 'tutor.closed':
        await endBookingsOf(context, { userId: event.userId, party: 'tutor' });
        break;
      case 'account.suspended':
      case 'address.disowned':
        if (event.role === 'student' || event.role === 'tutor')
          await endBookingsOf(context, { userId: event.userId, party: event.role, refundedAs: 'system' });
        break;
      case 'account.closed':
        if (event.role === 'student' || event.role === 'tutor')
          await anonymisePerson(context, { userId: event.userId, party: event.role, by: event.by });
        break;
    }
  }
};

/** The event is recorded in the transaction of the request, so `now` is its `createdAt`. */
function scheduleJobs(context: ProjectionContext, booking: BookingEventData): void {
  const now = context.now();
  for (const job of clockJobs({ ...booking, createdAt: now }, now)) enqueue(context, job);
}

/** The reminder jobs of the old time still run, and must not send reminders that are overdue for the new time. */
async function skipReminders({ db, now }: ProjectionContext, booking: BookingEventData): Promise<void> {
  await db
    .update(bookings)
    .set({ remindedHours: lastReminderBefore(booking, now()) })
    .where(eq(bookings.id, booking.id));
}

type EndOptions = BookingSide & { withoutUser?: string; refundedAs?: BookingActor };

async function anonymisePerson(context: ProjectionContext, { userId, party, by }: BookingSide & { by: 'self' | 'admin' }): Promise<void> {
  const { tutorIds } = await endBookingsOf(context, { userId, party, withoutUser: userId, refundedAs: by === 'self' ? party : 'system' });
  // The foreign keys would null the person first, and leave a row that names a profile without one.
  const erased =
    party === 'tutor' ? { tutorUserId: null, tutorId: null } : { studentId: null, childName: '', contactNumber: '', notes: '', address: '' };
  await context.db.update(bookings).set(erased).where(whereParty({ userId, party }));
  if (party === 'student') context.record({ type: 'figures.outdated', tutorIds });
}

async function endBookingsOf(
  context: ProjectionContext,
  { userId, party, withoutUser, refundedAs = party }: EndOptions,
): Promise<{ tutorIds: string[] }> {
  const { db, now } = context;
  const { tutors, bookings: active } = await lockActiveBookings(db, { userId, party });
  const withFate = (fate: 'completed' | 'cancelled') => active.filter((booking) => statusWhenPartyLeaves(booking, now()) === fate);
  const leaving = { by: 'system', withoutUser } as const;
  await transitionBookings(context, withFate('completed'), { ...leaving, to: 'completed' });
  await transitionBookings(context, withFate('cancelled'), { ...leaving, to: 'cancelled', reason: PARTY_UNAVAILABLE[party], refundedAs });
  return { tutorIds: tutors.map(({ id }) => id) };
}
