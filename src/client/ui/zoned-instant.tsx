import { formatInstant, formatTime, wallClock } from '#shared/domain/zone.ts';
import { useTimeZone } from './use-time-zone.ts';
import { cityOf, getOtherZone } from './viewer-zone.ts';

export type ZonedInstantProps = { at: Date; zone?: string };

/** In the platform's zone, and in the viewer's own where that differs. */
export function ZonedInstant({ at }: ZonedInstantProps) {
  const zone = useTimeZone();
  const own = getOtherZone(zone, at);
  return (
    <>
      <time dateTime={at.toISOString()}>{formatInstant(at, zone)}</time>
      {own && ` (${formatOwn({ at, zone, own })} in ${cityOf(own)})`}
    </>
  );
}

/** Without the date where it is the same. */
function formatOwn({ at, zone, own }: { at: Date; zone: string; own: string }): string {
  return wallClock(at, own).date === wallClock(at, zone).date ? formatTime(at, own) : formatInstant(at, own);
}
