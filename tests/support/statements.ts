import { drizzle } from 'drizzle-orm/postgres-js';
import type { Connection, Db } from '#db/client.ts';
import { withPreparedStatements } from '#db/client.ts';

/** By the database that records: the same without. */
const unrecordedDbs = new WeakMap<Db, Db>();

export type Statement = { text: string; params: unknown[] };

export function createRecordingDb({ sql }: { sql: Connection['sql'] }): { db: Db; statements: Statement[] } {
  const statements: Statement[] = [];
  const logger = { logQuery: (text: string, params: unknown[]) => void statements.push({ text, params }) };
  const toDb = (options: { logger?: typeof logger }) => drizzle({ client: withPreparedStatements(sql), casing: 'snake_case', ...options });
  const db = toDb({ logger });
  unrecordedDbs.set(db, toDb({}));
  return { db, statements };
}

export const unrecorded = (db: Db): Db => unrecordedDbs.get(db) ?? db;
