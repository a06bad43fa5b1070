import { formatDay, formatTime, wallClock } from '#shared/domain/zone.ts';
import { useTimeZone } from './use-time-zone.ts';
import { cityOf, getOtherZone } from './viewer-zone.ts';
import classes from './zoned-soon.module.css';

export type ZonedSoonProps = { at: Date; zone?: string };

/** An instant of the next weeks, in the platform's zone, and in the viewer's own where that differs. */
export function ZonedSoon({ at }: ZonedSoonProps) {
  const zone = useTimeZone();
  const own = getOtherZone(zone, at);
  return (
    <>
      <time dateTime={at.toISOString()}>{formatSoon(at, zone)}</time>
      {own && <span className={classes.own}>{` ${formatOwn({ at, zone, own })} in ${cityOf(own)}`}</span>}
    </>
  );
}

/** `Tue, 24 Nov, 4:00 PM`: of the next weeks the year says nothing. */
function formatSoon(at: Date, zone: string): string {
  return `${formatDay(at, zone).slice(0, -5)}, ${formatTime(at, zone)}`;
}

/** Without the date where it is the same. */
function formatOwn({ at, zone, own }: { at: Date; zone: string; own: string }): string {
  return wallClock(at, own).date === wallClock(at, zone).date ? formatTime(at, own) : formatSoon(at, own);
}
