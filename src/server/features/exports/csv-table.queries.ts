import type { SQL, SQLWrapper } from 'drizzle-orm';
import { isAfterCursor } from '#server/core/cursor.ts';
import type { ExportInput } from '#shared/contracts/exports.ts';
import { wallClock } from '#shared/domain/zone.ts';

type CsvValue = string | number | null;

/** Without a BOM Excel reads the legacy code page. */
export const CSV_BOM = '\uFEFF';

/** Characters that start a formula in a spreadsheet, after spaces, full-width forms included. */
const FORMULA = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** Semicolons too: some locales use them as the separator. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

export type InputFor<T extends ExportInput['table']> = Extract<ExportInput, { table: T }>;

export type SortKey = readonly (string | number)[];
export type CsvRow = { sortKey: SortKey; values: readonly CsvValue[] };
export type Batch = { after: SortKey | null; limit: number };
export type CsvTable = { columns: readonly string[]; read: (batch: Batch) => Promise<CsvRow[]> };

export const toSortKey = ({ createdAt, id }: { createdAt: Date; id: string }): SortKey => [createdAt.toISOString(), id];

export function isAfter({ after }: Batch, createdAt: SQLWrapper, id: SQLWrapper): SQL | undefined {
  return after === null ? undefined : isAfterCursor(createdAt, id, { at: `${after[0]}`, id: `${after[1]}` });
}

/** `2026-03-09 09:00` in the zone: spreadsheets recognise it as a time, and sort it. */
export function toTimeText(at: Date | null, zone: string): string {
  if (at === null) return '';
  const { date, minutes } = wallClock(at, zone);
  return `${date} ${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

export const toReadable = (code: string): string => code.replaceAll('_', ' ');

export const toYesNo = (is: boolean): string => (is ? 'yes' : 'no');

export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** A leading apostrophe stops spreadsheets from evaluating what people typed. */
function cellOf(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
