/** Letters with their marks, digits, and the joiners within words of Sinhala. */
const WORD = '\\p{L}\\p{M}\\p{N}\\u200c\\u200d';
/** A Sinhala or Tamil ending may follow a number without a blank. */
const NUMBER = '\\p{Script=Latin}\\p{N}';

/** The text without the first place where `part` stands in it as whole words, in capitals or not. */
export function removeFromText(text: string, part: string): string {
  const words = part
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(`[^${WORD}]+`);
  const place = new RegExp(`(\\s*)(?<![${WORD}])${words}(?![${/\d$/.test(part) ? NUMBER : WORD}])(\\s*)`, 'iu');
  return text.replace(place, (_, before: string, after: string) => (before && after ? ' ' : before + after)).trim();
}

/** As in "a, b and c". */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
