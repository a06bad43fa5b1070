import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export type Column<T> = {
  /** Stands above the column; on a phone beside the value. */
  name: string;
  cell: (row: T) => ReactNode;
  /** Figures stand at the end of their column. */
  isNumber?: boolean;
  /** On a phone it stands without its name: what the row is, or what can be done with it. */
  isPlain?: boolean;
};

export type DataTableProps<T extends { id: string }> = {
  /** What it lists, said to those who cannot see it. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  /** The rows are those of before, until the new ones are there. */
  isStale?: boolean;
};

/** A table on wide screens, a card per row on phones; the first column names the row. */
export function DataTable<T extends { id: string }>({ label, columns, rows, isStale = false }: DataTableProps<T>) {
  return (
    <div className={classes.frame} data-stale={isStale || undefined} aria-busy={isStale}>
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
              {columns.map((column, nth) => (
                <Cell key={column.name} column={column} row={row} isHead={nth === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps<T> = { column: Column<T>; row: T; isHead: boolean };

function Cell<T>({ column: { name, cell, isNumber, isPlain }, row, isHead }: CellProps<T>) {
  const about = { 'data-name': isPlain || isHead ? undefined : name, 'data-number': isNumber || undefined };
  return isHead ? (
    <th scope="row" {...about}>
      {cell(row)}
    </th>
  ) : (
    <td {...about}>{cell(row)}</td>
  );
}
