import type { ErrorCode } from '#shared/errors.ts';
import { BOOKING_DURATIONS, type LearningMethod } from '#shared/vocabulary/bookings.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { bookableDates } from './booking-window.ts';
import { endOf, type Interval, slotStarts } from './free-times.ts';
import { hourlyRate, type TeachingMode } from './rates.ts';
import type { AvailabilityDay } from './weekly-hours.ts';
import { wallClock } from './zone.ts';

export type BookableSubject = { id: string; isActive: boolean; modes: readonly TeachingMode[]; week: readonly AvailabilityDay[] };
/** `blocked`: whenever nothing of theirs can be booked. */
export type BookableTutor = {
  isOnVacation: boolean;
  subjects: readonly BookableSubject[];
  blocked?: readonly Interval[];
  /** Whether the platform offers no home visits of theirs; a booking that stands may be moved all the same. */
  isKeptFromVisits?: boolean;
};
export type Wish = { subjectId: string; start: Date; end: Date; hours: number | undefined; method: LearningMethod };
export type Moment = { now: Date; zone: string };

const HOUR = 3_600_000;

/** Why a request cannot be booked, the first in the contract's order; whether the time is taken, the database says. */
export function bookingProblem(tutor: BookableTutor, wish: Wish, moment: Moment): ErrorCode | null {
  if (!subjectOf(tutor, wish)) return 'booking.subject_unknown';
  return timeProblem(wish, moment) ?? offerProblem(tutor, wish, moment.zone);
}

/** Why the tutor does not offer such a session then, however soon or late that is. */
function offerProblem(tutor: BookableTutor, wish: Wish, zone: string): ErrorCode | null {
  const subject = subjectOf(tutor, wish);
  if (!subject) return 'booking.subject_unknown';
  return (
    durationProblem(wish) ??
    methodProblem(subject.modes, wish.method) ??
    (tutor.isKeptFromVisits && wish.method === 'individual' ? 'booking.home_visit_unverified' : null) ??
    (tutor.isOnVacation ? 'booking.tutor_on_vacation' : null) ??
    slotProblem(subject.week, wish, zone) ??
    blockedProblem(tutor.blocked ?? [], wish)
  );
}

/** What was sent, else what start and end say. */
export function wishHours({ hours, start, end }: Pick<Wish, 'hours' | 'start' | 'end'>): number {
  return hours ?? (end.getTime() - start.getTime()) / HOUR;
}

/** Whether start and end are a time, and the start lies in the days that can be booked. */
export function timeProblem({ start, end }: Pick<Wish, 'start' | 'end'>, { now, zone }: Moment): ErrorCode | null {
  if (!(start < end)) return 'booking.time_invalid';
  if (start <= now) return 'booking.in_past';
  const { first, last } = bookableDates(now, zone);
  const { date } = wallClock(start, zone);
  if (date < first) return 'booking.too_soon';
  if (date > last) return 'booking.too_far';
  return null;
}

export function durationProblem(wish: Pick<Wish, 'hours' | 'start' | 'end'>): ErrorCode | null {
  const hours = wishHours(wish);
  if (!BOOKING_DURATIONS.some((duration) => duration === hours)) return 'booking.duration';
  const difference = wish.end.getTime() - wish.start.getTime() - hours * HOUR;
  return Math.abs(difference) > BOOKING.durationToleranceMs ? 'booking.duration_mismatch' : null;
}

export function methodProblem(modes: readonly TeachingMode[], method: LearningMethod): ErrorCode | null {
  if (method === 'group') return 'booking.group';
  return hourlyRate(modes, method) === null ? 'booking.mode_unavailable' : null;
}

/** Whether a session of that length may start just then. */
export function slotProblem(week: readonly AvailabilityDay[], wish: Pick<Wish, 'hours' | 'start' | 'end'>, zone: string): ErrorCode | null {
  const { date } = wallClock(wish.start, zone);
  const starts = slotStarts({ week, date, hours: wishHours(wish), zone });
  return starts.some((start) => start.getTime() === wish.start.getTime()) ? null : 'booking.outside_slots';
}

function subjectOf({ subjects }: BookableTutor, { subjectId }: Pick<Wish, 'subjectId'>): BookableSubject | undefined {
  return subjects.find(({ id, isActive }) => isActive && id === subjectId);
}

/** A time that the tutor has blocked is refused like one that was never offered. */
export function blockedProblem(blocked: readonly Interval[], wish: Pick<Wish, 'hours' | 'start' | 'end'>): ErrorCode | null {
  const end = endOf(wish.start, wishHours(wish));
  return blocked.some((time) => time.start < end && wish.start < time.end) ? 'booking.outside_slots' : null;
}
