import { Timer } from 'lucide-react';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { countdown, timeState } from '#shared/domain/booking-lifecycle.ts';
import classes from './countdown.module.css';

export type CountdownProps = { booking: BookingView; now: Date };

/** How far a confirmed session is away; nothing for any other. */
export function Countdown({ booking, now }: CountdownProps) {
  const label = countdown(booking, now);
  if (!label) return null;
  return (
    <p className={classes.countdown} data-state={timeState(booking, now)}>
      <Timer size={16} aria-hidden="true" />
      {label}
    </p>
  );
}
