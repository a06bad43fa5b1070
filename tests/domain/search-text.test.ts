import { describe, expect, test } from 'vitest';
import { formatRupees } from '#shared/domain/money.ts';
import { parseSearchText } from '#shared/domain/search-text.ts';
import { removeFromText } from '#shared/domain/text-removal.ts';

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
      { kind: 'medium', mediums: ['sinhala'], text: 'sinhala medium', label: 'Sinhala medium' },
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
    ['women tutors for maths', [['Female tutors', 'women']], ['maths']],
    ['lady teacher', [['Female tutors', 'lady']], []],
    ['maths group', [['Group class', 'group']], ['maths']],
    ['group maths class', [['Group class', 'group']], ['maths']],
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
    ['G.C.E.(A/L)', 'al'],
    ['අ.පො.ස. (උ.පෙළ)', 'al'],
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

// spec s11-search.80 | S11 1 | Prices are read in all the ways in which they are written, and other quantities are none | src/shared/domain/search-prices.ts
describe('a price', () => {
  test.each([
    ['2000 rs', 2000],
    ['2000 rupees', 2000],
    ['Rs1500', 1500],
    ['2000rs', 2000],
    ['LKR 2000', 2000],
    ['under rs2000', 2000],
    ['under 2k', 2000],
    ['below 1.5k', 1500],
    ['rs. 2K', 2000],
    ['under 1,00,000', 100_000],
    ['1500/=', 1500],
    ['Rs. 1,500/-', 1500],
    ['less than 2,000/= per hour', 2000],
    ['1500 per hour', 1500],
    ['1500/hour', 1500],
    ['not more than 2000', 2000],
    ['2000-3000', 3000],
    ['Rs. 2,000 – Rs. 3,000', 3000],
    ['2k to 3k', 3000],
    ['between 2000 and 3000', 3000],
    ['රු.1500', 1500],
    ['රුපියල් 1500ට අඩු', 1500],
    ['ரூ1500', 1500],
    ['under 99999999999999999999999', 100_000],
  ])('%s is up to Rs. %d', (text, maxPrice) => {
    const { filters, words } = parseSearchText(`maths ${text}`);
    expect(removeFromText(`maths ${text} kandy`, text)).toBe('maths kandy');
    expect(filters).toEqual([{ kind: 'price', maxPrice, text, label: `up to ${formatRupees(maxPrice)}` }]);
    expect(words).toEqual([{ text: 'maths', word: 'maths' }]);
  });

  test.each([
    ['within 500 m', ['within', '500', 'm']],
    ['max 10 students', ['max', '10', 'students']],
    ['max 100 students', ['max', '100', 'students']],
    ['under 16 cricket', ['under', '16', 'cricket']],
    ['maths 2019-2020', ['maths', '2019', '2020']],
    ['colombo 5-6', ['colombo', '5', '6']],
    ['0112-250500', ['0112', '250500']],
    ['5k run', ['5k', 'run']],
  ])('is not in %s', (text, words) => {
    expect(readFilters(text)).toEqual([]);
    expect(readWords(text)).toEqual(words);
  });

  test.each([
    'above rs 2000',
    'above 2000',
    'minimum 1500',
    'at least 1500',
    'more than 2000 rupees',
    'rs 2000 or more',
    'Rs. 2000+',
    'rs 5000 per month',
    'රු 2000ට වැඩි',
    '2000 ரூபாவுக்கு மேல்',
  ])('that is the lowest, or of a month, stays text: %s', (text) => {
    expect(readFilters(`maths ${text}`)).toEqual([]);
    expect(parseSearchText(`maths ${text}`).words.map((word) => word.text)).toEqual(['maths', text]);
  });
});

