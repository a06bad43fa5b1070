import { describe, expect, test } from 'vitest';
import { periodsUntil } from '#server/features/statistics/statistics.queries.ts';

const COLOMBO = 'Asia/Colombo';
/** Monday, 2 March 2026, 04:00 in Colombo; in London it is still Sunday. */
const NIGHT = new Date('2026-03-01T22:30:00Z');

// spec admin-dashboard.3
describe('what a chart shows', () => {
  test('thirty days, today the last', () => {
    const { starts, end } = periodsUntil(NIGHT, 'days', COLOMBO);
    expect([starts.length, starts[0], starts.at(-1), end]).toEqual([30, '2026-02-01', '2026-03-02', '2026-03-03']);
    expect(periodsUntil(NIGHT, 'days', 'Europe/London').starts.at(-1)).toBe('2026-03-01');
  });

  test('twelve weeks from Mondays on', () => {
    const { starts, end } = periodsUntil(NIGHT, 'weeks', COLOMBO);
    expect([starts.length, starts[0], starts.at(-1), end]).toEqual([12, '2025-12-15', '2026-03-02', '2026-03-09']);
    expect(periodsUntil(NIGHT, 'weeks', 'Europe/London').starts.at(-1)).toBe('2026-02-23');
  });

  test('twelve months across the year', () => {
    const { starts, end } = periodsUntil(NIGHT, 'months', COLOMBO);
    expect(starts).toEqual(
      ['2025-04', '2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03'].map(
        (month) => `${month}-01`,
      ),
    );
    expect(end).toBe('2026-04-01');
    expect(periodsUntil(new Date('2026-12-31T12:00:00Z'), 'months', COLOMBO).end).toBe('2027-01-01');
  });
});
