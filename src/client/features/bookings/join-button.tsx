import { Button } from '@mantine/core';
import { Video } from 'lucide-react';
import { useId } from 'react';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { type JoinState, joinState } from '#shared/domain/meeting-link.ts';
import classes from './join-button.module.css';

const REASONS = {
  early: 'Opens 15 minutes before the start.',
  over: 'This session is over.',
} as const satisfies Record<Exclude<JoinState, 'open'>, string>;

export type JoinButtonProps = { booking: BookingView; now: Date };

/** Into the meeting while it is open; before and after, why not. Nothing where there is none. */
export function JoinButton({ booking, now }: JoinButtonProps) {
  const reasonId = useId();
  const state = joinState(booking, now);
  if (state === null || !booking.meetingLink) return null;
  const icon = <Video size={18} aria-hidden="true" />;

  if (state === 'open') {
    return (
      <Button component="a" href={booking.meetingLink} target="_blank" rel="noopener noreferrer" leftSection={icon}>
        Join
      </Button>
    );
  }
  return (
    <span className={classes.join}>
      <Button disabled aria-describedby={reasonId} leftSection={icon}>
        Join
      </Button>
      <span id={reasonId} className={classes.reason}>
        {REASONS[state]}
      </span>
    </span>
  );
}
