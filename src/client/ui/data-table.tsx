import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export type Column<T> = {
  name: string;
  cell: (row: T) => ReactNode;
  isNumber?: boolean;
  isPlain?: boolean;
};

export type DataTableProps<T extends { id: string }> = {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  isStale?: boolean;
};

/** A card per row on phones; the first column names the row. Mantine's Table would bring 28 KB: its scroll area, and floating-ui. */
export function DataTable<T extends { id: string }>({ label, columns, rows, isStale = false }: DataTableProps<T>) {
  return (
    <Box className={classes.frame} opacity={isStale ? 0.6 : undefined} aria-busy={isStale}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" data-number={isNumber || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column, index) => (
                <Cell key={column.name} column={column} row={row} isHead={index === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

type CellProps<T> = { column: Column<T>; row: T; isHead: boolean };

function Cell<T>({ column: { name, cell, isNumber, isPlain }, row, isHead }: CellProps<T>) {
  const attributes = { 'data-name': isPlain || isHead ? undefined : name, 'data-number': isNumber || undefined };
  return isHead ? (
    <th scope="row" {...attributes}>
      {cell(row)}
    </th>
  ) : (
    <td {...attributes}>{cell(row)}</td>
  );
}
