import { Check, Circle, X } from 'lucide-react';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import classes from './booking-timeline.module.css';
import { timelineOf } from './timeline.ts';
import { ZonedInstant } from './zoned-instant.tsx';

const ICONS = { done: Check, ahead: Circle, cancelled: X } as const;

export type BookingTimelineProps = { booking: BookingDetails; role: Role; now: Date; zone: string };

/** What has become of the booking, and what is still to come. */
export function BookingTimeline({ booking, role, now, zone }: BookingTimelineProps) {
  return (
    <ol className={classes.steps}>
      {timelineOf(booking, role, now).map(({ state, label, at, note }) => {
        const Icon = ICONS[state];
        return (
          <li key={label} className={classes.step} data-state={state}>
            <span className={classes.icon}>
              <Icon size={16} aria-hidden="true" />
            </span>
            <p className={classes.label}>{label}</p>
            {at && (
              <p className={classes.note}>
                <ZonedInstant at={at} zone={zone} />
              </p>
            )}
            {note && <p className={classes.note}>{note}</p>}
          </li>
        );
      })}
    </ol>
  );
}
