import { readFileSync } from 'node:fs';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';
import { RETAINED_DATA } from '#shared/domain/deletion.ts';
import { RETENTION_DAYS } from '#shared/vocabulary/privacy.ts';

const text = readFileSync('docs/privacy.md', 'utf8');
const [, stored = '', retained = ''] = text.split(/^## /m);
const rowsOf = (section: string): string[][] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const tables = Object.values<unknown>(schema).filter((value): value is PgTable => is(value, PgTable));

/** Those that refer to accounts, or to a table that does; and those that hold ids or addresses without a reference. */
function listPersonalTables(): string[] {
  const found = new Set(['users', 'audit_entries', 'jobs', 'limits', 'tutor_texts']);
  const leadsThere = (table: PgTable) => getTableConfig(table).foreignKeys.some((key) => found.has(getTableName(key.reference().foreignTable)));
  const namesAnAccount = (table: PgTable) =>
    Object.keys(getTableColumns(table)).some((column) => /^(user|owner|student|tutor|tutorUser|actor|reporter|author)Id$/.test(column));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const table of tables) if (leadsThere(table) || namesAnAccount(table)) found.add(getTableName(table));
  }
  return [...found].sort();
}

describe('docs/privacy.md', () => {
  const documented = rowsOf(stored).flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''));

  // spec s13-privacy.18 | S13 7 | A table of all personal data says where, why, how long and who sees it; a new table without a row fails |
  //   docs/privacy.md
  test('has a row for each table that leads to an account, once', () => {
    expect([...documented].sort()).toEqual([...new Set(documented)].sort());
    expect(listPersonalTables().filter((table) => !documented.includes(table))).toEqual([]);
    expect(documented.filter((table) => !tables.some((one) => getTableName(one) === table))).toEqual([]);
  });

  // spec s13-privacy.18
  test('answers each question in each row', () => {
    for (const row of rowsOf(stored)) expect(row.filter((cell) => cell !== '')).toHaveLength(5);
  });

  // spec s13-privacy.16
  test('names each period with its default', () => {
    for (const [name, days] of Object.entries(RETENTION_DAYS)) expect(stored).toContain(`\`${name}\` = ${days}`);
  });

  // spec s13-privacy.15
  test('says of a deleted account what the receipt says', () => {
    expect(rowsOf(retained)).toEqual(RETAINED_DATA.map(({ what, form, why, until }) => [what, form, why, until]));
    expect(RETAINED_DATA.flatMap((row) => row.tables).filter((table) => !documented.includes(table))).toEqual([]);
  });
});
