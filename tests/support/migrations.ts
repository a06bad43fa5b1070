import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, inject } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { inDatabase } from './cluster.ts';

/** A database with the migrations before this one; `migrateOn` applies the rest. */
export function useDatabaseBefore(tag: string) {
  const admin = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} });
  const name = `before_${process.pid}_${tag}`;
  const url = inDatabase(inject('adminUrl'), name);
  const sql = postgres(url, { max: 1, transform: postgres.camel, onnotice: () => {} });
  const folder = mkdtempSync(join(tmpdir(), 'vidya-migrations-'));

  beforeAll(async () => {
    await admin`create database ${admin(name)}`;
    cpSync('drizzle', folder, { recursive: true });
    const journalFile = join(folder, 'meta/_journal.json');
    const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(journalFile, 'utf8'));
    const first = journal.entries.findIndex((entry) => entry.tag === tag);
    if (first < 0) throw new Error(`there is no migration ${tag}`);
    writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, first) }));
    await migrate(url, folder);
  }, 60_000);
  afterAll(async () => {
    await sql.end({ timeout: 5 });
    await admin`drop database if exists ${admin(name)} with (force)`;
    await admin.end({ timeout: 5 });
    rmSync(folder, { recursive: true, force: true });
  });

  return { sql, migrateOn: () => migrate(url, 'drizzle') };
}
