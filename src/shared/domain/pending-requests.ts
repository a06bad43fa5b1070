import type { ErrorCode } from '#shared/errors.ts';
import { PENDING_REQUESTS } from '#shared/vocabulary/limits.ts';

/** How many requests of a student have not been answered, by all tutors and by the one who is asked now. */
export type PendingRequests = { all: number; ofTutor: number };

/** Why a student may not ask for one more session; null where they may. */
export function pendingProblem({ all, ofTutor }: PendingRequests, isEmailConfirmed: boolean): ErrorCode | null {
  if (!isEmailConfirmed && all >= PENDING_REQUESTS.ofUnconfirmed) return 'booking.email_unconfirmed';
  if (ofTutor >= PENDING_REQUESTS.ofStudentAndTutor) return 'booking.too_many_pending_tutor';
  return all >= PENDING_REQUESTS.ofStudent ? 'booking.too_many_pending' : null;
}
