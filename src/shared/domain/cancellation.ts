import type { BookingActor, BookingStatus } from '#shared/vocabulary/bookings.ts';
import { type Cents, feeOf } from './money.ts';

export type RefundShare = 1 | 0.5 | 0;
export type Cancellation = { by: BookingActor; status: BookingStatus; startTime: Date; now: Date };
/** From then on, and not a moment earlier. */
export type ShareChange = { at: Date; share: RefundShare };
export type CancellationFigures = { refund: Cents; retained: Cents; platformFee: Cents; tutorGets: Cents };

const HOUR = 3_600_000;

/** The share of the price that a cancellation gives back to the student. */
export function refundShare({ by, status, startTime, now }: Cancellation): RefundShare {
  if (by !== 'student' || status === 'pending') return 1;
  const notice = startTime.getTime() - now.getTime();
  if (notice > 24 * HOUR) return 1;
  return notice >= 2 * HOUR ? 0.5 : 0;
}

/** When waiting alone next changes that share, and to what; null where it no longer does. */
export function nextShareChange({ by, status, startTime, now }: Cancellation): ShareChange | null {
  if (by !== 'student' || status === 'pending') return null;
  const before = (milliseconds: number) => new Date(startTime.getTime() - milliseconds);
  // Both ends of the band belong to it: it begins at its first, and is over a moment after its last.
  const changes: ShareChange[] = [
    { at: before(24 * HOUR), share: 0.5 },
    { at: before(2 * HOUR - 1), share: 0 },
  ];
  return changes.find(({ at }) => now < at) ?? null;
}

/** Who gets what of the price; the four figures add up to the cent. */
export function cancellationFigures(amount: Cents, share: RefundShare): CancellationFigures {
  const refund = Math.round(amount * share);
  const retained = amount - refund;
  const platformFee = feeOf(retained);
  return { refund, retained, platformFee, tutorGets: retained - platformFee };
}
