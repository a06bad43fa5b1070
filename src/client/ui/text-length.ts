import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { formatNumber } from '#shared/domain/numbers.ts';

/** Trimmed length in code points, as the server counts: an emoji is one, not two. */
export const lengthOf = (text: string): number => [...text.trim()].length;

export function visibleLength(text: string): number {
  return lengthOf(text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[\s\p{Cc}\u2800]+/gu, ' '));
}

export function formatLength(i18n: I18n, text: string, { min, max }: { min: number; max: number }): string {
  const missing = min - visibleLength(text);
  if (missing > 0) return i18n._(msg`${plural(missing, { one: '# more character needed', other: '# more characters needed' })}`);
  const [written, most] = [formatNumber(lengthOf(text)), formatNumber(max)];
  return i18n._(msg`${written} of ${most} characters`);
}
