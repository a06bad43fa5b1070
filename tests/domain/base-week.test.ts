import { describe, expect, test } from 'vitest';
import { findBaseWeek, isSameWeek } from '#shared/domain/base-week.ts';
import type { AvailabilityDay } from '#shared/domain/weekly-hours.ts';

const on = (day: AvailabilityDay['day'], start: string, end: string): AvailabilityDay[] => [{ day, slots: [{ start, end }] }];
const MONDAY = on('Monday', '09:00', '12:00');
const FRIDAY = on('Friday', '16:00', '19:00');
const NONE: AvailabilityDay[] = [{ day: 'Monday', slots: [] }];

// spec s12-hours.11 | S12 E | The base week is the one that most subjects share, the first of as many; empty weeks count where all are empty |
//   src/shared/domain/base-week.ts
describe('the base week of subjects', () => {
  test.each<[string, AvailabilityDay[][], number]>([
    ['of one subject is its own', [MONDAY], 0],
    ['is shared by most', [FRIDAY, MONDAY, MONDAY], 1],
    ['is the first of as many', [FRIDAY, MONDAY], 0],
    ['is not empty where one has hours', [NONE, [], FRIDAY], 2],
    ['is empty where all are', [NONE, []], 0],
    ['of no subject is none', [], -1],
  ])('%s', (_, weeks, index) => {
    expect(findBaseWeek(weeks)).toBe(index);
  });

  test('is the same in another order of days, with times written in another way, or with days without hours', () => {
    expect(isSameWeek([...MONDAY, ...FRIDAY], [...FRIDAY, ...on('Monday', '9:00', '12:00'), { day: 'Sunday', slots: [] }])).toBe(true);
    expect(isSameWeek(MONDAY, on('Monday', '09:00', '12:30'))).toBe(false);
  });
});
