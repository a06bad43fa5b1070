import type { ErrorCode } from '#shared/errors.ts';
import { BOOKING_DURATIONS, type LearningMethod } from '#shared/vocabulary/bookings.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { BOOKING, PENDING_REQUESTS } from '#shared/vocabulary/limits.ts';
import { bookableDates } from './booking-window.ts';
import { endOf, type Interval, slotStarts } from './free-times.ts';
import { firstStartAfterNotice } from './notice.ts';
import { hourlyRate, type TeachingMode } from './rates.ts';
import type { AvailabilityDay } from './weekly-hours.ts';
import { wallClock } from './zone.ts';

export type BookableSubject = { id: string; isActive: boolean; modes: readonly TeachingMode[]; week: readonly AvailabilityDay[] };
export type BookableTutor = {
  isOnVacation: boolean;
  subjects: readonly BookableSubject[];
  blocked?: readonly Interval[];
  isHomeVisitBlocked?: boolean;
  minimumNoticeHours?: number;
};
export type SessionRequest = { subjectId: string; start: Date; end: Date; hours: number | undefined; method: LearningMethod };
export type Moment = { now: Date; zone: string };

/** The first problem, in the order in which the API documents them. Only the database knows whether the time is taken. */
export function bookingProblem(tutor: BookableTutor, request: SessionRequest, moment: Moment): ErrorCode | null {
  if (!subjectOf(tutor, request)) return 'booking.subject_unknown';
  return timeProblem(request, moment) ?? noticeProblem(tutor, request, moment) ?? offerProblem(tutor, request, moment.zone);
}

function noticeProblem({ minimumNoticeHours }: BookableTutor, { start }: Pick<SessionRequest, 'start'>, { now }: Moment): ErrorCode | null {
  return start < firstStartAfterNotice(now, minimumNoticeHours) ? 'booking.notice' : null;
}

function offerProblem(tutor: BookableTutor, request: SessionRequest, zone: string): ErrorCode | null {
  const subject = subjectOf(tutor, request);
  if (!subject) return 'booking.subject_unknown';
  return (
    durationProblem(request) ??
    methodProblem(subject.modes, request.method) ??
    (tutor.isHomeVisitBlocked && request.method === 'individual' ? 'booking.home_visit_unverified' : null) ??
    (tutor.isOnVacation ? 'booking.tutor_on_vacation' : null) ??
    slotProblem(subject.week, request, zone) ??
    blockedProblem(tutor.blocked ?? [], request)
  );
}

export function requestedHours({ hours, start, end }: Pick<SessionRequest, 'hours' | 'start' | 'end'>): number {
  return hours ?? (end.getTime() - start.getTime()) / HOUR_MS;
}

function timeProblem({ start, end }: Pick<SessionRequest, 'start' | 'end'>, { now, zone }: Moment): ErrorCode | null {
  if (!(start < end)) return 'booking.time_invalid';
  if (start <= now) return 'booking.in_past';
  const { first, last } = bookableDates(now, zone);
  const { date } = wallClock(start, zone);
  if (date < first) return 'booking.too_soon';
  if (date > last) return 'booking.too_far';
  return null;
}

function durationProblem(request: Pick<SessionRequest, 'hours' | 'start' | 'end'>): ErrorCode | null {
  const hours = requestedHours(request);
  if (!BOOKING_DURATIONS.some((duration) => duration === hours)) return 'booking.duration';
  const difference = request.end.getTime() - request.start.getTime() - hours * HOUR_MS;
  return Math.abs(difference) > BOOKING.durationToleranceMs ? 'booking.duration_mismatch' : null;
}

function methodProblem(modes: readonly TeachingMode[], method: LearningMethod): ErrorCode | null {
  if (method === 'group') return 'booking.group';
  return hourlyRate(modes, method) === null ? 'booking.mode_unavailable' : null;
}

export function slotProblem(
  week: readonly AvailabilityDay[],
  request: Pick<SessionRequest, 'hours' | 'start' | 'end'>,
  zone: string,
): ErrorCode | null {
  const { date } = wallClock(request.start, zone);
  const starts = slotStarts({ week, date, hours: requestedHours(request), zone });
  return starts.some((start) => start.getTime() === request.start.getTime()) ? null : 'booking.outside_slots';
}

function subjectOf({ subjects }: BookableTutor, { subjectId }: Pick<SessionRequest, 'subjectId'>): BookableSubject | undefined {
  return subjects.find(({ id, isActive }) => isActive && id === subjectId);
}

export function blockedProblem(blocked: readonly Interval[], request: Pick<SessionRequest, 'hours' | 'start' | 'end'>): ErrorCode | null {
  const end = endOf(request.start, requestedHours(request));
  return blocked.some((time) => time.start < end && request.start < time.end) ? 'booking.outside_slots' : null;
}

export type PendingRequests = { all: number; ofTutor: number };

export type PendingLimit = 'booking.email_unconfirmed' | 'booking.too_many_pending_tutor' | 'booking.too_many_pending';

export function requestsLeft({ all, ofTutor }: PendingRequests, isEmailConfirmed: boolean): { left: number; limit: PendingLimit } {
  const limits: { left: number; limit: PendingLimit }[] = [
    { left: PENDING_REQUESTS.ofStudentAndTutor - ofTutor, limit: 'booking.too_many_pending_tutor' },
    { left: PENDING_REQUESTS.ofStudent - all, limit: 'booking.too_many_pending' },
  ];
  if (!isEmailConfirmed) limits.unshift({ left: PENDING_REQUESTS.ofUnconfirmed - all, limit: 'booking.email_unconfirmed' });
  // At a tie the first limit is named: confirming an address is quicker than waiting for an answer.
  return limits.map(({ left, limit }) => ({ left: Math.max(0, left), limit })).reduce((least, one) => (one.left < least.left ? one : least));
}

export function pendingProblem(pending: PendingRequests, isEmailConfirmed: boolean): ErrorCode | null {
  const { left, limit } = requestsLeft(pending, isEmailConfirmed);
  return left > 0 ? null : limit;
}
