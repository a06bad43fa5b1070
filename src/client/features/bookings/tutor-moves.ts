import type { BookingView } from '#shared/contracts/bookings.ts';
import { moveProblem } from '#shared/domain/booking-lifecycle.ts';

const TARGETS = ['confirmed', 'completed', 'cancelled'] as const;
/** Where a tutor takes a booking. */
export type Target = (typeof TARGETS)[number];

/** A reason that is still to be given is no obstacle yet. */
export function tutorMoves(booking: BookingView, now: Date): Target[] {
  return TARGETS.filter((to) => {
    const problem = moveProblem(booking, { by: 'tutor', to }, now);
    return problem === null || problem === 'booking.reason_missing';
  });
}
