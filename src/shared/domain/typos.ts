/** A word that somebody is listed with, and how many are. */
export type KnownWord = { word: string; tutors: number };

/** Words of so many letters, with their signs, are forgiven one slip, and two; shorter ones none. */
type Thresholds = { one: number; two: number };
const LATIN: Thresholds = { one: 4, two: 8 };
/** A letter and its vowel are two characters there. */
const SINHALA: Thresholds = { one: 4, two: 9 };
const TAMIL: Thresholds = { one: 4, two: 10 };

const MOST_MEANINGS = 3;
/** What `text_words` of the database takes for the space between words. */
const WORD = /[^ \n\t,.;:!?()/&+\-'"\u2019\u2013]+/gu;

export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

/** How many slips of the keyboard a word may hold; one with a figure in it is meant as it stands. */
export function slipsForgiven(word: string): 0 | 1 | 2 {
  if (/\p{N}/u.test(word)) return 0;
  const { length } = [...word];
  const { one, two } = thresholdsOf(word);
  if (length >= two) return 2;
  return length >= one ? 1 : 0;
}

/** Characters too many, too few, other ones and two neighbours exchanged; `most + 1` where there are more than `most`. */
export function slipsBetween(one: string, other: string, most: number): number {
  const [left, right] = [[...one], [...other]];
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let before: number[] = [];
  let last = [...right.keys(), right.length];
  for (const [row, letter] of left.entries()) {
    const next = [row + 1];
    for (const [column, against] of right.entries()) {
      const replaced = (last[column] ?? 0) + (letter === against ? 0 : 1);
      const least = Math.min(replaced, (last[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1);
      const isExchanged = row > 0 && column > 0 && letter === right[column - 1] && left[row - 1] === against;
      next.push(isExchanged ? Math.min(least, (before[column - 1] ?? 0) + 1) : least);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return Math.min(last.at(-1) ?? 0, most + 1);
}

/** The texts that one with typos may have meant, each word replaced by the nearest that are known; none where no word has a near one. */
export function meanings(text: string, known: readonly KnownWord[]): string[] {
  let texts = [''];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const between = text.slice(from, index);
    const words = nearest(word, known);
    texts = texts.flatMap((begun) => words.map((meant) => begun + between + meant)).slice(0, MOST_MEANINGS);
    from = index + word.length;
  }
  return texts.map((begun) => begun + text.slice(from)).filter((meant) => meant !== text);
}

/** The word itself where nothing is near; what more tutors have comes first. */
function nearest(word: string, known: readonly KnownWord[]): string[] {
  const forgiven = slipsForgiven(word);
  const near = known.map((other) => ({ ...other, slips: slipsBetween(word, other.word, forgiven) }));
  const least = Math.min(...near.map(({ slips }) => slips));
  if (least > forgiven) return [word];
  return near
    .filter(({ slips }) => slips === least)
    .sort((one, other) => other.tutors - one.tutors || (one.word < other.word ? -1 : 1))
    .map(({ word: meant }) => meant);
}

function thresholdsOf(word: string): Thresholds {
  if (/\p{Script=Sinhala}/u.test(word)) return SINHALA;
  return /\p{Script=Tamil}/u.test(word) ? TAMIL : LATIN;
}
