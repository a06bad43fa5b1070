/** In a language of its own, so that a server and every browser find the same. */
const LANGUAGE = 'en';
const LETTERS = new Intl.Segmenter(LANGUAGE, { granularity: 'grapheme' });

/** Of the first word and the last one. */
export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word = '') => toLetters(word)[0]?.toLocaleUpperCase(LANGUAGE) ?? '').join('');
}

/** As people count them, so that no mark is cut off its letter. */
export function toLetters(text: string): string[] {
  return Array.from(LETTERS.segment(text), ({ segment }) => segment);
}
