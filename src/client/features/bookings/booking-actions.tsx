import { ActionBar } from '#client/ui/action-bar.tsx';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { joinState } from '#shared/domain/meeting-link.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import classes from './booking-page.module.css';
import type { BookingParts } from './booking-parts.ts';
import { CalendarButton } from './calendar-button.tsx';
import { JoinButton } from './join-button.tsx';
import { movesOf } from './moves.ts';
import { useMoves } from './use-moves.tsx';
import { useReview } from './use-review.tsx';

export type BookingActionsProps = { booking: BookingDetails; by: Party; now: Date; zone: string; parts: BookingParts };

/** What a party can do with the booking now: what it waits for within reach of the thumb, the rest beside it. */
export function BookingActions({ booking, by, now, zone, parts: { ReviewDialog, ProposeButton } }: BookingActionsProps) {
  const canJoin = joinState(booking, now) === 'open';
  const isTutorsTurn = by === 'tutor' && movesOf(booking, by, now).some((to) => to !== 'cancelled');
  const moves = useMoves({ booking, by, now, zone });
  const review = useReview(booking, by === 'student' ? ReviewDialog : undefined);
  const isReviewAwaited = review.button !== null && !booking.isReviewed;

  return (
    <div className={classes.actions}>
      {(canJoin || isTutorsTurn || isReviewAwaited) && (
        <ActionBar>
          {canJoin && <JoinButton booking={booking} now={now} />}
          {isTutorsTurn && moves.buttons}
          {isReviewAwaited && review.button}
        </ActionBar>
      )}
      <div className={classes.tools}>
        {ProposeButton && <ProposeButton booking={booking} role={by} now={now} zone={zone} />}
        <CalendarButton booking={booking} by={by} zone={zone} />
        {!isReviewAwaited && review.button}
        {!isTutorsTurn && moves.buttons}
      </div>
      {moves.dialogs}
      {review.dialog}
    </div>
  );
}
