import { describe, expect, test } from 'vitest';
import { type EarningsGroup, earningsOf } from '#shared/domain/earnings.ts';

const of = (groups: readonly EarningsGroup[], { thisMonth = '2026-03', months = 3 } = {}) => earningsOf(groups, { thisMonth, months });
const session = (amount: number, month = '2026-03', sessions = 1): EarningsGroup => ({ month, amount, sessions });

describe('the fee', () => {
  test.each<[string, number, number, number]>([
    ['15% of a whole price', 150_000, 22_500, 127_500],
    ['half a cent goes up', 110, 17, 93],
    ['less than half a cent goes down', 109, 16, 93],
    ['of three cents none', 3, 0, 3],
    ['of four cents one', 4, 1, 3],
    ['of a session for nothing none', 0, 0, 0],
  ])('%s', (_, amount, fee, net) => {
    expect(of([session(amount)]).total).toEqual({ gross: amount, fee, net, sessions: 1 });
  });

  // spec tutor-dashboard.8 | D Time and money | The fee is rounded per booking, not for the sum | src/shared/domain/earnings.ts
  test('is rounded for each session, not for their sum', () => {
    expect(of([session(110, '2026-03', 10)]).total).toEqual({ gross: 1100, fee: 170, net: 930, sessions: 10 });
    expect(of([session(110), session(190)]).total).toMatchObject({ gross: 300, fee: 17 + 29 });
  });
});

describe('months', () => {
  // spec tutor-dashboard.9
  test('are the last ones, the oldest first, this one last, with those in which nothing was earned', () => {
    const { months } = of([session(200_000, '2026-01'), session(100_000, '2026-03', 2)]);
    expect(months).toEqual([
      { month: '2026-01', gross: 200_000, fee: 30_000, net: 170_000, sessions: 1 },
      { month: '2026-02', gross: 0, fee: 0, net: 0, sessions: 0 },
      { month: '2026-03', gross: 200_000, fee: 30_000, net: 170_000, sessions: 2 },
    ]);
  });

  // spec tutor-dashboard.9
  test('reach into the year before', () => {
    expect(of([], { thisMonth: '2026-02', months: 4 }).months.map(({ month }) => month)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(of([], { thisMonth: '2026-12', months: 1 }).months.map(({ month }) => month)).toEqual(['2026-12']);
  });

  // spec tutor-dashboard.9
  test('what came before them is in the total alone', () => {
    const { thisMonth, total, months } = of([session(100_000, '2025-06'), session(50_000, '2026-02'), session(10_000)]);
    expect(thisMonth).toMatchObject({ gross: 10_000, sessions: 1 });
    expect(total).toMatchObject({ gross: 160_000, sessions: 3 });
    expect(months.reduce((sum, { gross }) => sum + gross, 0)).toBe(60_000);
  });

  // spec tutor-dashboard.8
  test('nobody has earned anything yet: zeros', () => {
    const zeros = { gross: 0, fee: 0, net: 0, sessions: 0 };
    expect(of([])).toMatchObject({ thisMonth: zeros, total: zeros });
  });
});
