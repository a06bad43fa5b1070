import { describe, expect, test } from 'vitest';
import { toArray, toBoolean, toCount, toDate, toId, toKeyword, toNumber } from '#server/rest/wire/input.ts';

describe('toDate', () => {
  test.each([
    ['2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T15:00:00+05:30', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T15:00+0530', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31 09:30z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00', '2026-01-31T09:30:00.000Z'],
    [' 2026-01-31 ', '2026-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    [1_769_851_800_000, '2026-01-31T09:30:00.000Z'],
    ['1769851800000', '2026-01-31T09:30:00.000Z'],
    [0, '1970-01-01T00:00:00.000Z'],
  ])('reads %j as %s', (input, expected) => {
    expect(toDate(input)?.toISOString()).toBe(expected);
  });

  test.each([undefined, null, '', '  '])('reads %j as undefined', (input) => {
    expect(toDate(input)).toBeUndefined();
  });

  test.each([
    'tomorrow',
    '2026',
    '2026-02-29',
    '2026-02-30T10:00Z',
    '2026-13-01',
    '2026-01-31T25:00Z',
    '31.01.2026',
    8.64e15,
    -8.64e15,
    '99999999999999999',
    Number.NaN,
    true,
    {},
    [],
  ])('reads %j as an invalid date', (input) => {
    expect(toDate(input)?.getTime()).toBeNaN();
  });
});

describe('toNumber', () => {
  test.each([
    ['1500', 1500],
    [' 15.50 ', 15.5],
    ['-1', -1],
    [7, 7],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
    ['abc', 'abc'],
    ['1e3', '1e3'],
    ['1,500', '1,500'],
    ['Infinity', 'Infinity'],
    [true, true],
  ])('reads %j as %j', (input, expected) => {
    expect(toNumber(input)).toBe(expected);
  });
});

describe('toBoolean', () => {
  test.each([
    [true, true],
    [false, false],
    ['true', true],
    [' FALSE ', false],
    ['', undefined],
    [null, undefined],
    ['yes', 'yes'],
    [1, 1],
  ])('reads %j as %j', (input, expected) => {
    expect(toBoolean(input)).toBe(expected);
  });
});

describe('toCount', () => {
  test.each([
    ['1', 1],
    ['24', 24],
    ['100', 50],
    ['99999999999999999999999', 50],
    ['0', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['ten', undefined],
    [undefined, undefined],
  ])('reads %j of at most 50 as %j', (input, expected) => {
    expect(toCount(input, 50)).toBe(expected);
  });
});

describe('toId', () => {
  test.each([
    ['a', 'a'],
    [' a ', 'a'],
    [{ _id: 'a', id: 'b' }, 'a'],
    [{ id: 'b' }, 'b'],
    [7, '7'],
    ['x'.repeat(101), 'x'.repeat(100)],
    [{}, undefined],
    [{ id: {} }, undefined],
    [null, undefined],
    [['a'], undefined],
  ])('reads %j as %j', (input, expected) => {
    expect(toId(input)).toBe(expected);
  });
});

describe('toArray', () => {
  test.each([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    ['a', ['a']],
    [0, [0]],
    [[], []],
    ['', []],
    [null, []],
    [undefined, []],
  ])('reads %j as %j', (input, expected) => {
    expect(toArray(input)).toEqual(expected);
  });
});

test('toKeyword normalises every spelling', () => {
  for (const input of ['HOME_VISIT', ' home-visit ', 'Home-Visit']) expect(toKeyword(input)).toBe('home-visit');
  for (const input of ['', '  ', null, 7, {}]) expect(toKeyword(input)).toBeUndefined();
});
