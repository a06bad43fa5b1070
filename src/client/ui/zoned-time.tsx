import { Text } from '@mantine/core';
import { cityOf, formatDay, formatInstant, formatRange, formatTime, wallClock, zoneLabel } from '#shared/domain/zone.ts';
import { useOtherZone, useTimeZone } from './time-zone.ts';
import classes from './zoned-time.module.css';

export type ZonedTimeProps = { start: Date; end: Date };

export function ZonedTime({ start, end }: ZonedTimeProps) {
  const zone = useTimeZone();
  const own = useOtherZone(zone, start);
  const [day, ...rest] = formatRange(start, end, zone).split(', ');
  return (
    <span style={{ display: 'inline-grid' }}>
      <time dateTime={start.toISOString()}>
        <NoBreak>{day}</NoBreak>
        {rest.map((part) => (
          <span key={part}>
            {', '}
            <NoBreak>{part}</NoBreak>
          </span>
        ))}
      </time>
      {own && (
        <Text span size="sm" c="dimmed">
          {`In ${cityOf(own)}: ${formatOwnRange({ start, end, zone, own })}`}
        </Text>
      )}
    </span>
  );
}

function NoBreak({ children }: { children: string | undefined }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{children}</span>;
}

export function formatOwnRange({ start, end, zone, own }: { start: Date; end: Date; zone: string; own: string }): string {
  const isSameDay = [start, end].every((at) => wallClock(at, own).date === wallClock(start, zone).date);
  return isSameDay ? `${formatTime(start, own)} – ${formatTime(end, own)}` : formatRange(start, end, own);
}

export type ZonedInstantProps = { at: Date };

export function ZonedInstant({ at }: ZonedInstantProps) {
  const zone = useTimeZone();
  const own = useOtherZone(zone, at);
  return (
    <>
      <time dateTime={at.toISOString()}>{formatInstant(at, zone)}</time>
      {own && ` (${formatOwn({ at, zone, own, format: formatInstant })} in ${cityOf(own)})`}
    </>
  );
}

export function ZonedSoon({ at }: ZonedInstantProps) {
  const zone = useTimeZone();
  const own = useOtherZone(zone, at);
  return (
    <>
      <time dateTime={at.toISOString()}>{formatSoon(at, zone)}</time>
      {own ? (
        <Text span display="block" size="sm" c="dimmed">
          {` ${formatOwn({ at, zone, own, format: formatSoon })} in ${cityOf(own)}`}
        </Text>
      ) : (
        <OwnTimeRoom />
      )}
    </>
  );
}

/** Where the clock of the device differs, it takes the place of the line that `ZonedSoon` adds, so that nothing moves then. */
export function OwnTimeRoom() {
  return <span className={classes.room} aria-hidden="true" />;
}

/** `Tue, 24 Nov, 4:00 PM`, without the year. */
function formatSoon(at: Date, zone: string): string {
  return `${formatDay(at, zone).slice(0, -5)}, ${formatTime(at, zone)}`;
}

type Format = (at: Date, zone: string) => string;

function formatOwn({ at, zone, own, format }: { at: Date; zone: string; own: string; format: Format }): string {
  return wallClock(at, own).date === wallClock(at, zone).date ? formatTime(at, own) : format(at, own);
}

export function ZoneNote({ now }: { now: Date }) {
  const zone = useTimeZone();
  const own = useOtherZone(zone, now);
  return (
    <Text span display="block" size="sm" c="dimmed">
      {own ? `Times are in ${zoneLabel(zone)}. Your device is set to ${zoneLabel(own)}, so both are shown.` : `Times are in ${zoneLabel(zone)}.`}
    </Text>
  );
}

export function DayLabel({ at }: { at: Date | null | undefined }) {
  const zone = useTimeZone();
  if (!at || Number.isNaN(at.getTime())) return 'Recently';
  return <time dateTime={at.toISOString()}>{formatDay(at, zone)}</time>;
}
