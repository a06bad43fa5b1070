import { offsetAt } from '#shared/domain/zone.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';

const DAY = 86_400_000;

/** `Asia/Colombo` as people say it: `Colombo time`. */
export function zoneLabel(zone: string): string {
  return `${cityOf(zone)} time`;
}

export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** The zone of the viewer's device, where its clocks differ from the platform's now or within the days that can be booked. */
export function otherZone(zone: string, now: Date, device = Intl.DateTimeFormat().resolvedOptions().timeZone): string | null {
  if (!device || device === zone) return null;
  const moments = [now, new Date(now.getTime() + BOOKING.daysAhead * DAY)];
  const differs = moments.some((at) => Number.isFinite(offsetAt(at, device)) && offsetAt(at, device) !== offsetAt(at, zone));
  return differs ? device : null;
}
