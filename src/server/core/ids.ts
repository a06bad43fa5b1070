import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

export function byId(column: AnyColumn, id: string): SQL {
  return isUuid(id) ? eq(column, id) : sql`false`;
}

/** One array parameter, so that lists of any length share a prepared statement. */
export function anyOf(column: AnyColumn, ids: readonly string[]): SQL {
  return sql`${column} = any(${sql.param(uuids(ids))}::uuid[])`;
}

export const uuids = (ids: readonly string[]): string[] => ids.filter(isUuid);
