import { getRandomValues } from 'node:crypto';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { timestamp, uuid } from 'drizzle-orm/pg-core';

/** RFC 9562, version 7; PostgreSQL 15 cannot create one. */
export function uuidV7(now: number = Date.now()): string {
  const bytes = getRandomValues(new Uint8Array(16));
  new DataView(bytes.buffer).setUint32(0, Math.floor(now / 0x10000));
  new DataView(bytes.buffer).setUint16(4, now % 0x10000);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
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
