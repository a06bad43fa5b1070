import { describe, expect, it } from 'vitest';
import { pendingProblem, requestsLeft } from '#shared/domain/booking-request.ts';

describe('the requests that a student has left', () => {
  // spec s8-limits.14 | S8 D | The booking modal offers as many weeks as the student has requests left, says why not more, and says at once where
  //   none is left | src/shared/domain/booking-request.ts, src/shared/domain/free-times.ts
  it.each([
    [{ all: 0, ofTutor: 0 }, true, 3, 'booking.too_many_pending_tutor'],
    [{ all: 2, ofTutor: 2 }, true, 1, 'booking.too_many_pending_tutor'],
    [{ all: 3, ofTutor: 3 }, true, 0, 'booking.too_many_pending_tutor'],
    [{ all: 8, ofTutor: 0 }, true, 2, 'booking.too_many_pending'],
    [{ all: 10, ofTutor: 0 }, true, 0, 'booking.too_many_pending'],
    [{ all: 10, ofTutor: 3 }, true, 0, 'booking.too_many_pending_tutor'],
    [{ all: 12, ofTutor: 4 }, true, 0, 'booking.too_many_pending_tutor'],
    [{ all: 0, ofTutor: 0 }, false, 2, 'booking.email_unconfirmed'],
    [{ all: 2, ofTutor: 2 }, false, 0, 'booking.email_unconfirmed'],
    [{ all: 3, ofTutor: 3 }, false, 0, 'booking.email_unconfirmed'],
  ] as const)('of %o, address confirmed: %s, are %i, until %s', (pending, isEmailConfirmed, left, limit) => {
    expect(requestsLeft(pending, isEmailConfirmed)).toEqual({ left, limit });
    expect(pendingProblem(pending, isEmailConfirmed)).toBe(left === 0 ? limit : null);
  });
});
