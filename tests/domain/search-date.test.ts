import { describe, expect, test } from 'vitest';
import { readDateInText } from '#shared/domain/search-date.ts';
import { removeFromText } from '#shared/domain/text-removal.ts';

/** A Monday. */
const NOON = new Date('2026-11-30T06:30:00Z');
const read = (text: string, now = NOON) => readDateInText(text, { now, zone: 'Asia/Colombo' });
const [TODAY, TOMORROW, DAY_AFTER] = ['2026-11-30', '2026-12-01', '2026-12-02'];

// spec s11-search.166 | S11 1 | Today, tomorrow and the day after are read from the words of a search as the filter for that day, in three scripts; by
//   the clock of the platform | src/shared/domain/search-date.ts, src/server/features/tutors/search/tutor-search.queries.ts
describe('a day that is named by its distance from today', () => {
  test.each([
    ['maths tomorrow', TOMORROW, ['tomorrow']],
    ['Tomorrow maths online', TOMORROW, ['Tomorrow']],
    ['science tommorow morning', TOMORROW, ['tommorow']],
    ['maths tmrw', TOMORROW, ['tmrw']],
    ['maths today', TODAY, ['today']],
    ['english tonight', TODAY, ['tonight']],
    ['maths day after tomorrow', DAY_AFTER, ['day after tomorrow']],
    ['maths, the day after tomorrow, online', DAY_AFTER, ['the day after tomorrow']],
    ['ගණිතය හෙට', TOMORROW, ['හෙට']],
    ['හෙට දින ගණිතය', TOMORROW, ['හෙට දින']],
    ['අද ගණිතය', TODAY, ['අද']],
    ['ගණිතය අනිද්දා', DAY_AFTER, ['අනිද්දා']],
    ['கணிதம் நாளை', TOMORROW, ['நாளை']],
    ['கணிதம் நாளைக்கு மாலை', TOMORROW, ['நாளைக்கு']],
    ['கணிதம் இன்று', TODAY, ['இன்று']],
    ['கணிதம் நாளை மறுநாள்', DAY_AFTER, ['நாளை மறுநாள்']],
    ['ganitha heta', TOMORROW, ['heta']],
  ])('in "%s" is %s', (text, date, texts) => {
    expect(read(text)).toEqual({ date, texts });
  });

  test('is tomorrow where today would do, too, because nothing can be booked today', () => {
    expect(read('maths today or tomorrow')).toEqual({ date: TOMORROW, texts: ['today', 'tomorrow'] });
  });

  test('goes by the clock of the platform, where tomorrow begins earlier than in Europe', () => {
    expect(read('maths tomorrow', new Date('2026-11-30T18:29:00Z'))?.date).toBe('2026-12-01');
    expect(read('maths tomorrow', new Date('2026-11-30T18:30:00Z'))?.date).toBe('2026-12-02');
  });

  test('leaves the rest of the text', () => {
    expect(removeFromText('maths for tomorrow in Kandy', 'tomorrow')).toBe('maths in Kandy');
  });

  test.each([
    'maths',
    'ada perera',
    'toda',
    'maths not tomorrow',
    'maths except tomorrow',
    'maths from tomorrow',
    'maths after tomorrow',
    'ගණිතය හෙට හැර',
    'ගණිතය හෙට සිට',
    "tomorrow's exam",
    'tomorrow or the day after tomorrow',
  ])('is not in "%s"', (text) => {
    expect(read(text)).toBeNull();
  });
});
