import type { ErrorCode, Refusal } from '#shared/errors.ts';

const HOUR = 3_600_000;

/** The tutor's own notice. The platform's rule, not before the next day, holds besides. */
export function firstStartAfterNotice(now: Date, noticeHours = 0): Date {
  return new Date(now.getTime() + noticeHours * HOUR);
}

/** `24 hours`, `2 days`, `1 week` */
export function formatNotice(hours: number): string {
  if (hours === 168) return '1 week';
  if (hours > 24 && hours % 24 === 0) return `${hours / 24} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** What the sentence of a refusal needs: `2 days'`, `1 week's`. */
export function refusalFor(problem: ErrorCode, hours = 0): Refusal {
  if (problem !== 'booking.notice') return {};
  const text = formatNotice(hours);
  return { params: { notice: text.endsWith('s') ? `${text}'` : `${text}'s` } };
}
