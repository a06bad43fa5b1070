import { describe, expect, it } from 'vitest';
import { feeOf, formatRupees, toCents, toRupees } from '#shared/domain/money.ts';

describe('rupees become whole cents', () => {
  it.each([
    [0, 0],
    [1500, 150_000],
    [1500.5, 150_050],
    [0.29, 29],
    [1.005, 101],
    [1.004, 100],
    [100_000, 10_000_000],
  ])('%d rupees are %d cents', (rupees, cents) => {
    expect(toCents(rupees)).toBe(cents);
  });

  it('every amount of cents survives the way to rupees and back', () => {
    for (let cents = 0; cents <= 200_000; cents += 7) expect(toCents(toRupees(cents))).toBe(cents);
  });
});

// spec validation.26 | P §5 Booking, §1 | Rs. with Indian grouping | src/shared/domain/money.ts
describe('rupees are shown with Indian grouping', () => {
  it.each([
    [0, 'Rs. 0'],
    [999, 'Rs. 999'],
    [1000, 'Rs. 1,000'],
    [99_999, 'Rs. 99,999'],
    [100_000, 'Rs. 1,00,000'],
    [125_000, 'Rs. 1,25,000'],
    [12_345_678, 'Rs. 1,23,45,678'],
    [1500.5, 'Rs. 1,500.50'],
    [1500.05, 'Rs. 1,500.05'],
    [1499.999, 'Rs. 1,500'],
    [1499.994, 'Rs. 1,499.99'],
  ])('%d is %s', (rupees, shown) => {
    expect(formatRupees(rupees)).toBe(shown);
  });
});

// spec constants.28 | C §9, D Time and money | 15% platform fee, rounded half up to the cent | src/shared/domain/money.ts
describe('the platform fee is 15 percent, rounded half up to the cent', () => {
  it.each([
    [0, 0],
    [3, 0],
    [4, 1],
    [10, 2],
    [30, 5],
    [50, 8],
    [100, 15],
    [110, 17],
    [116, 17],
    [150_000, 22_500],
    [10_000_000_010, 1_500_000_002],
  ])('of %d cents it is %d', (cents, fee) => {
    expect(feeOf(cents)).toBe(fee);
  });
});
