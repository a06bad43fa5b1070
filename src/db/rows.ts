import { type Column, getTableColumns, getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Statement, toText } from './text-once.ts';

/** Up to this many, each number of rows is a statement of its own, which each connection plans once. */
const MAX_FEW = 4;
const JSON_ROWS = 'all rows as JSON';

type Row = Readonly<Record<string, unknown>>;
type Source = { rows: readonly Row[]; values: Row };
type Shape = { table: PgTable; keys: readonly string[]; columns: readonly Column[] };
type Insert = { sql: SQL; readers: ReadonlyMap<string, (source: Source) => unknown> };
type Built = { text: string; readers: readonly ((source: Source) => unknown)[] };

/**
 * Inserts rows that all have the same keys, in a statement whose text is made once (`textOnce`). Drizzle's defaults are not applied, so the keys
 * include the id; other missing columns get their default from the database.
 *
 * A few rows are sent as one parameter for each value, which PostgreSQL reads in a fraction of the time that it takes to read them from JSON.
 * More rows, and rows that `where` chooses among as `item`, are one parameter with JSON.
 */
export function insertOnce<T extends PgTable, N extends string = never>(
  table: T,
  build: (insert: SQL, value: (name: N) => Placeholder<N>) => SQL,
  where?: SQL,
): (rows: readonly T['$inferInsert'][], values?: Readonly<Record<N, unknown>>) => Statement {
  const statements = new Map<string, Built>();
  const make = (shape: Shape, few: number | null): Built => {
    const insert = few === null ? insertFromJson(shape, where) : insertValues(shape, few);
    const { text, names } = toText(build(insert.sql, (name) => sql.placeholder(name)));
    return { text, readers: names.map((name) => insert.readers.get(name) ?? (({ values }) => values[name])) };
  };
  return (rows, values = {} as Record<N, unknown>) => {
    const keys = Object.keys(rows[0] ?? {});
    for (const row of rows) requireKeys(row, keys);
    const few = where || rows.length > MAX_FEW ? null : rows.length;
    const name = `${few}:${keys}`;
    const statement = statements.get(name) ?? make(shapeOf(table, keys), few);
    statements.set(name, statement);
    return new Statement(
      statement.text,
      statement.readers.map((read) => read({ rows, values })),
    );
  };
}

function requireKeys(row: Row, keys: readonly string[]): void {
  const own = Object.keys(row);
  const missing = keys.find((key) => !Object.hasOwn(row, key)) ?? (own.length > keys.length ? own.find((key) => !keys.includes(key)) : undefined);
  if (missing !== undefined) throw new Error(`only some of the rows have ${missing}`);
}

function shapeOf(table: PgTable, keys: readonly string[]): Shape {
  const all: Record<string, Column> = getTableColumns(table);
  const columns = keys.map((key) => {
    const column = all[key];
    if (!column) throw new Error(`no column is called ${key}`);
    return column;
  });
  return { table, keys, columns };
}

const namesOf = ({ keys }: Shape) => keys.map((key) => `"${toSnakeCase(key)}"`);
const head = (shape: Shape) => `insert into "${getTableName(shape.table)}" (${namesOf(shape).join(', ')})`;

function insertValues(shape: Shape, count: number): Insert {
  const readers = new Map<string, (source: Source) => unknown>();
  const rows = Array.from({ length: count }, (_, index) => {
    const values = shape.columns.map((column, position) => {
      const key = shape.keys[position] ?? '';
      const name = `${index}.${key}`;
      readers.set(name, ({ rows }) => toDriverValue(column, rows[index]?.[key]));
      return sql.placeholder(name);
    });
    return sql`(${sql.join(values, sql`, `)})`;
  });
  return { sql: sql`${sql.raw(head(shape))} values ${sql.join(rows, sql`, `)}`, readers };
}

const toDriverValue = (column: Column, value: unknown): unknown => ((value ?? null) === null ? null : column.mapToDriverValue(value));

function insertFromJson(shape: Shape, where: SQL | undefined): Insert {
  const source = namesOf(shape)
    .map((name) => `item.${name}`)
    .join(', ');
  const record = sql`jsonb_populate_recordset(null::${sql.identifier(getTableName(shape.table))}, ${sql.placeholder(JSON_ROWS)}::jsonb)`;
  return {
    sql: sql`${sql.raw(`${head(shape)} select ${source} from`)} ${record} as item${where && sql` where ${where}`}`,
    readers: new Map([[JSON_ROWS, ({ rows }) => JSON.stringify(rows.map((row) => toJson(shape, row)))]]),
  };
}

const toJson = ({ keys }: Shape, row: Row) => Object.fromEntries(keys.map((key) => [toSnakeCase(key), row[key]]));
