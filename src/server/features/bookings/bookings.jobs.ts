import { and, eq, lte } from 'drizzle-orm';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { byId } from '#server/core/ids.ts';
import type { JobHandlers } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { autoCompleteAt, isReminderDue } from '#shared/domain/booking-clock.ts';
import { NO_RESPONSE } from '#shared/vocabulary/bookings.ts';
import { lockForTransition, settleProposals, toBookingEvent, transitionBookings } from './bookings.steps.ts';
import { whereBookingOf } from './proposals.steps.ts';

/** A pending booking cannot be rescheduled, so the job always fits its current time. */
export const cancelUnanswered: JobHandlers['booking.unanswered'] = (ctx, { bookingId }) =>
  inUnitOfWork(ctx, async (unit) => {
    const booking = await lockForTransition(unit.db, byId(bookings.id, bookingId));
    if (booking?.status !== 'pending') return;
    await transitionBookings(unit, [booking], { by: 'system', to: 'cancelled', reason: NO_RESPONSE });
  });

/** The job of a time before a reschedule does nothing, because the session has not ended yet. */
export const completeEnded: JobHandlers['booking.over'] = (ctx, { bookingId }) =>
  inUnitOfWork(ctx, async (unit) => {
    const booking = await lockForTransition(unit.db, byId(bookings.id, bookingId));
    if (booking?.status !== 'confirmed' || unit.now() < autoCompleteAt(booking)) return;
    await transitionBookings(unit, [booking], { by: 'system', to: 'completed' });
  });

/** Sends each reminder once, and never a longer notice after a shorter one, in whatever order the jobs run. */
export const remindParties: JobHandlers['booking.remind'] = (ctx, { bookingId, hours }) =>
  inUnitOfWork(ctx, async ({ db, now, record }) => {
    const booking = await lockForTransition(db, byId(bookings.id, bookingId));
    if (booking?.status !== 'confirmed' || !isReminderDue(booking, hours, now())) return;
    if (booking.remindedHours !== null && booking.remindedHours <= hours) return;
    await db.update(bookings).set({ remindedHours: hours }).where(eq(bookings.id, booking.id));
    record({ type: 'booking.reminder_due', booking: toBookingEvent(booking), hours });
  });

export const lapseProposal: JobHandlers['proposal.lapse'] = (ctx, { proposalId }) =>
  inUnitOfWork(ctx, async ({ db, now, record }) => {
    const where = byId(bookingProposals.id, proposalId);
    const booking = await lockForTransition(db, whereBookingOf(where));
    const at = now();
    const [lapsed] = await settleProposals(db, and(where, lte(bookingProposals.lapsesAt, at)), { state: 'lapsed', at });
    if (booking && lapsed) record({ type: 'proposal.lapsed', booking: toBookingEvent(booking), startTime: lapsed.startTime });
  });
