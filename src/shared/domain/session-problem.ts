import type { ErrorCode } from '#shared/errors.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import { PROBLEM_DAYS } from '#shared/vocabulary/limits.ts';

const DAY = 86_400_000;

type Session = { status: BookingStatus; startTime: Date; endTime: Date };

export function problemRefusal({ status, startTime, endTime }: Session, now: Date): ErrorCode | null {
  if (status !== 'confirmed' && status !== 'completed') return 'problem.status';
  if (now < startTime) return 'problem.too_early';
  return now.getTime() > endTime.getTime() + PROBLEM_DAYS * DAY ? 'problem.too_late' : null;
}
