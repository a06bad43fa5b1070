import type { BookingActor, BookingStatus } from '#shared/vocabulary/bookings.ts';
import { type Cents, feeOf } from './money.ts';

export type RefundShare = 1 | 0.5 | 0;
export type Cancellation = { by: BookingActor; status: BookingStatus; startTime: Date; now: Date };
export type CancellationFigures = { refund: Cents; retained: Cents; platformFee: Cents; tutorGets: Cents };

const HOUR = 3_600_000;

/** The share of the price that a cancellation gives back to the student. */
export function refundShare({ by, status, startTime, now }: Cancellation): RefundShare {
  if (by !== 'student' || status === 'pending') return 1;
  const notice = startTime.getTime() - now.getTime();
  if (notice > 24 * HOUR) return 1;
  return notice >= 2 * HOUR ? 0.5 : 0;
}

/** Who gets what of the price; the four figures add up to the cent. */
export function cancellationFigures(amount: Cents, share: RefundShare): CancellationFigures {
  const refund = Math.round(amount * share);
  const retained = amount - refund;
  const platformFee = feeOf(retained);
  return { refund, retained, platformFee, tutorGets: retained - platformFee };
}
