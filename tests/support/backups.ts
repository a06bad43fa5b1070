import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, inject } from 'vitest';
import { type BackupSource, createBackup } from '#server/infra/backup/create-backup.ts';
import { type Manifest, toSecretMark } from '#server/infra/backup/manifest.ts';
import { type RestoreOptions, restoreBackup } from '#server/infra/backup/restore-backup.ts';
import { stageInFolder } from '#server/infra/backup/restore-files.ts';
import { createSealedFile } from '#server/infra/backup/sealed-file.ts';
import { createLocalFileStore } from '#server/infra/file-store-local.ts';
import { SECRET } from './callers.ts';
import { inDatabase } from './cluster.ts';

export const KEY = randomBytes(32).toString('hex');
const AT = new Date('2026-11-29T04:00:00Z');

export const localStore = (folder: string) => createLocalFileStore({ folder, secret: SECRET });

/** A folder and databases for the tests of a file, which go with it. */
export function useBackups() {
  const folder = mkdtempSync(join(tmpdir(), 'vidya-backup-'));
  const admin = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} });
  const databases: string[] = [];
  afterAll(async () => {
    for (const name of databases) await admin`drop database if exists ${admin(name)} with (force)`;
    await admin.end({ timeout: 5 });
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    folder,
    newPath: (name: string) => join(folder, `${name}-${randomBytes(4).toString('hex')}`),
    async newDatabase(): Promise<string> {
      const name = `restored_${randomBytes(6).toString('hex')}`;
      databases.push(name);
      await admin`create database ${admin(name)} strategy file_copy`;
      return inDatabase(inject('adminUrl'), name);
    },
  };
}

export async function backUp(path: string, source: Pick<BackupSource, 'databaseUrl' | 'files'> & Partial<BackupSource>): Promise<Manifest> {
  const target = await createSealedFile(path, KEY);
  const given = { withFiles: true, version: '0.1.0', secretMark: toSecretMark(SECRET), waitMs: 0, ...source };
  const manifest = await createBackup(target, given);
  await target.close();
  return manifest;
}

export async function restore(path: string, target: { databaseUrl: string; uploads: string; key?: string } & Partial<RestoreOptions>) {
  const { databaseUrl, uploads, key = KEY, ...options } = target;
  const file = await open(path, 'r');
  const stage = () => stageInFolder(uploads, AT);
  const given = { migrations: 'drizzle', files: localStore(uploads), stage, isReplacing: false, secret: SECRET, ...options };
  return restoreBackup(file, key, { databaseUrl, ...given }).finally(() => file.close());
}

/** Every row of every table as text, generated columns too. */
export async function readTables(url: string): Promise<Record<string, string[]>> {
  return withSql(url, async (sql) => {
    const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public' order by 1`;
    const contents: Record<string, string[]> = {};
    for (const { name } of tables) contents[name] = (await sql`select item::text as row from ${sql(name)} item order by 1`).map(({ row }) => row);
    return contents;
  });
}

/** What a database consists of beside rows. */
export async function readSchema(url: string): Promise<string[]> {
  return withSql(url, async (sql) => {
    const parts = await sql<{ part: string }[]>`
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as part from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname in ('public', 'drizzle')
      union all select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      union all select proname || ' ' || prosrc from pg_proc where pronamespace = 'public'::regnamespace
      union all select attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull::text
        || ' ' || coalesce(pg_get_expr(adbin, adrelid), '') from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attnum > 0 and not attisdropped and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
      union all select hash from drizzle.__drizzle_migrations
      order by 1`;
    return parts.map(({ part }) => part);
  });
}

export function readFiles(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const files = paths.filter((path) => statSync(path).isFile()).sort();
  return Object.fromEntries(files.map((path) => [relative(folder, path), readFileSync(path).toString('base64')]));
}

export async function withSql<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  return work(sql).finally(() => sql.end({ timeout: 5 }));
}

/** The migrations without the last one, as an older release has them. */
export function copyOlderMigrations(folder: string): string {
  cpSync('drizzle', folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal: { entries: unknown[] } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, -1) }));
  return folder;
}
