import { describe, expect, test } from 'vitest';
import { colorFrom, contrast, isColor, orderFrom } from '#shared/domain/category-look.ts';

// spec s5-bad-input.7 | S5 | An order of "abc" | src/shared/domain/category-look.ts
// spec rest-catalogue.7
test.each([
  [7, 7],
  ['12', 12],
  [' +3.9 ', 3],
  [0.5, 0],
  ['', 0],
  ['abc', 0],
  ['12abc', 0],
  ['0x10', 0],
  [-1, 0],
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, 0],
  [true, 0],
  [null, 0],
  [undefined, 0],
  ['99999999999', 2_147_483_647],
])('%j as an order is %j', (sent, expected) => {
  expect(orderFrom(sent)).toBe(expected);
});

// spec rest-catalogue.7
test.each([
  ['#fff', '#fff'],
  [' #A1b2C3 ', '#A1b2C3'],
  ['#ffff', '#6366f1'],
  ['#ggg', '#6366f1'],
  ['red', '#6366f1'],
  [null, '#6366f1'],
])('%j as a colour is %j', (sent, expected) => {
  expect(colorFrom(sent)).toBe(expected);
  expect(isColor(expected)).toBe(true);
});

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#fff', '#000', 21],
    ['#6366f1', '#6366f1', 1],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
  ])('of %s and %s is %d', (first, other, expected) => {
    expect(contrast(first, other)).toBeCloseTo(expected, 1);
    expect(contrast(other, first)).toBe(contrast(first, other));
  });
});
