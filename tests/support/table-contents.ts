import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';

/** Written by every call, whether it fails or not. */
const IGNORED_TABLES = ['limits', 'sessions', 'api_keys'];

export async function expectNoWrites<T>(database: TestDatabase, work: () => Promise<T>): Promise<T> {
  const before = await hashTables(database);
  const result = await work();
  expect(await hashTables(database), 'tables have changed').toEqual(before);
  return result;
}

export async function hashTables({ sql }: TestDatabase): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${IGNORED_TABLES}) order by tablename`;
  const sums = tables.map(({ name }) => `select '${name}' as name, md5(string_agg(row::text, ',' order by row::text)) as sum from "${name}" as row`);
  const rows = await sql.unsafe<{ name: string; sum: string | null }[]>(sums.join(' union all '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, `${sum}`]));
}
