import { formatNumber } from '#shared/domain/numbers.ts';

export function formatReviewCount(count: number): string {
  if (count === 0) return 'No reviews yet';
  return count === 1 ? '1 review' : `${formatNumber(count)} reviews`;
}

export function formatStudentCount(count: number): string {
  if (count === 0) return 'No students yet';
  return count === 1 ? '1 student' : `${formatNumber(count)} students`;
}

export function formatExperience(years: number): string {
  if (years === 0) return '';
  return years === 1 ? '1 year of experience' : `${years} years of experience`;
}

export function formatLessonCount(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 lesson' : `${formatNumber(count)} lessons`;
}

export function formatLength(text: string, { min, max }: { min: number; max: number }): string {
  const missing = min - visibleLength(text);
  if (missing === 1) return '1 more character needed';
  return missing > 0 ? `${missing} more characters needed` : `${formatNumber(lengthOf(text))} of ${formatNumber(max)} characters`;
}

/** Trimmed length in code points, as the server counts: an emoji is one, not two. */
export const lengthOf = (text: string): number => [...text.trim()].length;

export function visibleLength(text: string): number {
  return lengthOf(text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[\s\p{Cc}\u2800]+/gu, ' '));
}

/** `S.`, `K. M.`, `A` */
const INITIALS = /^(\p{L}\p{M}*\.)+$|^\p{L}$/u;

export function getFirstName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.find((word) => !INITIALS.test(word)) ?? name.trim();
}

/** Without what only separates the digits for the eye. */
export const toTelUrl = (phone: string): string => `tel:${phone.replaceAll(/[\s().-]/g, '')}`;
