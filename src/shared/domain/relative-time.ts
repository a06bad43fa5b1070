import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { ENGLISH, type Texts } from './texts.ts';

/** A future instant (wrong clock) counts as less than a minute ago. */
export function relativeTime(instant: Date, now: Date, t: Texts = ENGLISH): string {
  const minutes = Math.floor((now.getTime() - instant.getTime()) / MINUTE_MS);
  if (minutes < 1) return t`less than a minute ago`;
  if (minutes < 60) return minutes === 1 ? t`1 minute ago` : t`${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? t`1 hour ago` : t`${hours} hours ago`;
  const days = Math.floor(hours / 24);
  if (days < 30) return days === 1 ? t`1 day ago` : t`${days} days ago`;
  if (days < 365) return days < 60 ? t`1 month ago` : t`${Math.floor(days / 30)} months ago`;
  const years = Math.floor(days / 365);
  return years === 1 ? t`1 year ago` : t`${years} years ago`;
}
