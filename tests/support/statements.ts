import { drizzle } from 'drizzle-orm/postgres-js';
import type { Connection, Db } from '#db/client.ts';
import { withPreparedStatements } from '#db/client.ts';

export type Statement = { text: string; params: unknown[] };

export function createRecordingDb({ sql }: { sql: Connection['sql'] }): { db: Db; statements: Statement[] } {
  const statements: Statement[] = [];
  const logger = { logQuery: (text: string, params: unknown[]) => void statements.push({ text, params }) };
  return { db: drizzle({ client: withPreparedStatements(sql), casing: 'snake_case', logger }), statements };
}
