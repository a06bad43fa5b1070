import { Fragment } from 'react';
import { formatRange, formatTime, wallClock } from '#shared/domain/zone.ts';
import { useTimeZone } from './use-time-zone.ts';
import { cityOf, getOtherZone, zoneLabel } from './viewer-zone.ts';
import classes from './zoned-time.module.css';

export type ZonedTimeProps = { start: Date; end: Date; zone?: string };

/** When a session is, in the platform's zone, and in the viewer's own where that differs. */
export function ZonedTime({ start, end }: ZonedTimeProps) {
  const zone = useTimeZone();
  const own = getOtherZone(zone, start);
  return (
    <span className={classes.time}>
      <time dateTime={start.toISOString()}>
        {formatRange(start, end, zone)
          .split(', ')
          .map((part, index) => (
            <Fragment key={part}>
              {index > 0 && ', '}
              <span className={classes.part}>{part}</span>
            </Fragment>
          ))}
      </time>
      {own && <span className={classes.own}>{`In ${cityOf(own)}: ${formatOwnRange({ start, end, zone, own })}`}</span>}
    </span>
  );
}

/** Without the date where it is the same. */
function formatOwnRange({ start, end, zone, own }: { start: Date; end: Date; zone: string; own: string }): string {
  const isSameDay = [start, end].every((at) => wallClock(at, own).date === wallClock(start, zone).date);
  return isSameDay ? `${formatTime(start, own)} – ${formatTime(end, own)}` : formatRange(start, end, own);
}

export type ZoneNoteProps = { zone?: string; now: Date };

/** Says in which zone the times are. */
export function ZoneNote({ now }: ZoneNoteProps) {
  const zone = useTimeZone();
  const own = getOtherZone(zone, now);
  return (
    <p className={classes.note}>
      {own ? `Times are in ${zoneLabel(zone)}. Your device is set to ${zoneLabel(own)}, so both are shown.` : `Times are in ${zoneLabel(zone)}.`}
    </p>
  );
}
