import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';

/** The text of an insert before and after its one value, and the column of each key. */
type Shape = { before: SQL; after: SQL; names: ReadonlyMap<string, string> };

const shapes = new WeakMap<PgTable, Map<string, Shape>>();

/**
 * Inserts rows that all have the same keys, passed as one JSON parameter, so that lists of any length share one prepared statement. The keys
 * must include the id, because drizzle's defaults are not applied; other missing columns get their default from the database.
 */
export function insertRows<T extends PgTable, R extends T['$inferInsert']>(table: T, rows: readonly R[], where?: SQL): SQL {
  const { before, after, names } = shapeOf(table, Object.keys(rows[0] ?? {}));
  const json = JSON.stringify(rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [columnOf(names, key), value]))));
  return sql`${before}${json}${after}${where && sql` where ${where}`}`;
}

function columnOf(names: Shape['names'], key: string): string {
  const name = names.get(key);
  if (name === undefined) throw new Error(`only some of the rows have ${key}`);
  return name;
}

function shapeOf(table: PgTable, keys: readonly string[]): Shape {
  const known = shapes.get(table) ?? new Map<string, Shape>();
  shapes.set(table, known);
  const name = keys.join();
  const shape = known.get(name) ?? createShape(table, keys);
  known.set(name, shape);
  return shape;
}

function createShape(table: PgTable, keys: readonly string[]): Shape {
  const columns = getTableColumns(table);
  const unknown = keys.find((key) => !Object.hasOwn(columns, key));
  if (unknown !== undefined) throw new Error(`no column is called ${unknown}`);
  const names = new Map(keys.map((key) => [key, toSnakeCase(key)]));
  const quoted = [...names.values()].map((name) => `"${name}"`);
  const into = `"${getTableName(table)}"`;
  const source = quoted.map((name) => `item.${name}`).join(', ');
  return {
    before: sql.raw(`insert into ${into} (${quoted.join(', ')}) select ${source} from jsonb_populate_recordset(null::${into}, `),
    after: sql.raw('::jsonb) as item'),
    names,
  };
}
