import { useMemo } from 'react';
import { type StoredList, useStoredList, writeList } from '#client/lib/stored-list.ts';

const parse = (entry: unknown): string | null => (typeof entry === 'string' ? entry : null);

/** The columns of a table that this browser does not show, by their names. */
export function useHiddenColumns(table: string): { hidden: readonly string[]; onHide: (hidden: readonly string[]) => void } {
  const list = useMemo((): StoredList<string> => ({ key: `hidden_columns_${table}`, parse }), [table]);
  return { hidden: useStoredList(list), onHide: (hidden) => writeList(list, hidden) };
}
