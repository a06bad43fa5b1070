import { Box, Group } from '@mantine/core';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ColumnChoice, ColumnChoicePanel } from './column-choice.tsx';
import classes from './data-table.module.css';
import { HeadCheckbox, RowCheckbox, type RowSelection, SelectAll } from './row-checkbox.tsx';

export type Column<T> = {
  name: string;
  cell: (row: T) => ReactNode;
  isNumber?: boolean;
  isPlain?: boolean;
  /** The orders of the server by this column; the heading changes to the first that is not in use. */
  orders?: readonly TableOrder[];
};

export type TableOrder = { name: string; direction: 'ascending' | 'descending' };
/** Which order is in use, and how to ask for another. */
export type TableSort = { order: string; onSort: (order: string) => void };

export type DataTableProps<T extends { id: string }> = {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  isStale?: boolean;
  sort?: TableSort;
  /** All but the first column and that of the actions can be hidden. */
  choice?: ColumnChoice;
  /** Beside the choice of columns. */
  tools?: ReactNode;
  selection?: TableSelection<T>;
};

export type TableSelection<T> = RowSelection & { nameOf: (row: T) => string };

/** A card per row on phones; the first column names the row. Mantine's Table would bring 28 KB: its scroll area, and floating-ui. */
export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  const { label, columns: all, rows, isStale = false, sort, choice, tools, selection } = props;
  const optional = all.slice(1).flatMap(({ name, isPlain }) => (isPlain ? [] : [name]));
  const columns = all.filter(({ name }) => !(optional.includes(name) && choice?.hidden.includes(name)));
  return (
    <>
      {choice && (
        <Group gap="0 1.5rem">
          {tools}
          <ColumnChoicePanel names={optional} {...choice} />
        </Group>
      )}
      {/* Where rows are cards, the checkbox in the head of the table is out of sight. */}
      {selection && (
        <Box className={classes.selectAll}>
          <SelectAll selection={selection} />
        </Box>
      )}
      <Box className={classes.frame} opacity={isStale ? 0.6 : undefined} aria-busy={isStale}>
        <table className={classes.table} aria-label={label} data-selectable={selection && true}>
          <thead>
            <tr>
              {selection && (
                <td data-select>
                  <HeadCheckbox selection={selection} />
                </td>
              )}
              {columns.map((column) => (
                <Heading key={column.name} column={column} sort={sort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} data-selected={selection?.has(row.id) || undefined}>
                {selection && (
                  <td data-select>
                    <RowCheckbox id={row.id} label={`Select ${selection.nameOf(row)}`} selection={selection} />
                  </td>
                )}
                {columns.map((column, index) => (
                  <Cell key={column.name} column={column} row={row} isHead={index === 0} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </>
  );
}

type HeadingProps<T> = { column: Column<T>; sort: TableSort | undefined };

function Heading<T>({ column: { name, isNumber, isPlain, orders = [] }, sort }: HeadingProps<T>) {
  const current = orders.find((order) => order.name === sort?.order);
  const next = orders.find((order) => order !== current) ?? current;
  const Icon = current ? (current.direction === 'ascending' ? ArrowUp : ArrowDown) : ArrowUpDown;
  return (
    <th scope="col" data-number={isNumber || undefined} data-plain={isPlain} aria-sort={current?.direction}>
      {sort && next ? (
        <button type="button" className={classes.sort} onClick={() => sort.onSort(next.name)}>
          {name}
          <Icon size={14} aria-hidden="true" />
        </button>
      ) : (
        name
      )}
    </th>
  );
}

type CellProps<T> = { column: Column<T>; row: T; isHead: boolean };

function Cell<T>({ column: { name, cell, isNumber, isPlain }, row, isHead }: CellProps<T>) {
  const attributes = { 'data-name': isPlain || isHead ? undefined : name, 'data-number': isNumber || undefined, 'data-plain': isPlain };
  return isHead ? (
    <th scope="row" {...attributes}>
      {cell(row)}
    </th>
  ) : (
    <td {...attributes}>{cell(row)}</td>
  );
}
