/** In a language of its own, so that a server and every browser find the same. */
const LANGUAGE = 'en';
/** A letter without marks that belong to it. */
const PLAIN_LETTER = /^[A-Za-z](?!\p{M})/u;

let segmenter: Intl.Segmenter | undefined;

/** Of the first word and the last one. */
export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word = '') => getFirstLetter(word).toUpperCase()).join('');
}

function getFirstLetter(word: string): string {
  // Most names need no Intl, whose first use takes a slow phone a quarter of a second.
  return PLAIN_LETTER.exec(word)?.[0] ?? toLetters(word)[0] ?? '';
}

/** As people count them, so that no mark is cut off its letter. */
export function toLetters(text: string): string[] {
  segmenter ??= new Intl.Segmenter(LANGUAGE, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
