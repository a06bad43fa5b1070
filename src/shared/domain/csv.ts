export type CsvValue = string | number | null;

/** Excel takes a text without it for the code page of the country. */
export const CSV_START = '\uFEFF';

/** What a spreadsheet begins a formula with, blanks before it and wide letters included. */
const FORMULA = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** The semicolon too, at which a spreadsheet of another country would begin another cell. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** A line of RFC 4180. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** What somebody has typed is read, and never reckoned: a leading apostrophe says so. */
function cellOf(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
