/** A fixed language, so that the server and every browser split names alike. */
const LANGUAGE = 'en';
/** A Latin letter that no combining mark follows. */
const PLAIN_LETTER = /^[A-Za-z](?!\p{M})/u;

let segmenter: Intl.Segmenter | undefined;

/** The first letters of the first and the last word. */
export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word = '') => getFirstLetter(word).toUpperCase()).join('');
}

function getFirstLetter(word: string): string {
  // Most names need no Intl, whose first use takes a slow phone a quarter of a second.
  return PLAIN_LETTER.exec(word)?.[0] ?? toLetters(word)[0] ?? '';
}

/** Splits into graphemes, so that no mark is cut off its letter. */
export function toLetters(text: string): string[] {
  segmenter ??= new Intl.Segmenter(LANGUAGE, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
