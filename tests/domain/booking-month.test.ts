import { describe, expect, test } from 'vitest';
import { countStatuses, dayAfterKey, defaultDay, findMonth, formatMonthDay, groupByDay, toMonthWeeks } from '#shared/domain/booking-month.ts';
import { addMonths, formatMonth } from '#shared/domain/months.ts';

const ZONE = 'Asia/Colombo';
const NOW = new Date('2026-11-23T04:30:00Z');
const session = (startTime: string, status: 'pending' | 'confirmed' | 'completed' = 'confirmed') => ({ startTime: new Date(startTime), status });

// spec s12-agenda.2 | S12 E | The month shown is that of the day in the address, else the month there, else this one by the platform's zone
//   | src/shared/domain/booking-month.ts
describe('the month that is asked for', () => {
  test.each([
    [{}, { month: '2026-11', day: null }],
    [{ month: '2027-02' }, { month: '2027-02', day: null }],
    [{ day: '2026-12-03' }, { month: '2026-12', day: '2026-12-03' }],
    [
      { month: '2027-02', day: '2026-12-03' },
      { month: '2026-12', day: '2026-12-03' },
    ],
    [{ day: '2026-02-30' }, { month: '2026-11', day: null }],
    [{ month: '2026-13' }, { month: '2026-11', day: null }],
    [{ month: '9999-12' }, { month: '2026-11', day: null }],
  ])('%j is %j', (search, found) => {
    expect(findMonth(search, NOW, ZONE)).toEqual(found);
  });

  test('begins at midnight of the zone', () => {
    expect(findMonth({}, new Date('2026-11-30T18:29:59Z'), ZONE).month).toBe('2026-11');
    expect(findMonth({}, new Date('2026-11-30T18:30:00Z'), ZONE).month).toBe('2026-12');
  });

  test('opens at today, else at the first day with a session, else at its first', () => {
    expect(defaultDay('2026-11', ['2026-11-02'], '2026-11-23')).toBe('2026-11-23');
    expect(defaultDay('2026-12', ['2026-12-09', '2026-12-03'], '2026-11-23')).toBe('2026-12-03');
    expect(defaultDay('2026-12', [], '2026-11-23')).toBe('2026-12-01');
  });
});

// spec s12-agenda.3 | S12 E | A month is weeks from Monday; a day shows the number and kind of the sessions that start on it |
//   src/shared/domain/booking-month.ts
describe('the days of a month', () => {
  test('are its own, in weeks from Monday', () => {
    expect(toMonthWeeks('2026-12')[0]).toEqual([null, '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06']);
    expect(toMonthWeeks('2026-12').at(-1)).toEqual(['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', null, null, null]);
    expect(toMonthWeeks('2027-02').map((week) => week.length)).toEqual([7, 7, 7, 7]);
    expect(toMonthWeeks('2026-08')).toHaveLength(6);
  });

  test('are named with what they hold', () => {
    const bookings = [session('2026-12-02T18:30:00Z', 'pending'), session('2026-12-03T10:00:00Z'), session('2026-12-03T18:30:00Z')];
    const days = groupByDay(bookings, ZONE);
    expect([...days.keys()]).toEqual(['2026-12-03', '2026-12-04']);
    expect(countStatuses(days.get('2026-12-03') ?? [])).toEqual([
      { status: 'confirmed', count: 1 },
      { status: 'pending', count: 1 },
    ]);
    expect(formatMonthDay('2026-12-03', days.get('2026-12-03') ?? [])).toBe('Thursday 3 December, 2 sessions: 1 confirmed, 1 pending');
    expect(formatMonthDay('2026-12-04', days.get('2026-12-04') ?? [])).toBe('Friday 4 December, 1 session: 1 confirmed');
    expect(formatMonthDay('2026-12-05', undefined)).toBe('Saturday 5 December');
    expect(formatMonthDay('2026-12-05', [])).toBe('Saturday 5 December, no sessions');
  });

  test.each([
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-11', 0, '2026-11'],
  ])('%s and %i months is %s', (month, months, moved) => {
    expect(addMonths(month, months)).toBe(moved);
  });

  test('have a month with its whole name', () => {
    expect(formatMonth('2026-12')).toBe('December 2026');
  });
});

// spec s12-agenda.4 | S12 E | Arrow keys, Home, End, Page Up and Page Down move between the days | src/shared/domain/booking-month.ts
test.each([
  ['ArrowLeft', '2026-12-01', '2026-11-30'],
  ['ArrowRight', '2026-12-31', '2027-01-01'],
  ['ArrowUp', '2026-12-09', '2026-12-02'],
  ['ArrowDown', '2026-12-28', '2027-01-04'],
  ['Home', '2026-12-03', '2026-11-30'],
  ['End', '2026-12-03', '2026-12-06'],
  ['Home', '2026-11-30', '2026-11-30'],
  ['PageDown', '2027-01-31', '2027-02-28'],
  ['PageUp', '2026-12-09', '2026-11-09'],
  ['Enter', '2026-12-09', null],
])('%s on %s leads to %s', (key, date, moved) => {
  expect(dayAfterKey(key, date)).toBe(moved);
});
