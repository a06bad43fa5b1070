import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { textsOf } from '#shared/domain/texts.ts';
import { cityOf, formatDay, formatInstant, formatNearDate, formatRange, formatTime, rangeParts, wallClock } from '#shared/domain/zone.ts';
import { useOtherZone, useTimeZone } from './time-zone.ts';
import classes from './zoned-time.module.css';

export type ZonedTimeProps = { start: Date; end: Date };

export function ZonedTime({ start, end }: ZonedTimeProps) {
  const zone = useTimeZone();
  const own = useOtherZone(zone, start);
  const { i18n } = useLingui();
  return (
    <span style={{ display: 'inline-grid' }}>
      <time dateTime={start.toISOString()}>
        {rangeParts(start, end, zone, i18n.locale).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same, and their order is fixed.
          <Fragment key={index}>
            {index > 0 && ' '}
            <span style={{ whiteSpace: 'nowrap' }}>{part}</span>
          </Fragment>
        ))}
      </time>
      {own && (
        <Text span size="sm" c="dimmed">
          <OwnRange city={cityOf(own)} range={formatOwnRange({ start, end, zone, own, locale: i18n.locale })} />
        </Text>
      )}
    </span>
  );
}

function OwnRange({ city, range }: { city: string; range: string }) {
  return (
    <Trans>
      In {city}: {range}
    </Trans>
  );
}

export type OwnRangeOptions = { start: Date; end: Date; zone: string; own: string; locale?: string };

export function formatOwnRange({ start, end, zone, own, locale }: OwnRangeOptions): string {
  const isSameDay = [start, end].every((at) => wallClock(at, own).date === wallClock(start, zone).date);
  return isSameDay ? `${formatTime(start, own, locale)} – ${formatTime(end, own, locale)}` : formatRange(start, end, own, locale);
}

export type ZonedInstantProps = { at: Date };

export function ZonedInstant({ at }: ZonedInstantProps) {
  const zone = useTimeZone();
  const own = useOtherZone(zone, at);
  const { i18n } = useLingui();
  const instant = <time dateTime={at.toISOString()}>{formatInstant(at, zone, i18n.locale)}</time>;
  if (!own) return instant;
  const [time, city] = [formatOwn({ at, zone, own, format: formatInstant, locale: i18n.locale }), cityOf(own)];
  return (
    <Trans>
      {instant} ({time} in {city})
    </Trans>
  );
}

export function ZonedSoon({ at }: ZonedInstantProps) {
  const zone = useTimeZone();
  const own = useOtherZone(zone, at);
  const { i18n } = useLingui();
  return (
    <>
      <time dateTime={at.toISOString()}>{formatSoon(at, zone, i18n.locale)}</time>
      {own ? (
        <Text span display="block" size="sm" c="dimmed">
          {' '}
          <OwnTime time={formatOwn({ at, zone, own, format: formatSoon, locale: i18n.locale })} city={cityOf(own)} />
        </Text>
      ) : (
        <OwnTimeRoom />
      )}
    </>
  );
}

function OwnTime({ time, city }: { time: string; city: string }) {
  return (
    <Trans>
      {time} in {city}
    </Trans>
  );
}

/** Where the clock of the device differs, it takes the place of the line that `ZonedSoon` adds, so that nothing moves then. */
export function OwnTimeRoom() {
  return <span className={classes.room} aria-hidden="true" />;
}

/** `Tue, 24 Nov, 4:00 PM`, without the year. */
function formatSoon(at: Date, zone: string, locale: string): string {
  return `${formatNearDate(wallClock(at, zone).date, locale)}, ${formatTime(at, zone, locale)}`;
}

type Format = (at: Date, zone: string, locale: string) => string;

function formatOwn({ at, zone, own, format, locale }: { at: Date; zone: string; own: string; format: Format; locale: string }): string {
  return wallClock(at, own).date === wallClock(at, zone).date ? formatTime(at, own, locale) : format(at, own, locale);
}

export function ZoneNote({ now }: { now: Date }) {
  const zone = useTimeZone();
  const own = useOtherZone(zone, now);
  const { i18n } = useLingui();
  const city = cityOf(zone, textsOf(i18n));
  const ownCity = own && cityOf(own);
  return (
    <Text span display="block" size="sm" c="dimmed">
      {ownCity ? (
        <Trans>
          Times are in {city} time. Your device is set to {ownCity} time, so both are shown.
        </Trans>
      ) : (
        <Trans>Times are in {city} time.</Trans>
      )}
    </Text>
  );
}

export function DayLabel({ at }: { at: Date | null | undefined }) {
  const zone = useTimeZone();
  const { i18n } = useLingui();
  if (!at || Number.isNaN(at.getTime())) return <Trans>Recently</Trans>;
  return <time dateTime={at.toISOString()}>{formatDay(at, zone, i18n.locale)}</time>;
}
