import { beforeAll, describe, expect, test } from 'vitest';
import { setDateForms } from '#shared/domain/date-forms.ts';
import { SINHALA_DATES } from '#shared/domain/date-forms-si.ts';
import { TAMIL_DATES } from '#shared/domain/date-forms-ta.ts';
import { formatClock, formatDate, formatInstant, formatNearDate, formatRange, formatWeekday } from '#shared/domain/zone.ts';

const ZONE = 'Asia/Colombo';
const START = new Date('2026-11-23T10:30:00Z');
const END = new Date('2026-11-23T11:30:00Z');

// spec s15-dates.1 | S15 4 | Dates and times in three languages, from tables of our own, never cut by position |
//   src/shared/domain/date-forms.ts, src/shared/domain/date-forms-si.ts, src/shared/domain/date-forms-ta.ts, src/shared/domain/zone.ts
describe('a date', () => {
  beforeAll(() => {
    setDateForms('si', SINHALA_DATES);
    setDateForms('ta', TAMIL_DATES);
  });

  test.each([
    ['en', 'Mon, 23 Nov 2026', 'Mon, 23 Nov', 'Mon', 'Mon, 23 Nov 2026, 4:00 PM', 'Mon, 23 Nov 2026, 4:00 PM – 5:00 PM'],
    ['si', 'සඳුදා, 2026 නොවැ. 23', 'සඳුදා, නොවැ. 23', 'සඳුදා', 'සඳුදා, 2026 නොවැ. 23, ප.ව. 4:00', 'සඳුදා, 2026 නොවැ. 23, ප.ව. 4:00 – ප.ව. 5:00'],
    ['ta', 'திங்., 23 நவ. 2026', 'திங்., 23 நவ.', 'திங்.', 'திங்., 23 நவ. 2026, பிற்பகல் 4:00', 'திங்., 23 நவ. 2026, பிற்பகல் 4:00 – பிற்பகல் 5:00'],
  ])('in %s', (locale, date, near, weekday, instant, range) => {
    expect(formatDate('2026-11-23', locale)).toBe(date);
    expect(formatNearDate('2026-11-23', locale)).toBe(near);
    expect(formatWeekday('2026-11-23', locale)).toBe(weekday);
    expect(formatInstant(START, ZONE, locale)).toBe(instant);
    expect(formatRange(START, END, ZONE, locale)).toBe(range);
  });

  test.each([
    ['en', '12:05 AM', '12:00 PM'],
    ['si', 'පෙ.ව. 12:05', 'ප.ව. 12:00'],
    ['ta', 'முற்பகல் 12:05', 'பிற்பகல் 12:00'],
  ])('midnight and noon in %s', (locale, midnight, noon) => {
    expect(formatClock(5, locale)).toBe(midnight);
    expect(formatClock(720, locale)).toBe(noon);
  });

  test('every month and every day of the week has a name of its own', () => {
    for (const { months, weekdays } of [SINHALA_DATES, TAMIL_DATES]) {
      expect(new Set(months).size).toBe(12);
      expect(new Set(weekdays).size).toBe(7);
    }
  });
});
