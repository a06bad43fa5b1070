import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { makeBulk } from '#seed/bulk.ts';
import { useDatabase } from './database.ts';
import { fullestScopes, type Scopes } from './search-plans.ts';

type Bulk = Connection & { scopes: Scopes };

export function useBulk(tutors: number, timeout: number): () => Bulk {
  const template = useDatabase({ max: 1 });
  const database = `bulk_${randomBytes(6).toString('hex')}`;
  const filesDir = mkdtempSync(join(tmpdir(), 'vidya-bulk-'));
  let bulk: Bulk | undefined;

  beforeAll(async () => {
    const options = { serverUrl: template.url, database, filesDir, tutors, today: '2026-11-21', appTimezone: 'Asia/Colombo', migrations: 'drizzle' };
    const connection = connect(await makeBulk(options), { max: 2, statementTimeoutMs: 0 });
    bulk = { ...connection, scopes: await fullestScopes(connection) };
  }, timeout);
  afterAll(async () => {
    await bulk?.close();
    await template.sql.unsafe(`drop database if exists ${database} with (force)`);
    rmSync(filesDir, { recursive: true, force: true });
  });

  return () => {
    if (!bulk) throw new Error('the tutors are there from beforeAll on');
    return bulk;
  };
}
