import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { ARCHIVES } from '#shared/vocabulary/privacy.ts';

export function archiveExpiry(readyAt: Date): Date {
  return new Date(readyAt.getTime() + ARCHIVES.hours * HOUR_MS);
}
