import type { BookingView } from '#shared/contracts/bookings.ts';
import { type ReviewDialog, useReview } from './use-review.tsx';

export type ReviewButtonProps = { booking: BookingView; Dialog: ReviewDialog };

/** For the student of a completed session. */
export function ReviewButton({ booking, Dialog }: ReviewButtonProps) {
  const { button, dialog } = useReview(booking, Dialog);
  return (
    <>
      {button}
      {dialog}
    </>
  );
}
