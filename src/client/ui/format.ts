import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { formatNumber } from '#shared/domain/numbers.ts';
import { lengthOf, visibleLength } from './text-length.ts';

export function formatReviewCount(i18n: I18n, count: number): string {
  return i18n._(count === 0 ? msg`No reviews yet` : msg`${plural(count, { one: '# review', other: '# reviews' })}`);
}

export function formatStudentCount(i18n: I18n, count: number): string {
  return i18n._(count === 0 ? msg`No students yet` : msg`${plural(count, { one: '# student', other: '# students' })}`);
}

export function formatExperience(i18n: I18n, years: number): string {
  return years === 0 ? '' : i18n._(msg`${plural(years, { one: '# year of experience', other: '# years of experience' })}`);
}

export function formatLessonCount(i18n: I18n, count: number): string {
  return count === 0 ? '' : i18n._(msg`${plural(count, { one: '# lesson', other: '# lessons' })}`);
}

export function formatLength(i18n: I18n, text: string, { min, max }: { min: number; max: number }): string {
  const missing = min - visibleLength(text);
  if (missing > 0) return i18n._(msg`${plural(missing, { one: '# more character needed', other: '# more characters needed' })}`);
  const [written, most] = [formatNumber(lengthOf(text)), formatNumber(max)];
  return i18n._(msg`${written} of ${most} characters`);
}

/** `S.`, `K. M.`, `A` */
const INITIALS = /^(\p{L}\p{M}*\.)+$|^\p{L}$/u;

export function getFirstName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.find((word) => !INITIALS.test(word)) ?? name.trim();
}

/** Without what only separates the digits for the eye. */
export const toTelUrl = (phone: string): string => `tel:${phone.replaceAll(/[\s().-]/g, '')}`;
