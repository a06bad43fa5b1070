import type { ErrorCode } from '#shared/errors.ts';
import { PENDING_REQUESTS } from '#shared/vocabulary/limits.ts';

export type PendingRequests = { all: number; ofTutor: number };

export type PendingLimit = 'booking.email_unconfirmed' | 'booking.too_many_pending_tutor' | 'booking.too_many_pending';

export function requestsLeft({ all, ofTutor }: PendingRequests, isEmailConfirmed: boolean): { left: number; limit: PendingLimit } {
  const limits: { left: number; limit: PendingLimit }[] = [
    { left: PENDING_REQUESTS.ofStudentAndTutor - ofTutor, limit: 'booking.too_many_pending_tutor' },
    { left: PENDING_REQUESTS.ofStudent - all, limit: 'booking.too_many_pending' },
  ];
  if (!isEmailConfirmed) limits.unshift({ left: PENDING_REQUESTS.ofUnconfirmed - all, limit: 'booking.email_unconfirmed' });
  // Of equal limits the first: confirming a mail is quicker than waiting for an answer.
  return limits.map(({ left, limit }) => ({ left: Math.max(0, left), limit })).reduce((least, one) => (one.left < least.left ? one : least));
}

/** Why a student cannot send another request, or null. */
export function pendingProblem(pending: PendingRequests, isEmailConfirmed: boolean): ErrorCode | null {
  const { left, limit } = requestsLeft(pending, isEmailConfirmed);
  return left > 0 ? null : limit;
}
