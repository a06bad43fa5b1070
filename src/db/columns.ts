import { randomUUID } from 'node:crypto';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { timestamp, uuid } from 'drizzle-orm/pg-core';

/** RFC 9562, version 7; PostgreSQL 15 cannot create one. */
export function uuidV7(now: number = Date.now()): string {
  const time = Math.floor(now).toString(16).padStart(12, '0');
  // Version 4 is random and has its variant at the same place. Node draws the random bytes of many at once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

export const id = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => uuidV7());

/** Precision of milliseconds, like a JavaScript Date, so that a cursor made of the value finds its row again. */
export const instant = () => timestamp({ precision: 3, withTimezone: true, mode: 'date' });

export const createdAt = () => instant().notNull().defaultNow();
export const updatedAt = () => instant().notNull().defaultNow();

/** The planner uses an index that was declared with `.desc()` only for an order with the same `nulls last`. */
export const downwards = (column: SQLWrapper): SQL => sql`${column} desc nulls last`;
