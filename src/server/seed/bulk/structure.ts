import type { Sql } from 'postgres';

type Part = { drop: string; make: string };
/** As `pg_constraint` calls them; an index of no constraint is `i`. */
type Kind = 'f' | 'p' | 'u' | 'x' | 'i';

/** All that can be built better once the rows are there. */
export const EVERY_KEY: readonly Kind[] = ['f', 'p', 'u', 'x', 'i'];
/** What a statement that looks rows up by their key can do without. */
export const ALL_BUT_KEYS: readonly Kind[] = ['f', 'i'];

/** Loads tables without these, then puts back exactly what the catalog said was there; foreign keys go first and come last. */
export async function without(
  sql: Sql,
  { kinds, tables }: { kinds: readonly Kind[]; tables: readonly string[] },
  load: () => Promise<void>,
): Promise<void> {
  const parts = await sql<Part[]>`
    select drop, make from (
      select contype::text as kind, conrelid::regclass::text || ' ' || conname as name,
        format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
      from pg_constraint
      where contype in ('f', 'p', 'u', 'x') and (conrelid::regclass::text = any(${tables}) or confrelid::regclass::text = any(${tables}))
      union all
      select 'i', indexrelid::regclass::text, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index
      where indrelid::regclass::text = any(${tables}) and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
    ) part
    where kind = any(${kinds})
    order by kind <> 'f', name`;
  for (const { drop } of parts) await sql.unsafe(drop);
  await load();
  for (const { make } of parts.toReversed()) await sql.unsafe(make);
}
