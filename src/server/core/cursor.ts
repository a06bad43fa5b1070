import { DomainError } from '#shared/errors.ts';
import { isUuid } from './ids.ts';

/** Where a list that begins with the newest goes on: after this row. */
export type Cursor = { at: string; id: string };

/** Later than every row. */
export const FIRST_PAGE: Cursor = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export function parseCursor(text: string | null | undefined): Cursor {
  if (!text) return FIRST_PAGE;
  const [at = '', id = ''] = text.split('.');
  if (!/^\d{1,14}$/.test(at) || !isUuid(id)) throw new DomainError('request.invalid', { field: 'cursor' });
  return { at: new Date(Number(at)).toISOString(), id };
}

type Page<T> = { shown: T[]; nextCursor: string | null };

/** A page of rows of which one more was read, to know whether any follow; `placeOf` is what they are in the order of. */
export function toPageBy<T extends { id: string }>(rows: readonly T[], limit: number, timeOf: (row: T) => Date): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: rows.length > limit && last ? `${timeOf(last).getTime()}.${last.id}` : null };
}

export function toPage<T extends { createdAt: Date; id: string }>(rows: readonly T[], limit: number): Page<T> {
  return toPageBy(rows, limit, ({ createdAt }) => createdAt);
}

/** As PostgreSQL compares: ids as their bytes, which their texts follow. */
export function compareNewestFirst(one: { createdAt: Date; id: string }, other: { createdAt: Date; id: string }): number {
  const difference = other.createdAt.getTime() - one.createdAt.getTime();
  if (difference !== 0) return difference;
  return one.id < other.id ? 1 : -1;
}
