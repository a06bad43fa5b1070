import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';

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

/** Without what only separates the digits for the eye. */
export const toTelUrl = (phone: string): string => `tel:${phone.replaceAll(/[\s().-]/g, '')}`;
