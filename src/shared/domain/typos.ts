export type IndexedWord = { word: string; tutors: number };

type Thresholds = { one: number; two: number };
const LATIN: Thresholds = { one: 4, two: 8 };
/** A consonant with its vowel sign is two code points. */
const SINHALA: Thresholds = { one: 4, two: 9 };
const TAMIL: Thresholds = { one: 4, two: 10 };

const MAX_CORRECTIONS = 3;
export function allowedTypos(word: string): 0 | 1 | 2 {
  if (/\p{N}/u.test(word)) return 0;
  const { length } = [...word];
  const { one, two } = thresholdsOf(word);
  if (length >= two) return 2;
  return length >= one ? 1 : 0;
}

/** Damerau-Levenshtein distance (adjacent transpositions count once), or `max + 1` if greater. */
export function editDistance(one: string, other: string, max: number): number {
  const [left, right] = [[...one], [...other]];
  if (Math.abs(left.length - right.length) > max) return max + 1;
  let secondLast: number[] = [];
  let last = [...right.keys(), right.length];
  for (const [row, letter] of left.entries()) {
    const next = [row + 1];
    for (const [column, rightLetter] of right.entries()) {
      const replaced = (last[column] ?? 0) + (letter === rightLetter ? 0 : 1);
      const min = Math.min(replaced, (last[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1);
      const isTransposed = row > 0 && column > 0 && letter === right[column - 1] && left[row - 1] === rightLetter;
      next.push(isTransposed ? Math.min(min, (secondLast[column - 1] ?? 0) + 1) : min);
    }
    if (Math.min(...next) > max) return max + 1;
    [secondLast, last] = [last, next];
  }
  return Math.min(last.at(-1) ?? 0, max + 1);
}

/** The known words nearest to a misspelled one, the most common first; empty where all are too far away. */
export function correctWord(word: string, indexed: readonly IndexedWord[]): string[] {
  const allowed = allowedTypos(word);
  const near = indexed.map((other) => ({ ...other, distance: editDistance(word, other.word, allowed) }));
  const min = Math.min(...near.map(({ distance }) => distance));
  if (min > allowed) return [];
  return near
    .filter(({ distance }) => distance === min)
    .sort((one, other) => other.tutors - one.tutors || (one.word < other.word ? -1 : 1))
    .map(({ word: corrected }) => corrected)
    .slice(0, MAX_CORRECTIONS);
}

function thresholdsOf(word: string): Thresholds {
  if (/\p{Script=Sinhala}/u.test(word)) return SINHALA;
  return /\p{Script=Tamil}/u.test(word) ? TAMIL : LATIN;
}
