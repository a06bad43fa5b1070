import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNumber } from '#shared/domain/numbers.ts';

describe('numbers are grouped as in India', () => {
  it.each([
    [0, 0, '0'],
    [999, 0, '999'],
    [1000, 0, '1,000'],
    [12_34_567, 0, '12,34,567'],
    [-1_00_000, 0, '-1,00,000'],
    [1500.5, 2, '1,500.50'],
  ])('%d with %d decimals is %s', (value, decimals, shown) => {
    expect(formatNumber(value, decimals)).toBe(shown);
  });

  it('as Intl does it', () => {
    const whole = new Intl.NumberFormat('en-IN');
    const cents = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (value) => {
        expect(formatNumber(value)).toBe(whole.format(value));
        expect(formatNumber(value / 100, 2)).toBe(cents.format(value / 100));
      }),
    );
  });
});
