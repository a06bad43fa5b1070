import { createContext, use } from 'react';
import { formatTime, formatWeekday, offsetAt, wallClock } from '#shared/domain/zone.ts';
import { DAY_MS } from '#shared/vocabulary/durations.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { useIsHydrated } from './hydration.ts';

const TimeZoneContext = createContext<string | null>(null);

export const TimeZoneProvider = TimeZoneContext.Provider;

export function useTimeZone(): string {
  const zone = use(TimeZoneContext);
  if (zone === null) throw new Error('useTimeZone needs a TimeZoneProvider');
  return zone;
}

export function getOtherZone(zone: string, now: Date, given?: string): string | null {
  const moments = [now, new Date(now.getTime() + BOOKING.daysAhead * DAY_MS)];
  // Intl would tell the name of the zone, but its first use takes a slow phone a quarter of a second.
  if (given === undefined && moments.every((at) => -at.getTimezoneOffset() === offsetAt(at, zone))) return null;
  const device = given ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!device || device === zone) return null;
  const differs = moments.some((at) => Number.isFinite(offsetAt(at, device)) && offsetAt(at, device) !== offsetAt(at, zone));
  return differs ? device : null;
}

/** The zone of the device where it differs; the server knows none, so it is filled in after hydration. */
export function useOtherZone(zone: string, at: Date): string | null {
  const isHydrated = useIsHydrated();
  return isHydrated ? getOtherZone(zone, at) : null;
}

/** In the viewer's own zone; with its day where that is another one there: `Wed 12:30 AM`. */
export function formatOwnTime(at: Date, zone: string, own: string, locale?: string): string {
  const { date } = wallClock(at, own);
  const time = formatTime(at, own, locale);
  return date === wallClock(at, zone).date ? time : `${formatWeekday(date, locale)} ${time}`;
}
