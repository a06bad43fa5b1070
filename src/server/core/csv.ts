import { wallClock } from '#shared/domain/zone.ts';

export type CsvValue = string | number | null;

/** Without a BOM Excel reads the legacy code page. */
export const CSV_BOM = '\uFEFF';

/** What a spreadsheet would evaluate as a formula: these characters first, also after spaces and in their full-width forms. */
const FORMULA = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** Semicolons too: spreadsheets of some locales separate cells by them. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** `2026-03-09 09:00` in the zone: spreadsheets recognise it as a time, and sort it. */
export function toTimeText(at: Date | null, zone: string): string {
  if (at === null) return '';
  const { date, minutes } = wallClock(at, zone);
  return `${date} ${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

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
