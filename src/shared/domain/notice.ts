import type { ErrorCode, Refusal } from '#shared/errors.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { ENGLISH, type Texts } from './texts.ts';

/** Applies the tutor's own notice. The platform's rule, not before the next day, applies in addition. */
export function firstStartAfterNotice(now: Date, noticeHours = 0): Date {
  return new Date(now.getTime() + noticeHours * HOUR_MS);
}

/** `24 hours`, `2 days`, `1 week` */
export function formatNotice(hours: number, t: Texts = ENGLISH): string {
  if (hours === 168) return t`1 week`;
  if (hours > 24 && hours % 24 === 0) return t`${hours / 24} days`;
  return hours === 1 ? t`1 hour` : t`${hours} hours`;
}

// Whole sentences, because not every language has a genitive for `week's`.
function possessiveNotice(hours: number, t: Texts): string {
  if (hours === 168) return t`1 week's`;
  if (hours > 24 && hours % 24 === 0) return t`${hours / 24} days'`;
  return hours === 1 ? t`1 hour's` : t`${hours} hours'`;
}

/** The parameters of a refusal's sentence: `2 days'`, `1 week's`. */
export function refusalFor(problem: ErrorCode, hours = 0): Refusal {
  if (problem !== 'booking.notice') return {};
  return { params: { notice: possessiveNotice(hours, ENGLISH) } };
}
