import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Sql, TransactionSql } from 'postgres';
import { NAMES } from '#db/client.ts';
import { MIGRATION_LOCK, migrateWithin } from '#db/migrate.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest, Migration } from './manifest.ts';
import { isAsBackedUp, listTables, prepareCopying, setSequences, type Table, writeRows } from './table-copy.ts';

export function readKnownMigrations(folder: string): Migration[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis }) => ({ hash, createdAt: folderMillis }));
}

/** Whether the database has accounts, or tables that are not ours. */
export async function holdsData(sql: Sql): Promise<boolean> {
  const [found] = await sql`select to_regclass('public.users') is not null as "hasUsers",
    exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as "hasTables"`;
  if (!found?.hasUsers) return found?.hasTables;
  const [row] = await sql`select exists (select from public.users) as "hasRows"`;
  return row?.hasRows;
}

export async function isInUse(sql: Sql): Promise<boolean> {
  const [row] = await sql`select exists (
    select from pg_stat_activity where datname = current_database() and application_name in (${NAMES.pool}, ${NAMES.listener})
      and pid <> pg_backend_pid()) as "isUsed"`;
  return row?.isUsed;
}

export type Restoring = { tx: TransactionSql; sql: Sql; manifest: Manifest; migrations: string };

/** Creates the empty tables of the release that made the backup, without foreign keys and triggers, which `finishTables` adds again. */
export async function prepareTables({ tx, sql, manifest, migrations }: Restoring): Promise<ForeignKey[]> {
  await prepareCopying(tx);
  await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
  await dropEverything(tx);
  await withMigrations(migrations, manifest.migrations.length, (folder) => migrateWithin(tx, sql, folder));
  const tables = await listTables(tx);
  const describe = (list: readonly Table[]) => list.map(({ name, columns }) => `${name}(${[...columns].sort()})`).sort();
  if (`${describe(tables)}` !== `${describe(manifest.tables)}`) {
    throw new BackupError('The tables of this backup are not those that its migrations make.');
  }
  const names = tables.map(({ name }) => quoted(name));
  for (const name of names) await tx.unsafe(`alter table ${name} disable trigger user`);
  const keys = await listForeignKeys(tx);
  for (const { table, name } of keys) await tx.unsafe(`alter table ${table} drop constraint ${name}`);
  // Migrations write rows too.
  await tx.unsafe(`truncate ${names.join(', ')}`);
  return keys;
}

export async function restoreTable({ tx, manifest }: Restoring, name: string, rows: AsyncIterable<Buffer>): Promise<void> {
  const table = manifest.tables.find((one) => one.name === name);
  if (!table) throw new BackupError(`The table ${name} is not in the manifest of this backup.`);
  await writeRows(tx, table, rows);
}

/** Reads every table back before it applies the migrations that came after the backup. */
export async function finishTables({ tx, sql, manifest, migrations }: Restoring, keys: readonly ForeignKey[]): Promise<void> {
  for (const table of manifest.tables) {
    if (!(await isAsBackedUp(tx, table))) throw new BackupError(`The table ${table.name} is not what was backed up.`);
  }
  await setSequences(tx, manifest.sequences);
  for (const { name } of manifest.tables) await tx.unsafe(`alter table ${quoted(name)} enable trigger user`);
  for (const { table, name, definition } of keys) await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
  await migrateWithin(tx, sql, migrations);
}

type ForeignKey = { table: string; name: string; definition: string };

async function listForeignKeys(tx: TransactionSql): Promise<ForeignKey[]> {
  return tx<ForeignKey[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`;
}

/** Drops what the schemas contain, not the schemas, because those carry grants to other roles. Keeps extensions and their objects. */
async function dropEverything(tx: TransactionSql): Promise<void> {
  const statements = await tx<{ statement: string }[]>`
    with own as (select nspname, oid from pg_namespace where nspname in ('public', 'drizzle')),
      others as (
        -- Of extensions, and of columns that go with their tables.
        select classid, objid from pg_depend where deptype in ('e', 'i')
      )
    select format('drop %s if exists %I.%I cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        nspname, relname) as statement
      from pg_class join own on own.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'S') and (pg_class.tableoid, pg_class.oid) not in (select classid, objid from others)
    union all
    select format('drop routine if exists %s cascade', pg_proc.oid::regprocedure) from pg_proc join own on own.oid = pronamespace
      where (pg_proc.tableoid, pg_proc.oid) not in (select classid, objid from others)
    union all
    select format('drop type if exists %I.%I cascade', nspname, typname) from pg_type join own on own.oid = typnamespace
      where typtype in ('e', 'd') and (pg_type.tableoid, pg_type.oid) not in (select classid, objid from others)`;
  for (const { statement } of statements) await tx.unsafe(statement);
}

/** A copy of the migrations folder whose journal ends with the last migration of the backup. */
async function withMigrations(folder: string, count: number, work: (folder: string) => Promise<void>): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'vidya-restore-'));
  try {
    cpSync(folder, copy, { recursive: true });
    const file = join(copy, 'meta', '_journal.json');
    const journal: { entries: unknown[] } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const quoted = (name: string): string => `public."${name.replaceAll('"', '""')}"`;
