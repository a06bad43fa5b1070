import { Button } from '@mantine/core';
import { CalendarPlus } from 'lucide-react';
import { ProposeButton } from '#client/features/booking-proposals/index.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { ActionBar } from '#client/ui/action-bar.tsx';
import { getNow } from '#client/ui/clock.ts';
import { saveFile } from '#client/ui/save-file.ts';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { toast } from '#client/ui/toasts.ts';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { joinState } from '#shared/domain/meeting-link.ts';
import { wallClock } from '#shared/domain/zone.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import classes from './booking-page.module.css';
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
        {!isTutorsTurn && transitions.buttons}
      </div>
      {transitions.dialogs}
      {review.dialog}
    </div>
  );
}

const loadCalendarText = () => import('#shared/domain/calendar-text.ts');

/** The file of a cancelled session removes it from the calendar. */
function CalendarButton({ booking, by }: { booking: BookingDetails; by: Party }) {
  const zone = useTimeZone();
  const isCancelled = booking.status === 'cancelled';
  const save = useOneAtATime(async () => {
    try {
      const { calendarEntryOf, calendarText } = await loadCalendarText();
      const entry = calendarEntryOf(booking, { appUrl: window.location.origin, role: by });
      const text = calendarText([entry], { name: pageConfig().appName, now: getNow() });
      saveFile({ name: `session-${wallClock(booking.startTime, zone).date}.ics`, type: 'text/calendar;charset=utf-8', text });
    } catch {
      toast.error('The calendar file could not be made. Please try again.');
    }
  });

  if (booking.status !== 'confirmed' && !(isCancelled && booking.confirmedAt)) return null;
  return (
    <Button variant="default" leftSection={<CalendarPlus size={18} aria-hidden="true" />} onClick={() => void save()}>
      {isCancelled ? 'Update calendar' : 'Add to calendar'}
    </Button>
  );
}
