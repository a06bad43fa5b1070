import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Cursor } from '#server/core/cursor.ts';
import type { CsvValue } from '#shared/domain/csv.ts';
import { wallClock } from '#shared/domain/zone.ts';

export type Line = { id: string; createdAt: Date; values: readonly CsvValue[] };
/** The newest first, from there on. */
export type Wanted = { after: Cursor; limit: number };
/** A table as it is taken away: its columns, and so many lines of it. */
export type Lines = { columns: readonly string[]; read: (wanted: Wanted) => Promise<Line[]> };

/** As a row comparison, which an index of the two answers. */
export function following({ after }: Wanted, createdAt: SQLWrapper, id: SQLWrapper): SQL {
  return sql`(${createdAt}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`;
}

/** `2026-03-09 09:00` on the clocks of the zone: spreadsheets know it for a time, and sort it. */
export function timeText(at: Date | null, zone: string): string {
  if (at === null) return '';
  const { date, minutes } = wallClock(at, zone);
  return `${date} ${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
