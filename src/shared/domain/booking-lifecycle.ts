import type { ErrorCode } from '#shared/errors.ts';
import type { BookingActor, BookingStatus, BookingUpdate } from '#shared/vocabulary/bookings.ts';
import { DAY_MS, MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { BOOKING_CLOCK, PROBLEM_DAYS } from '#shared/vocabulary/limits.ts';
import { requestExpiresAt } from './booking-clock.ts';
import { ENGLISH, type Texts } from './texts.ts';

export type Transition = { by: BookingActor; to: BookingStatus; reason?: string };
export type BookingState = { status: BookingStatus; startTime: Date; endTime: Date };
export type TimeState = 'upcoming' | 'ongoing' | 'ended';

type When = 'always' | 'before the start' | 'before the end' | 'after the end';
type Row = { by: BookingActor; from: BookingStatus; to: BookingStatus; when: When; isReasonNeeded?: true };

const TRANSITIONS: readonly Row[] = [
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

const IS_TIME: Record<When, (booking: BookingState, now: Date) => boolean> = {
  always: () => true,
  'before the start': ({ startTime }, now) => now < startTime,
  'before the end': ({ endTime }, now) => now < endTime,
  'after the end': ({ endTime }, now) => now >= endTime,
};

export function transitionProblem(booking: BookingState, transition: Transition, now: Date): ErrorCode | null {
  const row = rowOf(booking.status, transition);
  if (!row) return REFUSALS[transition.to];
  if (!IS_TIME[row.when](booking, now)) return row.to === 'completed' ? 'booking.not_ended' : REFUSALS[row.to];
  return row.isReasonNeeded && !transition.reason?.trim() ? 'booking.reason_missing' : null;
}

export function isReasonNeeded(status: BookingStatus, transition: Pick<Transition, 'by' | 'to'>): boolean {
  return rowOf(status, transition)?.isReasonNeeded ?? false;
}

export function statusWhenPartyLeaves(booking: BookingState, now: Date): 'completed' | 'cancelled' {
  return transitionProblem(booking, { by: 'system', to: 'completed' }, now) === null ? 'completed' : 'cancelled';
}

export function timeState({ status, startTime, endTime }: BookingState, now: Date): TimeState | null {
  if (status !== 'confirmed') return null;
  if (now < startTime) return 'upcoming';
  return now < endTime ? 'ongoing' : 'ended';
}

/** The time until the session starts or ends, in minutes rounded up. Null unless it is confirmed. */
export function countdown(booking: BookingState, now: Date, t: Texts = ENGLISH): string | null {
  const minutesTo = (at: Date) => Math.ceil((at.getTime() - now.getTime()) / MINUTE_MS);
  switch (timeState(booking, now)) {
    case 'upcoming':
      return t`Starts in ${hoursAndMinutes(minutesTo(booking.startTime), t)}`;
    case 'ongoing':
      return t`Ends in ${hoursAndMinutes(minutesTo(booking.endTime), t)}`;
    case 'ended':
      return t`Ended ${hoursAndMinutes(-minutesTo(booking.endTime), t)} ago`;
    case null:
      return null;
  }
}

/** How long a request still waits for the tutor, in its last hours; null before them, and for what does not wait. */
export function answerCountdown(
  booking: Pick<BookingState, 'status' | 'startTime'> & { createdAt: Date },
  now: Date,
  t: Texts = ENGLISH,
): string | null {
  const minutes = Math.ceil((requestExpiresAt(booking).getTime() - now.getTime()) / MINUTE_MS);
  const isSoon = minutes > 0 && minutes <= BOOKING_CLOCK.answerSoon * 60;
  return booking.status === 'pending' && isSoon ? t`Answer within ${hoursAndMinutes(minutes, t)}` : null;
}

function hoursAndMinutes(minutes: number, t: Texts): string {
  return t`${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

export function toBookingUpdate(to: BookingStatus): BookingUpdate {
  return UPDATES[to];
}

function rowOf(status: BookingStatus, { by, to }: Pick<Transition, 'by' | 'to'>): Row | undefined {
  return TRANSITIONS.find((row) => row.by === by && row.from === status && row.to === to);
}

export function problemRefusal({ status, startTime, endTime }: BookingState, now: Date): ErrorCode | null {
  if (status !== 'confirmed' && status !== 'completed') return 'problem.status';
  if (now < startTime) return 'problem.too_early';
  return now.getTime() > endTime.getTime() + PROBLEM_DAYS * DAY_MS ? 'problem.too_late' : null;
}
