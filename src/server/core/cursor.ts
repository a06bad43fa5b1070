import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { DomainError } from '#shared/errors.ts';
import { isUuid } from './ids.ts';

export type Cursor = { at: string; id: string };

export const FIRST_PAGE: Cursor = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export function parseCursor(text: string | null | undefined): Cursor {
  if (!text) return FIRST_PAGE;
  const [at = '', id = ''] = text.split('.');
  if (!/^\d{1,14}$/.test(at) || !isUuid(id)) throw new DomainError('request.invalid', { field: 'cursor' });
  return { at: new Date(Number(at)).toISOString(), id };
}

/** For lists with the newest first. It is a row comparison, so that PostgreSQL uses an index on the two columns. */
export function isAfterCursor(time: SQLWrapper, id: SQLWrapper, after: { at: string | SQLWrapper; id: string | SQLWrapper }): SQL {
  return sql`(${time}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`;
}

type Page<T> = { shown: T[]; nextCursor: string | null };

export function toPageBy<T extends { id: string }>(rows: readonly T[], limit: number, timeOf: (row: T) => Date): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: rows.length > limit && last ? `${timeOf(last).getTime()}.${last.id}` : null };
}

export function toPage<T extends { createdAt: Date; id: string }>(rows: readonly T[], limit: number): Page<T> {
  return toPageBy(rows, limit, ({ createdAt }) => createdAt);
}

/** The order of PostgreSQL, which compares UUIDs by their bytes, as JavaScript compares their texts. */
export function compareNewestFirst(one: { createdAt: Date; id: string }, other: { createdAt: Date; id: string }): number {
  const difference = other.createdAt.getTime() - one.createdAt.getTime();
  if (difference !== 0) return difference;
  return one.id < other.id ? 1 : -1;
}
