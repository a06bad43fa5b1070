import { describe, expect, test } from 'vitest';
import { type AnswerTime, answerTimeOf } from '#shared/domain/answer-time.ts';
import { experienceYears } from '#shared/domain/experience-years.ts';

// spec s12-look.2 | S12 G | Years of experience are read from the durations that can be read, and what two of them share counts once |
//   src/shared/domain/experience-years.ts
describe('experienceYears', () => {
  test.each<[string, string[], number]>([
    ['a span', ['2020 - 2023'], 3],
    ['a span with another dash, a word, or none at all', ['2010–2012', '2013 to 2015', '2016-2018'], 6],
    ['one that goes on', ['2019 - Present'], 7],
    ['since a year', ['Since 2021'], 5],
    ['a number', ['5 years'], 5],
    ['more than a number', ['10+ yrs'], 10],
    ['spans that overlap, once', ['2016 - present', '2019 - 2022', '2015 - 2016'], 11],
    ['spans with a gap, without it', ['2000 - 2002', '2010 - 2011'], 3],
    ['the larger of spans and numbers', ['2019 - 2022', '9 years', '2 years'], 9],
    ['nothing of a year alone, of months or of words', ['2003', '6 months', 'many years', ''], 0],
    ['nothing of a span that ends before it begins, or later than now', ['2023 - 2020', '2024 - 2030', '2026 - present'], 0],
    ['nothing of a year that nobody has worked in', ['1066 - present'], 0],
  ])('reads %s', (_, durations, years) => {
    expect(experienceYears(durations, 2026)).toBe(years);
  });
});

// spec s12-look.3 | S12 G | The usual time to an answer is rounded up, and not shown above two days | src/shared/domain/answer-time.ts
describe('answerTimeOf', () => {
  test.each<[number | null, AnswerTime | null]>([
    [null, null],
    [0, { unit: 'hours', hours: 1 }],
    [60, { unit: 'hours', hours: 1 }],
    [61, { unit: 'hours', hours: 2 }],
    [720, { unit: 'hours', hours: 12 }],
    [721, { unit: 'day' }],
    [1440, { unit: 'day' }],
    [1441, { unit: 'two-days' }],
    [2880, { unit: 'two-days' }],
    [2881, null],
  ])('%s minutes are %o', (minutes, time) => {
    expect(answerTimeOf(minutes)).toEqual(time);
  });
});
