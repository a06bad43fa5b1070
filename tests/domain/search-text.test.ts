import { describe, expect, test } from 'vitest';
import { parseSearchText } from '#shared/domain/search-text.ts';

const readWords = (text: string) => parseSearchText(text).words.map(({ word }) => word);
const readFilters = (text: string) => parseSearchText(text).filters.map(({ label, text: typed }) => [label, typed]);

// spec s11-search.5 | S11 1 | Words of a search that say how somebody teaches are read as filters, in three scripts | src/shared/domain/search-text.ts
describe('a search text', () => {
  test('is read as what it says', () => {
    const { words, filters } = parseSearchText('maths colombo female online sinhala medium under 2,000');
    expect(words).toEqual([
      { text: 'maths', word: 'maths' },
      { text: 'colombo', word: 'colombo' },
    ]);
    expect(filters).toEqual([
      { kind: 'female', text: 'female', label: 'Female tutors' },
      { kind: 'mode', mode: 'online', text: 'online', label: 'Online' },
      { kind: 'medium', medium: 'sinhala', text: 'sinhala medium', label: 'Sinhala medium' },
      { kind: 'price', maxPrice: 2000, text: 'under 2,000', label: 'up to Rs. 2,000' },
    ]);
  });

  test.each([
    ['online maths classes', [['Online', 'online']], ['maths']],
    ['home visit english', [['Home Visit', 'home visit']], ['english']],
    ['group class combined maths', [['Group class', 'group class']], ['combined', 'maths']],
    ['maths eng med', [['English medium', 'eng med']], ['maths']],
    ['sinhala meduim', [['Sinhala medium', 'sinhala meduim']], []],
    ['sinhala', [], ['sinhala']],
    ['chemistry onl', [['Online', 'onl']], ['chemistry']],
    ['onl chemistry', [], ['onl', 'chemistry']],
    ['al biology max Rs. 2,000', [['up to Rs. 2,000', 'max Rs. 2,000']], ['al', 'biology']],
    ['ගණිතය රු 1000ට අඩු', [['up to Rs. 1,000', 'රු 1000ට අඩු']], ['ගණිතය']],
    ['கணிதம் 1000 ரூபாவுக்கு குறைவு', [['up to Rs. 1,000', '1000 ரூபாவுக்கு குறைவு']], ['கணிதம்']],
    ['தமிழ் மொழி மூலம் கணிதம்', [['Tamil medium', 'தமிழ் மொழி மூலம்']], ['கணிதம்']],
    [
      'ඔන්ලයින් ගුරුවරිය ගණිතය',
      [
        ['Online', 'ඔන්ලයින්'],
        ['Female tutors', 'ගුරුවරිය'],
      ],
      ['ගණිතය'],
    ],
  ])('%s', (text, filters, words) => {
    expect(readFilters(text)).toEqual(filters);
    expect(readWords(text)).toEqual(words);
  });

  test.each([
    ['O/L', 'ol'],
    ['o level', 'ol'],
    ["A'Level", 'al'],
    ['a l', 'al'],
    ['G.C.E. Ordinary Level', 'ol'],
    ['grade 11', 'ol'],
    ['gr 12', 'al'],
    ['සාමාන්\u200dය පෙළ', 'ol'],
    ['උසස් පෙළ', 'al'],
    ['சாதாரண தரம்', 'ol'],
    ['உயர்தரம்', 'al'],
  ])('has %s as one word for the level', (text, word) => {
    expect(readWords(`${text} science`)).toEqual([word, 'science']);
  });

  test.each([
    ['maths teacher near me in Kandy', ['maths', 'kandy']],
    ['a class', ['a', 'class']],
    ['jlpt n5, colombo 5', ['jlpt', 'n5', 'colombo', '5']],
    ["d'souza (violin)", ['d', 'souza', 'violin']],
    ['\u200bගණිත\u200dය', ['ගණිතය']],
    ['Émilie', ['emilie']],
    ['??? 🙂 %_% \\', []],
    ["'; drop table users; --", ['drop', 'table', 'users']],
  ])('%s has these words: %o', (text, words) => {
    expect(readWords(text)).toEqual(words);
  });

  // spec s11-search.6 | S11 Bad input | The first 12 words of a search count, and it is said when there were more | src/shared/domain/search-text.ts
  test('counts with its first twelve words', () => {
    const text = Array.from({ length: 13 }, (_, index) => `word${index}`);
    expect(parseSearchText(text.slice(0, 12).join(' '))).toMatchObject({ words: { length: 12 }, isShortened: false });
    expect(parseSearchText(text.join(' '))).toMatchObject({ words: { length: 12 }, isShortened: true });
  });
});
