import { act, renderHook } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { keepRows, NOTHING, type Selected, toggleAllRows, toggleRow, useSelection } from '#client/lib/selection.ts';

const LIST = { shown: ['a', 'b', 'c', 'd', 'e'], most: 100 };
const press = (selected: Selected, id: string, isRange = false, list = LIST) => toggleRow(selected, { id, isRange }, list);
const idsOf = ({ ids }: Selected) => [...ids].sort().join('');

// spec s12-desk.14 | S12 D | A press selects a row, with Shift all from the one pressed before; no more than can be done at once, never one that is not
//   shown | src/client/lib/selection.ts
describe('the selection of rows', () => {
  test('takes in a row with a press, and lets it go with the next', () => {
    const one = press(NOTHING, 'b');
    expect([idsOf(one), idsOf(press(one, 'd')), idsOf(press(one, 'b'))]).toEqual(['b', 'bd', '']);
  });

  test.each([
    ['downwards', ['b'], 'd', 'bcd'],
    ['upwards', ['d'], 'b', 'bcd'],
    ['over rows that are selected already', ['c', 'a'], 'd', 'abcd'],
    ['from a row that was let go of', ['a', 'c', 'c'], 'e', 'acde'],
    ['without a row before it', [], 'c', 'c'],
  ])('takes in all rows between two, %s', (_, pressed, last, expected) => {
    const before = pressed.reduce((selected, id) => press(selected, id), NOTHING);
    expect(idsOf(press(before, last, true))).toBe(expected);
  });

  test('lets go of all rows between two where the last one was selected', () => {
    const all = toggleAllRows(NOTHING, LIST);
    expect(idsOf(press(press(all, 'b'), 'd', true))).toBe('ae');
  });

  test('begins no range at a row that is no longer shown', () => {
    expect(idsOf(press({ ids: new Set(), anchor: 'gone' }, 'd', true))).toBe('d');
  });

  test('takes in all, then none', () => {
    const all = toggleAllRows(press(NOTHING, 'b'), LIST);
    expect([idsOf(all), idsOf(toggleAllRows(all, LIST))]).toEqual(['abcde', '']);
  });

  test('never has more rows than can be acted on at once, those next to where the range began first', () => {
    const few = { ...LIST, most: 3 };
    const all = toggleAllRows(NOTHING, few);
    expect([idsOf(all), idsOf(press(all, 'e', false, few)), idsOf(toggleAllRows(all, few))]).toEqual(['abc', 'abc', '']);
    expect(idsOf(press(press(NOTHING, 'e', false, few), 'a', true, few))).toBe('cde');
  });

  test('keeps what is left of it', () => {
    const some = press(press(NOTHING, 'a'), 'c');
    expect(idsOf(keepRows(some, ['c', 'd']))).toBe('c');
    expect(keepRows(some, ['a', 'b', 'c'])).toBe(some);
  });
});

// spec s12-desk.14
describe('the selection of a list', () => {
  const open = () =>
    renderHook(({ shown, view }) => useSelection(shown, { view }), { initialProps: { shown: ['a', 'b', 'c'] as readonly string[], view: 'page 1' } });

  test('forgets a row that is no longer shown, also when it comes back', () => {
    const { result, rerender } = open();
    act(() => result.current.toggleAll());
    expect(result.current.ids).toEqual(['a', 'b', 'c']);
    rerender({ shown: ['c', 'a'], view: 'page 1' });
    expect([result.current.ids, result.current.isAll]).toEqual([['c', 'a'], true]);
    rerender({ shown: ['a', 'b', 'c'], view: 'page 1' });
    expect([result.current.ids, result.current.isAll]).toEqual([['a', 'c'], false]);
  });

  test('is empty with another page, search or filter, although the rows are still shown', () => {
    const { result, rerender } = open();
    act(() => result.current.toggle('b', false));
    rerender({ shown: ['a', 'b', 'c'], view: 'page 2' });
    expect(result.current.ids).toEqual([]);
    rerender({ shown: ['a', 'b', 'c'], view: 'page 1' });
    expect(result.current.ids).toEqual([]);
  });

  test('says when not all rows that are shown can be selected, and when no more can', () => {
    const { result } = renderHook(() => useSelection(['a', 'b', 'c'], { most: 2 }));
    expect([result.current.offered, result.current.isLimited, result.current.isFull]).toEqual([2, true, false]);
    act(() => result.current.toggleAll());
    expect([result.current.ids, result.current.isAll, result.current.isFull]).toEqual([['a', 'b'], true, true]);
  });

  test('counts two presses in one moment, and keeps those for which nothing was done', () => {
    const { result } = open();
    act(() => {
      result.current.toggle('a', false);
      result.current.toggle('c', true);
    });
    expect(result.current.ids).toEqual(['a', 'b', 'c']);
    act(() => result.current.keep(['b']));
    expect(result.current.ids).toEqual(['b']);
  });
});
