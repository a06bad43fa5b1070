import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { autoCompleteAt, requestExpiresAt } from '#shared/domain/booking-clock.ts';
import { timeState } from '#shared/domain/booking-lifecycle.ts';
import type { BookingActor, Party } from '#shared/vocabulary/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';

export type Step = {
  state: 'done' | 'ahead' | 'cancelled';
  label: string;
  at: Date | null;
  note?: string;
  /** What the clock does where nobody does anything. */
  otherwise?: { words: string; at: Date };
  /** Of a session that was moved. */
  moved?: { from: Date; to: Date };
};

const CANCELLED_BY = {
  student: 'Cancelled by the student',
  tutor: 'Cancelled by the tutor',
  admin: 'Cancelled by an administrator',
  system: 'Cancelled automatically',
} as const satisfies Record<BookingActor, string>;

const PROPOSED_BY = { student: 'Proposed by the student.', tutor: 'Proposed by the tutor.' } as const satisfies Record<Party, string>;

/** Requested, confirmed, moved to other times, and how it ended or will. */
export function timelineOf(booking: BookingDetails, role: Role, now: Date): Step[] {
  const { status, createdAt, confirmedAt, completedAt, cancelledAt, cancelledBy } = booking;
  const requested: Step = { state: 'done', label: 'Requested', at: createdAt };
  const confirmed: Step = { state: 'done', label: 'Confirmed', at: confirmedAt };
  const moves = movesIn(booking, role);
  switch (status) {
    case 'pending':
      return [requested, answerAhead(booking, role, now), { state: 'ahead', label: 'Completed', at: null }];
    case 'confirmed':
      return [requested, confirmed, ...moves, completionAhead(booking, role, now)];
    case 'completed':
      return [requested, confirmed, ...moves, { state: 'done', label: 'Completed', at: completedAt }];
    case 'cancelled': {
      const label = cancelledBy === role ? 'Cancelled by you' : cancelledBy ? CANCELLED_BY[cancelledBy] : 'Cancelled';
      return [requested, ...(confirmedAt ? [confirmed] : []), ...moves, { state: 'cancelled', label, at: cancelledAt }];
    }
  }
}

function movesIn({ moves }: BookingDetails, role: Role): Step[] {
  return moves.map(({ at, from, to, proposedBy }) => ({
    state: 'done',
    label: 'Moved to another time',
    at,
    moved: { from, to },
    note: proposedBy === role ? 'Proposed by you.' : PROPOSED_BY[proposedBy],
  }));
}

function answerAhead(booking: BookingDetails, role: Role, now: Date): Step {
  const step = { state: 'ahead', label: 'Confirmed', at: null } as const;
  if (now >= booking.startTime) return { ...step, note: 'The time has come without an answer.' };
  return {
    ...step,
    note: role === 'tutor' ? 'Waits for your answer.' : "Waits for the tutor's answer.",
    otherwise: { words: 'Without one, it is cancelled on', at: requestExpiresAt(booking) },
  };
}

function completionAhead(booking: BookingDetails, role: Role, now: Date): Step {
  const step = { state: 'ahead', label: 'Completed', at: null } as const;
  if (timeState(booking, now) !== 'ended') {
    return { ...step, note: role === 'tutor' ? 'You complete it once the session has ended.' : 'The tutor completes it once the session has ended.' };
  }
  return {
    ...step,
    note: role === 'tutor' ? 'Waits for you to complete it.' : 'Waits for the tutor to complete it.',
    otherwise: { words: 'Otherwise, it is completed on', at: autoCompleteAt(booking) },
  };
}
