import type { Db } from './client.ts';

/** Reads and writes, and cannot begin a transaction. */
export type Executor = Pick<Db, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'query' | 'with' | '$with' | '$count'>;

/** The single row of a statement that always gives one. */
export function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}
