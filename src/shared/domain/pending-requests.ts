import type { ErrorCode } from '#shared/errors.ts';
import { PENDING_REQUESTS } from '#shared/vocabulary/limits.ts';

/** How many requests of a student have not been answered, by all tutors and by the one who is asked now. */
export type PendingRequests = { all: number; ofTutor: number };

export type PendingLimit = 'booking.email_unconfirmed' | 'booking.too_many_pending_tutor' | 'booking.too_many_pending';

/** How many more sessions a student may ask a tutor for before an answer, and what refuses the one after. */
export function requestsLeft({ all, ofTutor }: PendingRequests, isEmailConfirmed: boolean): { left: number; limit: PendingLimit } {
  const limits: { left: number; limit: PendingLimit }[] = [
    { left: PENDING_REQUESTS.ofStudentAndTutor - ofTutor, limit: 'booking.too_many_pending_tutor' },
    { left: PENDING_REQUESTS.ofStudent - all, limit: 'booking.too_many_pending' },
  ];
  if (!isEmailConfirmed) limits.unshift({ left: PENDING_REQUESTS.ofUnconfirmed - all, limit: 'booking.email_unconfirmed' });
  // Of equal ones the first: a mail can be opened at once, while an answer has to be waited for.
  return limits.map(({ left, limit }) => ({ left: Math.max(0, left), limit })).reduce((least, one) => (one.left < least.left ? one : least));
}

/** Why a student may not ask for one more session; null where they may. */
export function pendingProblem(pending: PendingRequests, isEmailConfirmed: boolean): ErrorCode | null {
  const { left, limit } = requestsLeft(pending, isEmailConfirmed);
  return left > 0 ? null : limit;
}
