import { describe, expect, test } from 'vitest';
import { isWithinTimes, partOfDayAt, type SearchTimes } from '#shared/domain/search-times.ts';

const ZONE = 'Asia/Colombo';
/** Saturday, 5 December 2026. */
const at = (clock: string) => new Date(`2026-12-05T${clock}:00+05:30`);

// spec s11-search.60 | S11 6 | The morning is before 12, the afternoon until 17, the evening from 17, on the clock of the platform |
//   src/shared/domain/search-times.ts, src/shared/vocabulary/search.ts
test.each([
  [0, 'morning'],
  [719, 'morning'],
  [720, 'afternoon'],
  [1019, 'afternoon'],
  [1020, 'evening'],
  [1439, 'evening'],
] as const)('minute %i of a day is in its %s', (minutes, part) => {
  expect(partOfDayAt(minutes)).toBe(part);
});

describe('an hour that somebody looks for', () => {
  test.each<[SearchTimes, string, boolean]>([
    [{}, '09:00', true],
    [{ days: [], parts: [] }, '09:00', true],
    [{ days: ['Friday', 'Saturday'] }, '00:00', true],
    [{ days: ['Sunday'] }, '23:59', false],
    [{ parts: ['morning'] }, '11:59', true],
    [{ parts: ['morning'] }, '12:00', false],
    [{ parts: ['morning', 'evening'] }, '17:00', true],
    [{ days: ['Saturday'], parts: ['evening'] }, '16:59', false],
    [{ date: '2026-12-05', parts: ['afternoon'] }, '12:00', true],
    [{ date: '2026-12-06' }, '12:00', false],
  ])('%j has %s on a Saturday: %s', (times, clock, isWithin) => {
    expect(isWithinTimes(at(clock), times, ZONE)).toBe(isWithin);
  });
});
