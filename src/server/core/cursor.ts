import { DomainError } from '#shared/errors.ts';
import { isUuid } from './ids.ts';

/** Where a list that begins with the newest goes on: after this row. */
export type Cursor = { at: string; id: string };

/** Later than every row. */
export const BEGINNING: Cursor = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export function cursorFrom(text: string | null | undefined): Cursor {
  if (!text) return BEGINNING;
  const [at = '', id = ''] = text.split('.');
  if (!/^\d{1,14}$/.test(at) || !isUuid(id)) throw new DomainError('request.invalid', { field: 'cursor' });
  return { at: new Date(Number(at)).toISOString(), id };
}

type Page<T> = { shown: T[]; nextCursor: string | null };

/** A page of rows of which one more was read, to know whether any follow; `placeOf` is what they are in the order of. */
export function pageBy<T extends { id: string }>(rows: readonly T[], limit: number, placeOf: (row: T) => Date): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: rows.length > limit && last ? `${placeOf(last).getTime()}.${last.id}` : null };
}

export function pageOf<T extends { createdAt: Date; id: string }>(rows: readonly T[], limit: number): Page<T> {
  return pageBy(rows, limit, ({ createdAt }) => createdAt);
}

/** As PostgreSQL compares: ids as their bytes, which their texts follow. */
export function newestFirst(one: { createdAt: Date; id: string }, other: { createdAt: Date; id: string }): number {
  const apart = other.createdAt.getTime() - one.createdAt.getTime();
  if (apart !== 0) return apart;
  return one.id < other.id ? 1 : -1;
}
