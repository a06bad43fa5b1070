import { describe, expect, test } from 'vitest';
import { parseSearchText } from '#shared/domain/search-text.ts';
import { removeFromText } from '#shared/domain/text-removal.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';

const readTimes = (text: string) => {
  const { words, filters } = parseSearchText(text);
  return { words: words.map(({ word }) => word), labels: filters.map(({ label }) => label), texts: filters.map((filter) => filter.text) };
};

// spec s11-search.161 | S11 1 | Days of the week, the weekend and parts of a day are read as the filter for times, in three scripts |
//   src/shared/domain/search-days.ts
describe('a day among the words', () => {
  test.each([
    ['saturday', ['On Saturday']],
    ['on saturdays', ['On Saturday']],
    ['every Sunday', ['On Sunday']],
    ['weekend', ['On Saturday or Sunday']],
    ['on the weekends', ['On Saturday or Sunday']],
    ['weekdays', ['On Monday, Tuesday, Wednesday, Thursday or Friday']],
    ['saturday or sunday', ['On Saturday or Sunday']],
    ['tues, thurs & fri', ['On Tuesday, Thursday or Friday']],
    ['mon-fri', ['On Monday, Tuesday, Wednesday, Thursday or Friday']],
    ['friday to sunday', ['On Friday, Saturday or Sunday']],
    ['sunday to monday', ['On Monday or Sunday']],
    ['saterday', ['On Saturday']],
    ['wensday', ['On Wednesday']],
    ['thurday', ['On Thursday']],
    ['saturda', ['On Saturday']],
    ['sat & sun', ['On Saturday or Sunday']],
    ['සෙනසුරාදා', ['On Saturday']],
    ['සඳුදාට', ['On Monday']],
    ['සෙනසුරාදා හෝ ඉරිදා', ['On Saturday or Sunday']],
    ['සඳුදා සිට බදාදා දක්වා', ['On Monday, Tuesday or Wednesday']],
    ['බ්‍රහස්පතින්දා', ['On Thursday']],
    ['සති අන්තයේ', ['On Saturday or Sunday']],
    ['senasurada', ['On Saturday']],
    ['சனிக்கிழமை', ['On Saturday']],
    ['திங்கள் கிழமை', ['On Monday']],
    ['வெள்ளிக்கிழமைகளில்', ['On Friday']],
    ['சனி, ஞாயிறு', ['On Saturday or Sunday']],
    ['வார இறுதி நாட்களில்', ['On Saturday or Sunday']],
    ['in the evenings', ['In the evening']],
    ['morning or afternoon', ['In the morning or afternoon']],
    ['උදේ', ['In the morning']],
    ['மாலையில்', ['In the evening']],
  ])('%s', (text, labels) => {
    expect(readTimes(`maths ${text}`)).toEqual({ words: ['maths'], labels, texts: [text] });
    expect(removeFromText(`maths ${text}`, text)).toBe('maths');
  });

  test.each([
    ['maths saturday morning', ['On Saturday', 'In the morning'], ['saturday', 'morning']],
    ['sat morning maths', ['On Saturday', 'In the morning'], ['sat', 'morning']],
    ['maths சனி காலை', ['On Saturday', 'In the morning'], ['சனி', 'காலை']],
    ['maths online on sunday', ['Online', 'On Sunday'], ['online', 'on sunday']],
  ])('stands beside other filters in "%s"', (text, labels, texts) => {
    expect(readTimes(text)).toEqual({ words: ['maths'], labels, texts });
  });

  test.each(WEEKDAYS)('%s is that day', (day) => {
    expect(parseSearchText(`maths ${day}`).filters).toEqual([
      { kind: 'times', days: [day], parts: [], words: [day.toLowerCase()], text: day, label: `On ${day}` },
    ]);
  });

  test('is left out, and said to be, where it is excluded', () => {
    expect(readTimes('maths not on sunday')).toEqual({ words: ['maths', 'not on sunday'], labels: [], texts: [] });
    expect(readTimes('ගණිතය ඉරිදා හැර').labels).toEqual([]);
  });
});

// spec s11-search.162 | S11 1 | A short word for a day that is a name, an exam or a planet too is one only beside another day or a part of a day |
//   src/shared/domain/search-days.ts
test.each([
  'sun',
  'mon perera',
  'sat maths',
  'wed',
  'thu thu',
  'සෙන',
  'වෙසක්',
  'வெள்ளி',
  'சனி கோள்',
  'sundar',
  'mondal',
  'frida',
  'saturd maths',
  'saturn',
])('no day is in "%s"', (text) => {
  expect(parseSearchText(text).filters).toEqual([]);
});