// spec s11-search.130 | S11 1 | A distance is read in the ways in which it is written, as the smallest distance of the filter that is not below it |
//   src/shared/domain/search-distances.ts
describe('a distance', () => {
  const readDistances = (text: string) => parseSearchText(text).words.flatMap(({ text: typed, withinKm }) => (withinKm ? [[typed, withinKm]] : []));

  test.each([
    ['within 5 km of kandy', 'within 5 km', 5],
    ['5km from kandy', '5km', 5],
    ['kandy 10 kms', '10 kms', 10],
    ['less than 5 kilometres from kandy', 'less than 5 kilometres', 5],
    ['kandy max. 20 km', 'max. 20 km', 20],
    ['1.5km from kandy', '1.5km', 5],
    ['6 km of kandy', '6 km', 10],
    ['kandy 10 km radius', '10 km radius', 10],
    ['within a 21 km radius of kandy', 'within a 21 km radius', 50],
    ['100 km around kandy', '100 km', 50],
    ['මහනුවර කි.මී. 5ක් ඇතුළත', 'කි.මී. 5ක් ඇතුළත', 5],
    ['කිලෝමීටර් 10 මහනුවර', 'කිලෝමීටර් 10', 10],
    ['கண்டி 5 கி.மீ', '5 கி.மீ', 5],
  ])('%s', (text, typed, km) => {
    expect(readDistances(`maths ${text}`)).toEqual([[typed, km]]);
    expect(readFilters(`maths ${text}`)).toEqual([]);
    expect(readWords(`maths ${text}`)).toHaveLength(3);
  });

  test.each(['5k run', 'km 5', '0 km kandy', 'within kandy', 'within 500 m', '12 km2'])('is not in %s', (text) => {
    expect(readDistances(text)).toEqual([]);
  });
});

// spec s11-search.131 | S11 1 | Words on both sides of "or" or a stroke are alternatives, also those of a list | src/shared/domain/search-text.ts
describe('a word after "or"', () => {
  const listAlternatives = (text: string) => parseSearchText(text).words.flatMap(({ word, isAlternative }) => (isAlternative ? [word] : []));

  test.each([
    ['maths or physics', ['physics']],
    ['maths/physics', ['physics']],
    ['maths / physics / ict', ['physics', 'ict']],
    ['in kandy or in matale', ['matale']],
    ['kandy, matale or galle', ['matale', 'galle']],
    ['kandy, matale, or galle', ['matale', 'galle']],
    ['o/l or a/l maths', ['al']],
    ['ගණිතය හෝ භෞතික', ['භෞතික']],
    ['கணிதம் அல்லது பௌதிகவியல்', ['பௌதிகவியல்']],
    ['maths and physics', []],
    ['maths, physics', []],
    ['maths & physics', []],
    ['kandy, online or maths', []],
    ['or maths', []],
    ['maths or', []],
    ['online or maths', []],
    ['maths or online physics', []],
  ])('%s', (text, words) => {
    expect(listAlternatives(text)).toEqual(words);
  });
});

// spec s11-search.81 | S11 1 | Of several mediums in a search one is enough | src/shared/domain/search-text.ts
describe('several mediums', () => {
  test.each([
    ['sinhala or english medium', ['sinhala', 'english'], 'Sinhala or English medium'],
    ['sinhala/english medium', ['sinhala', 'english'], 'Sinhala or English medium'],
    ['sinhala & english medium', ['sinhala', 'english'], 'Sinhala or English medium'],
    ['tamil and eng med', ['tamil', 'english'], 'Tamil or English medium'],
    ['sinhala, tamil or english medium', ['sinhala', 'tamil', 'english'], 'Sinhala, Tamil or English medium'],
    ['sinhala medium / tamil medium', ['sinhala', 'tamil'], 'Sinhala or Tamil medium'],
    ['සිංහල හෝ ඉංග්‍රීසි මාධ්‍ය', ['sinhala', 'english'], 'Sinhala or English medium'],
    ['தமிழ் அல்லது ஆங்கில மொழி மூலம்', ['tamil', 'english'], 'Tamil or English medium'],
  ])('%s', (text, mediums, label) => {
    const { filters, words } = parseSearchText(`maths ${text}`);
    expect(removeFromText(`maths ${text} kandy`, text)).toBe('maths kandy');
    expect(filters).toEqual([{ kind: 'medium', mediums, text, label }]);
    expect(words).toEqual([{ text: 'maths', word: 'maths' }]);
  });

  test.each([
    ['english, sinhala medium', ['english'], 'sinhala medium'],
    ['english - sinhala medium', ['english'], 'sinhala medium'],
    ['sinhala english medium', ['sinhala'], 'english medium'],
    ['sinhala medium or english', ['english'], 'sinhala medium'],
  ])('are not in %s', (text, words, medium) => {
    expect(readWords(text)).toEqual(words);
    expect(parseSearchText(text).filters.map((filter) => filter.text)).toEqual([medium]);
  });
});

