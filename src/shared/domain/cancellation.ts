import type { BookingActor, BookingStatus } from '#shared/vocabulary/bookings.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { type Cents, feeOf } from './money.ts';

export type RefundShare = 1 | 0.5 | 0;
export type Cancellation = { by: BookingActor; status: BookingStatus; startTime: Date; now: Date };
export type ShareChange = { at: Date; share: RefundShare };
export type CancellationAmounts = { refund: Cents; retained: Cents; platformFee: Cents; tutorGets: Cents };

export function refundShare({ by, status, startTime, now }: Cancellation): RefundShare {
  if (by !== 'student' || status === 'pending') return 1;
  const notice = startTime.getTime() - now.getTime();
  if (notice > 24 * HOUR_MS) return 1;
  return notice >= 2 * HOUR_MS ? 0.5 : 0;
}

export function nextShareChange({ by, status, startTime, now }: Cancellation): ShareChange | null {
  if (by !== 'student' || status === 'pending') return null;
  const before = (milliseconds: number) => new Date(startTime.getTime() - milliseconds);
  // The 50% period includes both of its ends, so the next one begins a millisecond later.
  const changes: ShareChange[] = [
    { at: before(24 * HOUR_MS), share: 0.5 },
    { at: before(2 * HOUR_MS - 1), share: 0 },
  ];
  return changes.find(({ at }) => now < at) ?? null;
}

/** What the student owes of the price. */
export const retainedOf = (amount: Cents, cancellation: Cancellation): Cents => cancellationAmounts(amount, refundShare(cancellation)).retained;

/** The four amounts add up to the cent. */
export function cancellationAmounts(amount: Cents, share: RefundShare): CancellationAmounts {
  const refund = Math.round(amount * share);
  const retained = amount - refund;
  const platformFee = feeOf(retained);
  return { refund, retained, platformFee, tutorGets: retained - platformFee };
}
