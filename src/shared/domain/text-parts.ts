/** Letters with their marks, digits, and the joiners within Sinhala words. */
const WORD = '\\p{L}\\p{M}\\p{N}\\u200c\\u200d';
/** A Sinhala or Tamil ending may follow a number without a blank. */
const NUMBER = '\\p{Script=Latin}\\p{N}';

/** Replaces the first occurrence of `part` as whole words. */
export function replaceInText(text: string, part: string, replacement: string): string {
  return text.replace(placeOf(part), (_, before: string, after: string) => before + replacement + after);
}

export type TextPlace = { from: number; to: number };

/** All occurrences of `part` as whole words, whatever their case. */
export function placesInText(text: string, part: string): TextPlace[] {
  return [...text.matchAll(new RegExp(placeOf(part), 'giu'))].map(({ 0: found, 1: before = '', 2: after = '', index }) => ({
    from: index + before.length,
    to: index + found.length - after.length,
  }));
}

/** A pattern for `part` as whole words; its groups are the blanks before and after it. */
export function placeOf(part: string): RegExp {
  const words = part
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(`[^${WORD}]+`);
  return new RegExp(`(\\s*)(?<![${WORD}])${words}(?![${/\d$/.test(part) ? NUMBER : WORD}])(\\s*)`, 'iu');
}

/** "a, b and c" */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
