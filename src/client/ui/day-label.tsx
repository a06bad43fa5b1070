import { formatDay } from '#shared/domain/zone.ts';
import { useTimeZone } from './use-time-zone.ts';

export type DayLabelProps = { at: Date | null | undefined; zone?: string };

/** The date of an instant, and a word where there is none. */
export function DayLabel({ at }: DayLabelProps) {
  const zone = useTimeZone();
  if (!at || Number.isNaN(at.getTime())) return 'Recently';
  return <time dateTime={at.toISOString()}>{formatDay(at, zone)}</time>;
}
