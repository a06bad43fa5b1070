import { describe, expect, test } from 'vitest';
import { allowedTypos, correctWord, editDistance } from '#shared/domain/typos.ts';

const knownWords = (...words: string[]) => words.map((word, index) => ({ word, tutors: 100 - index }));

describe('slips between two words', () => {
  test.each([
    ['physics', 'physics', 0],
    ['phisics', 'physics', 1],
    ['matematics', 'mathematics', 1],
    ['mathhematics', 'mathematics', 1],
    ['nimla', 'nimal', 1],
    ['dilni', 'dilini', 1],
    ['kemistri', 'chemistry', 3],
    ['නිමල්', 'නිමල', 1],
    ['செல்வி', 'செள்வி', 1],
    ['', 'abc', 3],
  ])('%s and %s: %d', (first, other, slips) => {
    expect(editDistance(first, other, 5)).toBe(slips);
    expect(editDistance(other, first, 5)).toBe(slips);
  });

  test('are not counted further than asked', () => {
    expect(editDistance('kemistri', 'chemistry', 2)).toBe(3);
    expect(editDistance('abcdefgh', 'zyxwvuts', 2)).toBe(3);
    expect(editDistance('a', 'abcdef', 1)).toBe(2);
  });
});

// spec search.38 | D Search | Typos: a word that no tutor has is read as the nearest known words; one slip from 4 letters on, two from 8
//   (Sinhala 9, Tamil 10), none in a word with a figure | src/shared/domain/typos.ts
describe('slips that a word is forgiven', () => {
  test.each([
    ['ann', 0],
    ['anne', 1],
    ['physics', 1],
    ['chemistr', 2],
    ['grade11', 0],
    ['නිම', 0],
    ['නිමල්', 1],
    ['කුරුණෑගල', 1],
    ['අනුරාධපුරය', 2],
    ['பழனி', 1],
    ['யாழ்ப்பாணம்', 2],
    ['செல்வி', 1],
  ])('%s: %d', (word, slips) => {
    expect(allowedTypos(word)).toBe(slips);
  });
});

// spec search.38
describe('what a word may have been', () => {
  test.each([
    ['matematics', ['mathematics', 'mechanics'], ['mathematics']],
    ['phisics', ['physics'], ['physics']],
    ['dilni', ['dilini', 'perera', 'pereira'], ['dilini']],
    ['nimla', ['nimal', 'nimali', 'vimala'], ['nimal']],
    ['kamla', ['kamala', 'kamal'], ['kamala', 'kamal']],
    ['qzqzqz', ['physics'], []],
    ['ann', ['anne'], []],
    ['නිමාල්', ['නිමල්'], ['නිමල්']],
    ['செள்வி', ['செல்வி'], ['செல்வி']],
    ['physics', [], []],
  ])('%s, where %o are known: %o', (word, known, corrections) => {
    expect(correctWord(word, knownWords(...known))).toEqual(corrections);
  });

  // spec search.38
  test('is at most three words, those that most have', () => {
    const words = [
      { word: 'nimala', tutors: 1 },
      { word: 'nimale', tutors: 9 },
      { word: 'nimalo', tutors: 5 },
      { word: 'nimals', tutors: 7 },
    ];
    expect(correctWord('nimalx', words)).toEqual(['nimale', 'nimals', 'nimalo']);
  });
});
