import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { CsvValue } from '#server/core/csv.ts';
import { isAfterCursor } from '#server/core/cursor.ts';
import type { ExportInput } from '#shared/contracts/exports.ts';

export type InputFor<T extends ExportInput['table']> = Extract<ExportInput, { table: T }>;

export type SortKey = readonly (string | number)[];
export type CsvRow = { sortKey: SortKey; values: readonly CsvValue[] };
export type Batch = { after: SortKey | null; limit: number };
export type CsvTable = { columns: readonly string[]; read: (batch: Batch) => Promise<CsvRow[]> };

export const toSortKey = ({ createdAt, id }: { createdAt: Date; id: string }): SortKey => [createdAt.toISOString(), id];

export function isAfter({ after }: Batch, createdAt: SQLWrapper, id: SQLWrapper): SQL | undefined {
  return after === null ? undefined : isAfterCursor(createdAt, id, { at: `${after[0]}`, id: `${after[1]}` });
}

export const toReadable = (code: string): string => code.replaceAll('_', ' ');

export const toYesNo = (is: boolean): string => (is ? 'yes' : 'no');