// spec s11-search.82 | S11 1 | Of a sentence the words count that say something of a tutor | src/shared/domain/search-text.ts
test.each([
  ['i need a maths tutor in kandy', ['maths', 'kandy']],
  ['looking for chemistry teacher', ['chemistry']],
  ["I'm looking for piano lessons for my daughter", ['piano']],
  ["hi, i'd like to learn french please", ['french']],
  ['maths or physics', ['maths', 'physics']],
  ['can someone teach japanese?', ['japanese']],
  ['මට ගණිතය ගුරුවරයෙක් ඕනෑ', ['ගණිතය']],
  ['எனக்கு கணிதம் ஆசிரியர் வேண்டும்', ['கணிதம்']],
  ['i need it', ['it']],
  ['topik I class', ['topik', 'i']],
  ['graduate teaching exam', ['graduate', 'teaching', 'exam']],
  ['as level maths', ['as', 'level', 'maths']],
])('the sentence "%s" has these words: %o', (text, words) => {
  expect(readWords(text)).toEqual(words);
});

// spec s11-search.83 | S11 1 | What a search excludes is never read as what it asks for | src/shared/domain/search-text.ts
describe('a filter after "not"', () => {
  test.each([
    ['maths not online', ['maths', 'not online']],
    ['not online maths', ['not online', 'maths']],
    ['english no home visits', ['english', 'no home visits']],
    ['maths without zoom', ['maths', 'without zoom']],
    ['maths non-online classes', ['maths', 'non online']],
    ["maths, don't want online", ['maths', 'don t want online']],
    ['not a group class', ['not a group class']],
    ['maths not online or group', ['maths', 'not online or group']],
    ['not female', ['not female']],
    ['maths not english medium', ['maths', 'not english medium']],
    ['not under 2000', ['not under 2000']],
    ['ගණිතය ඔන්ලයින් නොවන', ['ගණිතය', 'ඔන්ලයින් නොවන']],
    ['ගණිතය ඔන්ලයින් එපා', ['ගණිතය', 'ඔන්ලයින් එපා']],
    ['கணிதம் ஆன்லைன் வேண்டாம்', ['கணிதம்', 'ஆன்லைன் வேண்டாம்']],
  ])('stays text: %s', (text, words) => {
    expect(readFilters(text)).toEqual([]);
    expect(readWords(text)).toEqual(words);
  });

  test.each([
    ['not online, home visit', [['Home Visit', 'home visit']]],
    ['not only online', [['Online', 'online']]],
    ['online not group', [['Online', 'online']]],
    ['english medium not online', [['English medium', 'english medium']]],
  ])('leaves the others: %s', (text, filters) => {
    expect(readFilters(text)).toEqual(filters);
  });
});

// spec s11-search.132 | S11 1 | Words after a negation are one text, up to the end of the clause or the next filter |
//   src/shared/domain/search-text.ts
describe('words after "not"', () => {
  test.each([
    ['maths not in colombo', ['maths', 'not in colombo']],
    ['except colombo', ['except colombo']],
    ['maths except mount lavinia', ['maths', 'except mount lavinia']],
    ['not in colombo or kandy', ['not in colombo or kandy']],
    ['not in colombo, maths', ['not in colombo', 'maths']],
    ['not in colombo for maths', ['not in colombo', 'maths']],
    ['maths outside colombo', ['maths', 'outside colombo']],
    ['maths anywhere other than colombo', ['maths', 'other than colombo']],
    ['no physics no chemistry', ['no physics', 'no chemistry']],
    ['maths but not physics', ['maths', 'not physics']],
    ['not within 5 km of kandy', ['not within 5 km of kandy']],
    ['ගණිතය කොළඹ හැර', ['ගණිතය', 'කොළඹ හැර']],
    ['கணிதம் கொழும்பு தவிர', ['கணிதம்', 'கொழும்பு தவிர']],
    ['non metals', ['non', 'metals']],
    ['no. 1 maths', ['no', '1', 'maths']],
    ['not only colombo', ['not', 'colombo']],
  ])('%s', (text, words) => {
    expect(readFilters(text)).toEqual([]);
    expect(readWords(text)).toEqual(words);
  });

  test('leave the filters behind them', () => {
    expect(readWords('maths not in colombo online')).toEqual(['maths', 'not in colombo']);
    expect(readFilters('maths not in colombo online')).toEqual([['Online', 'online']]);
  });
});

