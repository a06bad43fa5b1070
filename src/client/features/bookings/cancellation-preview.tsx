import { useClockWithAlarm } from '#client/ui/use-clock-with-alarm.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { type Cancellation, cancellationAmounts, nextShareChange, type RefundShare, refundShare } from '#shared/domain/cancellation.ts';
import { formatRupees, toCents, toRupees } from '#shared/domain/money.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import classes from './cancellation-preview.module.css';
import { CancellationTerms } from './cancellation-terms.tsx';

export type CancellationPreviewProps = { booking: BookingView; by: Party; zone: string };

/** By the functions that the server asks, so that what is said before is what is kept after; it changes in the moment in which the terms do. */
export function CancellationPreview({ booking: { status, startTime, amount }, by, zone }: CancellationPreviewProps) {
  const at = (now: Date): Cancellation => ({ by, status, startTime, now });
  const now = useClockWithAlarm((present) => nextShareChange(at(present))?.at ?? null);
  const { refund, tutorGets, platformFee } = figuresOf(amount, refundShare(at(now)));

  return (
    <CancellationTerms refund={toRupees(refund)} tutorShare={toRupees(tutorGets)} platformFee={toRupees(platformFee)}>
      <p>{NO_PAYMENT}</p>
      {by === 'student' && (
        <p aria-live="polite">
          <WhatChanges cancellation={at(now)} amount={amount} zone={zone} />
        </p>
      )}
    </CancellationTerms>
  );
}

type WhatChangesProps = { cancellation: Cancellation; amount: number; zone: string };

function WhatChanges({ cancellation, amount, zone }: WhatChangesProps) {
  if (cancellation.status === 'pending') return 'Until your tutor confirms this request, you get everything back.';
  const next = nextShareChange(cancellation);
  if (!next) return 'Less than 2 hours before the start, you get nothing back.';
  const rupees = (share: RefundShare) => <span className={classes.rupees}>{formatRupees(toRupees(figuresOf(amount, share).refund))}</span>;
  return (
    <>
      {'Until '}
      <ZonedInstant at={next.at} zone={zone} />
      {', you get '}
      {rupees(refundShare(cancellation))}
      {' back; from then on, '}
      {next.share === 0 ? 'nothing' : rupees(next.share)}.
    </>
  );
}

function figuresOf(amount: number, share: RefundShare) {
  return cancellationAmounts(toCents(amount), share);
}
