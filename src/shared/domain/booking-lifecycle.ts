import type { ErrorCode } from '#shared/errors.ts';
import type { BookingActor, BookingStatus, BookingUpdate } from '#shared/vocabulary/bookings.ts';

export type Move = { by: BookingActor; to: BookingStatus; reason?: string };
export type MovableBooking = { status: BookingStatus; startTime: Date; endTime: Date };
export type TimeState = 'upcoming' | 'ongoing' | 'ended';

const MINUTE = 60_000;

type When = 'always' | 'before the start' | 'before the end' | 'after the end';
type Row = { by: BookingActor; from: BookingStatus; to: BookingStatus; when: When; isReasonNeeded?: true };

const MOVES: readonly Row[] = [
  { by: 'tutor', from: 'pending', to: 'confirmed', when: 'before the start' },
  { by: 'tutor', from: 'pending', to: 'cancelled', when: 'always' },
  { by: 'tutor', from: 'confirmed', to: 'completed', when: 'after the end' },
  { by: 'tutor', from: 'confirmed', to: 'cancelled', when: 'before the start', isReasonNeeded: true },
  { by: 'student', from: 'pending', to: 'cancelled', when: 'before the start' },
  { by: 'student', from: 'confirmed', to: 'cancelled', when: 'before the start' },
  { by: 'system', from: 'pending', to: 'cancelled', when: 'always' },
  { by: 'system', from: 'confirmed', to: 'cancelled', when: 'before the end' },
  { by: 'system', from: 'confirmed', to: 'completed', when: 'after the end' },
];

/** Why the system cancels what somebody who leaves had booked. */
export const GONE = { student: 'Student is no longer available', tutor: 'Tutor is no longer available' } as const;

const REFUSALS = {
  pending: 'booking.status_invalid',
  confirmed: 'booking.not_pending',
  completed: 'booking.not_confirmed',
  cancelled: 'booking.not_cancellable',
} as const satisfies Record<BookingStatus, ErrorCode>;

const UPDATES = { pending: 'created', confirmed: 'confirmed', completed: 'updated', cancelled: 'cancelled' } as const satisfies Record<
  BookingStatus,
  BookingUpdate
>;

const IS_TIME: Record<When, (booking: MovableBooking, now: Date) => boolean> = {
  always: () => true,
  'before the start': ({ startTime }, now) => now < startTime,
  'before the end': ({ endTime }, now) => now < endTime,
  'after the end': ({ endTime }, now) => now >= endTime,
};

/** Why a move cannot be made, or null. */
export function moveProblem(booking: MovableBooking, move: Move, now: Date): ErrorCode | null {
  const row = rowOf(booking.status, move);
  if (!row) return REFUSALS[move.to];
  if (!IS_TIME[row.when](booking, now)) return row.to === 'completed' ? 'booking.not_ended' : REFUSALS[row.to];
  return row.isReasonNeeded && !move.reason?.trim() ? 'booking.reason_missing' : null;
}

/** Whether the mover must say why. */
export function isReasonNeeded(status: BookingStatus, move: Pick<Move, 'by' | 'to'>): boolean {
  return rowOf(status, move)?.isReasonNeeded ?? false;
}

/** What becomes of a booking that was open when one of its parties left. */
export function fateOnLeaving(booking: MovableBooking, now: Date): 'completed' | 'cancelled' {
  return moveProblem(booking, { by: 'system', to: 'completed' }, now) === null ? 'completed' : 'cancelled';
}

/** Where a confirmed booking stands in time. */
export function timeState({ status, startTime, endTime }: MovableBooking, now: Date): TimeState | null {
  if (status !== 'confirmed') return null;
  if (now < startTime) return 'upcoming';
  return now < endTime ? 'ongoing' : 'ended';
}

/** How far the session is away, in the words of `product.md` §4: minutes as the clock on the wall counts them. Null for any but a confirmed one. */
export function countdown(booking: MovableBooking, now: Date): string | null {
  const minutesTo = (at: Date) => Math.ceil((at.getTime() - now.getTime()) / MINUTE);
  switch (timeState(booking, now)) {
    case 'upcoming':
      return `Starts in ${hoursAndMinutes(minutesTo(booking.startTime))}`;
    case 'ongoing':
      return `Ends in ${hoursAndMinutes(minutesTo(booking.endTime))}`;
    case 'ended':
      return `Ended ${hoursAndMinutes(-minutesTo(booking.endTime))} ago`;
    case null:
      return null;
  }
}

function hoursAndMinutes(minutes: number): string {
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** What a live update calls the arrival in a status. */
export function updateOf(to: BookingStatus): BookingUpdate {
  return UPDATES[to];
}

function rowOf(status: BookingStatus, { by, to }: Pick<Move, 'by' | 'to'>): Row | undefined {
  return MOVES.find((row) => row.by === by && row.from === status && row.to === to);
}
