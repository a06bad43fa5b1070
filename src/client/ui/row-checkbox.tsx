import { Box } from '@mantine/core';
import { useRef } from 'react';
import { Checkbox } from './checkbox.tsx';
import classes from './row-checkbox.module.css';

/** What `useSelection` of `src/client/lib` returns, as far as rows need it. */
export type RowSelection = {
  ids: readonly string[];
  /** How many can be selected at once. */
  offered: number;
  /** More rows are shown than can be selected at once. */
  isLimited: boolean;
  /** No more can be selected. */
  isFull: boolean;
  isAll: boolean;
  has: (id: string) => boolean;
  toggle: (id: string, isRange: boolean) => void;
  toggleAll: () => void;
};

/** Of a card that is selected. */
export const SELECTED_BACKGROUND = 'color-mix(in srgb, var(--vidya-primary-tint) 45%, var(--vidya-surface))';

export type RowCheckboxProps = { id: string; label: string; selection: RowSelection };

/** With Shift, all rows from the one pressed before. */
export function RowCheckbox({ id, label, selection: { has, toggle, isFull } }: RowCheckboxProps) {
  // Not every browser tells of Shift with the click that Space makes, or that a label passes on.
  const isRange = useRef(false);
  return (
    <Box
      component="label"
      className={classes.target}
      onPointerDown={({ shiftKey }) => {
        isRange.current = shiftKey;
      }}
      onKeyDown={({ key, shiftKey }) => {
        if (key === ' ') isRange.current = shiftKey;
      }}
    >
      <Checkbox
        aria-label={label}
        checked={has(id)}
        disabled={isFull && !has(id)}
        onChange={() => {
          toggle(id, isRange.current);
          isRange.current = false;
        }}
      />
    </Box>
  );
}

const labelOf = ({ offered, isLimited }: RowSelection) => (isLimited ? `Select the first ${offered}` : `Select all ${offered} shown`);

export function SelectAll({ selection }: { selection: RowSelection }) {
  const { ids, isAll, toggleAll } = selection;
  return <Checkbox label={labelOf(selection)} checked={isAll} indeterminate={ids.length > 0 && !isAll} onChange={toggleAll} />;
}

/** In the head of a table, without its words. */
export function HeadCheckbox({ selection }: { selection: RowSelection }) {
  const { ids, isAll, toggleAll } = selection;
  return (
    <Box component="label" className={classes.target}>
      <Checkbox aria-label={labelOf(selection)} checked={isAll} indeterminate={ids.length > 0 && !isAll} onChange={toggleAll} />
    </Box>
  );
}
