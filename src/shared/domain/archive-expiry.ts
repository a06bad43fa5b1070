import { ARCHIVES } from '#shared/vocabulary/privacy.ts';

export function archiveExpiry(readyAt: Date): Date {
  return new Date(readyAt.getTime() + ARCHIVES.hours * 3_600_000);
}
