import { eq } from 'drizzle-orm';
import { bookings } from '#db/schema/bookings.ts';
import { byId } from '#server/core/ids.ts';
import type { JobHandlers } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { isReminderDue, NO_RESPONSE, overAt } from '#shared/domain/booking-clock.ts';
import { lockForMove, moveBookings, newsOf } from './bookings.steps.ts';

/** Ends a request that the tutor has not answered. A pending booking keeps its time, so its job is always of the present one. */
export const cancelUnanswered: JobHandlers['booking.unanswered'] = (ctx, { bookingId }) =>
  inUnitOfWork(ctx, async (unit) => {
    const booking = await lockForMove(unit.db, byId(bookings.id, bookingId));
    if (booking?.status !== 'pending') return;
    await moveBookings(unit, [booking], { by: 'system', to: 'cancelled', reason: NO_RESPONSE });
  });

/** Completes a session that nobody has completed; the job of a time from which it was moved finds it not over yet. */
export const completeOver: JobHandlers['booking.over'] = (ctx, { bookingId }) =>
  inUnitOfWork(ctx, async (unit) => {
    const booking = await lockForMove(unit.db, byId(bookings.id, bookingId));
    if (booking?.status !== 'confirmed' || unit.now() < overAt(booking)) return;
    await moveBookings(unit, [booking], { by: 'system', to: 'completed' });
  });

/** Reminds both parties, of each time once: a later one never follows an earlier, whichever runner does which job. */
export const remind: JobHandlers['booking.remind'] = (ctx, { bookingId, hours }) =>
  inUnitOfWork(ctx, async ({ db, now, record }) => {
    const booking = await lockForMove(db, byId(bookings.id, bookingId));
    if (booking?.status !== 'confirmed' || !isReminderDue(booking, hours, now())) return;
    if (booking.remindedHours !== null && booking.remindedHours <= hours) return;
    await db.update(bookings).set({ remindedHours: hours }).where(eq(bookings.id, booking.id));
    record({ type: 'booking.reminder_due', booking: newsOf(booking), hours });
  });
