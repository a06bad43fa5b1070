export type CsvValue = string | number | null;

/** Without a BOM Excel reads the legacy code page. */
export const CSV_BOM = '\uFEFF';

/** Characters that start a formula in a spreadsheet, after spaces, full-width forms included. */
const FORMULA = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** Semicolons too: some locales use them as the separator. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

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
