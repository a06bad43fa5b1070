import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { CalendarPlus, RotateCcw } from 'lucide-react';
import { ProposeButton } from '#client/features/booking-proposals/index.ts';
import { ActionBar } from '#client/ui/action-bar.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { joinState } from '#shared/domain/meeting-link.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { getBookAgainLink } from './book-again.ts';
import classes from './booking-page.module.css';
import { isOccupying } from './booking-text.ts';
import { useCalendarFile } from './calendar-file.ts';
import { JoinButton } from './join-button.tsx';
import { useReview } from './use-review.tsx';
import { getTransitions, useTransitions } from './use-transitions.tsx';

export type BookingActionsProps = { booking: BookingDetails; by: Party; now: Date };

export function BookingActions({ booking, by, now }: BookingActionsProps) {
  const canJoin = joinState(booking, now) === 'open';
  const isTutorsTurn = by === 'tutor' && getTransitions(booking, by, now).some((to) => to !== 'cancelled');
  const transitions = useTransitions({ booking, by, now });
  const review = useReview(booking, by);
  const isReviewAwaited = review.button !== null && !booking.isReviewed;

  return (
    <div className={classes.actions}>
      {(canJoin || isTutorsTurn || isReviewAwaited) && (
        <ActionBar>
          {canJoin && <JoinButton booking={booking} now={now} />}
          {isTutorsTurn && transitions.buttons}
          {isReviewAwaited && review.button}
        </ActionBar>
      )}
      <div className={classes.tools}>
        <ProposeButton booking={booking} role={by} now={now} />
        <CalendarButton booking={booking} by={by} />
        {!isReviewAwaited && review.button}
        {by === 'student' && !isOccupying(booking) && <BookAgain booking={booking} />}
        {!isTutorsTurn && transitions.buttons}
      </div>
      {transitions.dialogs}
      {review.dialog}
    </div>
  );
}

function BookAgain({ booking }: { booking: BookingDetails }) {
  const link = getBookAgainLink(booking);
  if (!link) return null;
  return (
    <ButtonLink {...link} variant="default" leftSection={<RotateCcw size={18} aria-hidden="true" />}>
      <Trans>Book again</Trans>
    </ButtonLink>
  );
}

function CalendarButton({ booking, by }: { booking: BookingDetails; by: Party }) {
  const save = useCalendarFile(by, () => booking);
  const isCancelled = booking.status === 'cancelled';

  if (booking.status !== 'confirmed' && !(isCancelled && booking.confirmedAt)) return null;
  return (
    <Button variant="default" leftSection={<CalendarPlus size={18} aria-hidden="true" />} onClick={save}>
      {isCancelled ? <Trans>Update calendar</Trans> : <Trans>Add to calendar</Trans>}
    </Button>
  );
}
