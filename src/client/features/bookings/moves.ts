import type { BookingView } from '#shared/contracts/bookings.ts';
import { transitionProblem } from '#shared/domain/booking-lifecycle.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';

const TARGETS = ['confirmed', 'completed', 'cancelled'] as const;
/** Where a party takes a booking. */
export type Target = (typeof TARGETS)[number];

/** A reason that is still to be given is no obstacle yet. */
export function movesOf(booking: BookingView, by: Party, now: Date): Target[] {
  return TARGETS.filter((to) => {
    const problem = transitionProblem(booking, { by, to }, now);
    return problem === null || problem === 'booking.reason_missing';
  });
}
