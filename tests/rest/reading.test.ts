import { describe, expect, test } from 'vitest';
import { toArray, toBoolean, toCount, toDate, toId, toKeyword, toNumber } from '#server/rest/wire/input.ts';

describe('an instant', () => {
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
  ])('%j is %s', (sent, expected) => {
    expect(toDate(sent)?.toISOString()).toBe(expected);
  });

  test.each([undefined, null, '', '  '])('%j is none', (sent) => {
    expect(toDate(sent)).toBeUndefined();
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
  ])('%j is no time at all', (sent) => {
    expect(toDate(sent)?.getTime()).toBeNaN();
  });
});

describe('a number', () => {
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
  ])('%j is read as %j', (sent, expected) => {
    expect(toNumber(sent)).toBe(expected);
  });
});

describe('what is yes or no', () => {
  test.each([
    [true, true],
    [false, false],
    ['true', true],
    [' FALSE ', false],
    ['', undefined],
    [null, undefined],
    ['yes', 'yes'],
    [1, 1],
  ])('%j is read as %j', (sent, expected) => {
    expect(toBoolean(sent)).toBe(expected);
  });
});

describe('a count', () => {
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
  ])('%j of at most 50 is %j', (sent, expected) => {
    expect(toCount(sent, 50)).toBe(expected);
  });
});

describe('an id', () => {
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
  ])('%j is read as %j', (sent, expected) => {
    expect(toId(sent)).toBe(expected);
  });
});

describe('a list', () => {
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
  ])('%j is read as %j', (sent, expected) => {
    expect(toArray(sent)).toEqual(expected);
  });
});

test('a word is the same however it is written', () => {
  for (const sent of ['HOME_VISIT', ' home-visit ', 'Home-Visit']) expect(toKeyword(sent)).toBe('home-visit');
  for (const sent of ['', '  ', null, 7, {}]) expect(toKeyword(sent)).toBeUndefined();
});
