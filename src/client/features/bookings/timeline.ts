import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { timeState } from '#shared/domain/booking-lifecycle.ts';
import type { BookingActor } from '#shared/vocabulary/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';

export type Step = { state: 'done' | 'ahead' | 'cancelled'; label: string; at: Date | null; note?: string };

const CANCELLED_BY = {
  student: 'Cancelled by the student',
  tutor: 'Cancelled by the tutor',
  admin: 'Cancelled by an administrator',
  system: 'Cancelled automatically',
} as const satisfies Record<BookingActor, string>;

/** Requested, confirmed, and how it ended or will. */
export function timelineOf(booking: BookingDetails, role: Role, now: Date): Step[] {
  const { status, createdAt, confirmedAt, completedAt, cancelledAt, cancelledBy } = booking;
  const requested: Step = { state: 'done', label: 'Requested', at: createdAt };
  const confirmed: Step = { state: 'done', label: 'Confirmed', at: confirmedAt };
  switch (status) {
    case 'pending':
      return [requested, answerAhead(booking, role, now), { state: 'ahead', label: 'Completed', at: null }];
    case 'confirmed':
      return [requested, confirmed, { state: 'ahead', label: 'Completed', at: null, note: completionAhead(booking, role, now) }];
    case 'completed':
      return [requested, confirmed, { state: 'done', label: 'Completed', at: completedAt }];
    case 'cancelled': {
      const label = cancelledBy === role ? 'Cancelled by you' : cancelledBy ? CANCELLED_BY[cancelledBy] : 'Cancelled';
      return [requested, ...(confirmedAt ? [confirmed] : []), { state: 'cancelled', label, at: cancelledAt }];
    }
  }
}

function answerAhead({ startTime }: BookingDetails, role: Role, now: Date): Step {
  const step = { state: 'ahead', label: 'Confirmed', at: null } as const;
  if (now >= startTime) return { ...step, note: 'The time has come without an answer.' };
  return { ...step, note: role === 'tutor' ? 'Waits for your answer.' : "Waits for the tutor's answer." };
}

function completionAhead(booking: BookingDetails, role: Role, now: Date): string {
  const hasEnded = timeState(booking, now) === 'ended';
  if (role === 'tutor') return hasEnded ? 'Waits for you to complete it.' : 'You complete it once the session has ended.';
  return hasEnded ? 'Waits for the tutor to complete it.' : 'The tutor completes it once the session has ended.';
}
