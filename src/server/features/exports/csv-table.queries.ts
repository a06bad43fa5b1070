import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { CsvValue } from '#shared/domain/csv.ts';
import { wallClock } from '#shared/domain/zone.ts';

/** What the order of a table compares, of one line. */
export type Place = readonly (string | number)[];
export type Line = { place: Place; values: readonly CsvValue[] };
/** From the beginning, or after that place. */
export type Wanted = { after: Place | null; limit: number };
/** A table as it is taken away: its columns, and so many lines of it. */
export type Lines = { columns: readonly string[]; read: (wanted: Wanted) => Promise<Line[]> };

/** The newest first. */
export const placeOf = ({ createdAt, id }: { createdAt: Date; id: string }): Place => [createdAt.toISOString(), id];

/** As a row comparison, which an index of the two answers. */
export function following({ after }: Wanted, createdAt: SQLWrapper, id: SQLWrapper): SQL | undefined {
  if (after === null) return undefined;
  const [at, last] = after;
  return sql`(${createdAt}, ${id}) < (${at}::timestamptz, ${last}::uuid)`;
}

/** `2026-03-09 09:00` on the clocks of the zone: spreadsheets know it for a time, and sort it. */
export function timeText(at: Date | null, zone: string): string {
  if (at === null) return '';
  const { date, minutes } = wallClock(at, zone);
  return `${date} ${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** `in_review` as it is read. */
export const words = (code: string): string => code.replaceAll('_', ' ');

export const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');
