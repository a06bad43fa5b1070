import { pipeline } from 'node:stream/promises';
import type { Sql, TransactionSql } from 'postgres';
import { measure } from './archive.ts';
import type { BackedUpTable, Migration, Sequence } from './manifest.ts';

export type Table = { name: string; columns: string[] };

/** Session settings that make COPY write equal values as equal text, whatever the defaults of the server or role. */
const SETTINGS = `
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local extra_float_digits = 1;
  set local bytea_output = 'hex'; set local synchronize_seqscans = off; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local search_path = public`;

export async function prepareCopying(tx: TransactionSql): Promise<void> {
  await tx.unsafe(SETTINGS);
}

/** Leaves out generated columns, which the table computes itself. */
export async function listTables(tx: TransactionSql): Promise<Table[]> {
  return tx<Table[]>`
    select class.relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class class join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r'
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
    group by class.relname order by class.relname`;
}

export async function* readRows(tx: TransactionSql, { name, columns }: Table, onRows: (rows: number) => void = () => {}): AsyncGenerator<Buffer> {
  const stream = await tx.unsafe(`copy ${columnsOf(name, columns)} to stdout`).readable();
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    onRows(countLines(chunk));
    yield chunk;
  }
}

export async function writeRows(tx: TransactionSql, { name, columns }: Table, rows: AsyncIterable<Buffer>): Promise<void> {
  const stream = await tx.unsafe(`copy ${columnsOf(name, columns)} from stdin`).writable();
  await pipeline(rows, stream);
}

/** Rows are read back in the order of insertion, so the digest has to be the same. */
export async function isAsBackedUp(tx: TransactionSql, { name, columns, ...expected }: BackedUpTable): Promise<boolean> {
  const { bytes, sha256 } = await measure(readRows(tx, { name, columns }));
  return bytes === expected.bytes && sha256 === expected.sha256;
}

/** The sequences of all tables except the one of the migrations, which is in another schema. */
export async function listSequences(tx: TransactionSql): Promise<Sequence[]> {
  return tx<Sequence[]>`
    select sequencename as name, coalesce(last_value, start_value)::text as value, last_value is not null as "isCalled"
    from pg_sequences where schemaname = 'public' order by 1`;
}

export async function setSequences(tx: TransactionSql, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, value, isCalled } of sequences) await tx`select setval(${`public."${name}"`}::regclass, ${value}::bigint, ${isCalled})`;
}

export async function listMigrations(sql: Sql | TransactionSql): Promise<Migration[]> {
  const [known] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!known?.exists) return [];
  return sql<Migration[]>`select hash, created_at::float8 as "createdAt" from drizzle.__drizzle_migrations order by created_at`;
}

function columnsOf(table: string, columns: readonly string[]): string {
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  return `public.${quoted(table)} (${columns.map(quoted).join(', ')})`;
}

/** Each line is one row, because line breaks within values are escaped. */
function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}
