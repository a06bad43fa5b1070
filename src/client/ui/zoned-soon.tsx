import { formatDay, formatTime, wallClock } from '#shared/domain/zone.ts';
import { useTimeZone } from './use-time-zone.ts';
import { cityOf, otherZone } from './viewer-zone.ts';
import classes from './zoned-soon.module.css';

export type ZonedSoonProps = { at: Date; zone?: string };

/** An instant of the next weeks, in the platform's zone, and in the viewer's own where that differs. */
export function ZonedSoon({ at }: ZonedSoonProps) {
  const zone = useTimeZone();
  const own = otherZone(zone, at);
  return (
    <>
      <time dateTime={at.toISOString()}>{soonInWords(at, zone)}</time>
      {own && <span className={classes.own}>{` ${ownWords({ at, zone, own })} in ${cityOf(own)}`}</span>}
    </>
  );
}

/** `Tue, 24 Nov, 4:00 PM`: of the next weeks the year says nothing. */
function soonInWords(at: Date, zone: string): string {
  return `${formatDay(at, zone).slice(0, -5)}, ${formatTime(at, zone)}`;
}

/** Without the date where it is the same. */
function ownWords({ at, zone, own }: { at: Date; zone: string; own: string }): string {
  return wallClock(at, own).date === wallClock(at, zone).date ? formatTime(at, own) : soonInWords(at, own);
}
