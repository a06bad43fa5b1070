import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** As in "a, b and c". */
export function joinWords(i18n: I18n, words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  if (words.length < 2) return last;
  const others = words.slice(0, -1).join(', ');
  return i18n._(msg`${others} and ${last}`);
}
