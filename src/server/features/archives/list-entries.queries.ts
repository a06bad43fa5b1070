import { CSV_BOM, type CsvValue, csvLine, toTimeText } from '#server/core/csv.ts';
import { type Cursor, FIRST_PAGE } from '#server/core/cursor.ts';
import type { ArchiveEntry } from '#server/core/ports.ts';
import { ARCHIVES } from '#shared/vocabulary/privacy.ts';

type Row = Readonly<Record<string, unknown>>;
/** One list of the archive: a JSON file and a CSV file of the same rows. */
export type PersonalList = { name: string; columns: readonly string[]; rows: () => AsyncIterable<readonly Row[]> };

/** Keeps the columns together with the function that reads the rows. */
export function defineList<C extends string>(
  name: string,
  columns: readonly C[],
  rows: () => AsyncIterable<readonly Readonly<Record<C, unknown>>[]>,
): PersonalList {
  return { name, columns, rows };
}

export type Page = { after: Cursor; limit: number };
type Position = { createdAt: Date; id: string };

/** Newest first, so that rows that are added meanwhile do not shift the following pages. */
export async function* inPages<T extends Position>(read: (page: Page) => Promise<T[]>, limit: number = ARCHIVES.batchRows): AsyncGenerator<T[]> {
  let after: Cursor | null = FIRST_PAGE;
  while (after !== null) {
    const rows: T[] = await read({ after, limit });
    if (rows.length > 0) yield rows;
    const last = rows.length < limit ? undefined : rows.at(-1);
    after = last ? { at: last.createdAt.toISOString(), id: last.id } : null;
  }
}

/** For short lists, which need no paging. */
export async function* inOnePage<T>(read: () => Promise<T[]>): AsyncGenerator<T[]> {
  yield await read();
}

export function toEntries(list: PersonalList, zone: string): ArchiveEntry[] {
  return [
    { name: `${list.name}.json`, read: () => toJson(list) },
    { name: `${list.name}.csv`, read: () => toCsv(list, zone) },
  ];
}

export async function* toJsonFile(read: () => Promise<unknown>): AsyncGenerator<string> {
  yield `${JSON.stringify(await read(), null, 2)}\n`;
}

async function* toJson({ columns, rows }: PersonalList): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const batch of rows()) {
    for (const row of batch) {
      yield `${isEmpty ? '[\n' : ',\n'}${JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null])))}`;
      isEmpty = false;
    }
  }
  yield isEmpty ? '[]\n' : '\n]\n';
}

async function* toCsv({ columns, rows }: PersonalList, zone: string): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(columns.map(toHeader));
  for await (const batch of rows()) yield batch.map((row) => csvLine(columns.map((column) => toCsvValue(row[column], zone)))).join('');
}

/** `startTime` becomes "Start time". */
function toHeader(column: string): string {
  const words = column.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toCsvValue(value: unknown, zone: string): CsvValue {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return toTimeText(value, zone);
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join('; ');
  return JSON.stringify(value);
}
