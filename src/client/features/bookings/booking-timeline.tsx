import { CalendarSync, Check, Circle, X } from 'lucide-react';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import classes from './booking-timeline.module.css';
import { timelineOf } from './timeline.ts';

const ICONS = { done: Check, ahead: Circle, cancelled: X } as const;

export type BookingTimelineProps = { booking: BookingDetails; role: Role; now: Date; zone: string };

/** What has become of the booking, and what is still to come. */
export function BookingTimeline({ booking, role, now, zone }: BookingTimelineProps) {
  return (
    <ol className={classes.steps}>
      {timelineOf(booking, role, now).map(({ state, label, at, note, moved, otherwise }) => {
        const Icon = moved ? CalendarSync : ICONS[state];
        return (
          <li key={moved ? `${label} ${at?.toISOString()}` : label} className={classes.step} data-state={state}>
            <span className={classes.icon}>
              <Icon size={16} aria-hidden="true" />
            </span>
            <p className={classes.label}>{label}</p>
            {at && (
              <p className={classes.note}>
                <ZonedInstant at={at} zone={zone} />
              </p>
            )}
            {moved && (
              <>
                <p className={classes.note}>
                  {'From '}
                  <ZonedInstant at={moved.from} zone={zone} />
                </p>
                <p className={classes.note}>
                  {'To '}
                  <ZonedInstant at={moved.to} zone={zone} />
                </p>
              </>
            )}
            {note && <p className={classes.note}>{note}</p>}
            {otherwise && (
              <p className={classes.note}>
                {`${otherwise.words} `}
                <ZonedInstant at={otherwise.at} zone={zone} />
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