// spec s11-search.133 | S11 1 | A word that leads to something that is not typed yet is a filler | src/shared/domain/search-text.ts
test.each([
  ['maths under', ['maths']],
  ['maths less than', ['maths']],
  ['maths in', ['maths']],
  ['maths near', ['maths']],
  ['maths except', ['maths']],
  ['maths not', ['maths']],
  ['maths tutor for', ['maths']],
  ['tutor for', ['tutor']],
  ['under', ['under']],
  ['under 16 cricket', ['under', '16', 'cricket']],
  ['sir max', ['max']],
])('of "%s" count these words: %o', (text, words) => {
  expect(readWords(text)).toEqual(words);
});

// spec s11-search.84 | S11 1 | Words of filters are words of a name or topic where they stand in one | src/shared/domain/search-text.ts
test.each([
  ['group theory', ['group', 'theory']],
  ['group 2 elements', ['group', '2', 'elements']],
  ['functional group chemistry', ['functional', 'group', 'chemistry']],
  ['women studies', ['women', 'studies']],
  ["women's studies", ['women', 'studies']],
  ['Dr. Miss Silva', ['dr', 'miss', 'silva']],
  ['c programming', ['c', 'programming']],
  ['C#', ['c']],
  ['E. Perera', ['e', 'perera']],
  ['O.L.M. Fazil', ['o', 'l', 'm', 'fazil']],
  ['M.A.L. Perera', ['m', 'l', 'perera']],
  ['Dr. A.L. Perera', ['dr', 'l', 'perera']],
])('"%s" is no filter and no level, and has these words: %o', (text, words) => {
  expect(readFilters(text)).toEqual([]);
  expect(readWords(text)).toEqual(words);
});

// spec s11-search.85 | S11 2 | Each grade is one word, as exams are, in three scripts and however letters are encoded | src/shared/domain/search-tokens.ts
describe('a grade', () => {
  test.each([
    ['Grade 6', 'grade6'],
    ['gr. 9', 'grade9'],
    ['year 5', 'grade5'],
    ['Grade6', 'grade6'],
    ['6th grade', 'grade6'],
    ['grade 10-11', 'ol'],
    ['grades 6 to 9', 'grade6'],
    ['grade 12 & 13', 'al'],
    ['year 12', 'al'],
    ['11 වන ශ්\u200dරේණිය', 'ol'],
    ['11 වන ශ්රේණිය', 'ol'],
    ['11 ශ්\u200dරේණියේ', 'ol'],
    ['6 වැනි වසර', 'grade6'],
    ['8 ශ්\u200dරේණිය', 'grade8'],
    ['ශ්\u200dරේණිය 8', 'grade8'],
    ['தரம் 11', 'ol'],
    ['6ம் தரம்', 'grade6'],
    ['12 ஆம் தரம்', 'al'],
    ['11 wasara', 'ol'],
  ])('%s', (text, word) => {
    for (const form of ['NFC', 'NFD'] as const)
      expect(parseSearchText(`maths ${text.normalize(form)} kandy`).words).toEqual([
        { text: 'maths', word: 'maths' },
        { text: text.normalize(form), word },
        { text: 'kandy', word: 'kandy' },
      ]);
  });

  test.each([
    ['grade 2023', ['grade', '2023']],
    ['grade 14', ['grade', '14']],
    ['10 years', ['10', 'years']],
    ['colombo 5 grade 6', ['colombo', '5', 'grade6']],
    ['a.l. maths', ['al', 'maths']],
    ['O/L. A/L', ['ol', 'al']],
  ])('%s has these words: %o', (text, words) => {
    expect(readWords(text)).toEqual(words);
  });
});
