import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';

/** The table and its columns, by the keys of a row. */
const shapes = new WeakMap<PgTable, Map<string, { target: SQL; source: SQL }>>();

/**
 * An insert of rows that all have the same keys. They are one parameter: a list of any length is the same statement, prepared once,
 * and nothing is built for each value. Ids have to be among the keys; what is not among them has the default of its column.
 */
export function insertRows<T extends PgTable, R extends T['$inferInsert']>(table: T, rows: readonly R[], where?: SQL): SQL {
  const keys = Object.keys(rows[0] ?? {});
  const { target, source } = shapeOf(table, keys);
  return sql`insert into ${target} select ${source} from jsonb_populate_recordset(null::${table}, ${toJson(rows)}::jsonb) as item${where && sql` where ${where}`}`;
}

function shapeOf(table: PgTable, keys: readonly string[]): { target: SQL; source: SQL } {
  const known = shapes.get(table) ?? new Map<string, { target: SQL; source: SQL }>();
  shapes.set(table, known);
  const name = keys.join();
  const shape = known.get(name) ?? createShape(table, keys);
  known.set(name, shape);
  return shape;
}

function createShape(table: PgTable, keys: readonly string[]): { target: SQL; source: SQL } {
  const columns = getTableColumns(table);
  const names = keys.map((key) => {
    if (!Object.hasOwn(columns, key)) throw new Error(`no column is called ${key}`);
    return `"${toSnakeCase(key)}"`;
  });
  return { target: sql`${table} (${sql.raw(names.join(', '))})`, source: sql.raw(names.map((column) => `item.${column}`).join(', ')) };
}

const toJson = (rows: readonly object[]): string =>
  JSON.stringify(rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [toSnakeCase(key), value]))));
