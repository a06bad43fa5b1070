import type { Sql } from 'postgres';

type Statement = { drop: string; make: string };

/** Loads without keys and indexes, then puts back exactly what the catalog said was there; foreign keys go first and come last. */
export async function withoutKeys(sql: Sql, tables: readonly string[], load: () => Promise<void>): Promise<void> {
  const keys = await keysOf(sql, tables);
  for (const { drop } of keys) await sql.unsafe(drop);
  await load();
  for (const { make } of keys.toReversed()) await sql.unsafe(make);
}

/** As `withoutKeys`, of the indexes that belong to no constraint. */
export async function withoutIndexes(sql: Sql, tables: readonly string[], load: () => Promise<void>): Promise<void> {
  const indexes = await indexesOf(sql, tables);
  for (const { drop } of indexes) await sql.unsafe(drop);
  await load();
  for (const { make } of indexes) await sql.unsafe(make);
}

async function keysOf(sql: Sql, tables: readonly string[]): Promise<Statement[]> {
  const constraints = await sql<Statement[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint
    where contype in ('f', 'p', 'u', 'x') and conrelid::regclass::text = any(${tables})
    order by contype <> 'f', conrelid::regclass::text, conname`;
  return [...constraints, ...(await indexesOf(sql, tables))];
}

async function indexesOf(sql: Sql, tables: readonly string[]): Promise<Statement[]> {
  return sql<Statement[]>`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
    from pg_index
    where indrelid::regclass::text = any(${tables}) and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    order by indexrelid::regclass::text`;
}
