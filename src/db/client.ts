import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres, { type Options, type Sql } from 'postgres';
import * as schema from '#db/schema/index.ts';
import { watchDatabase } from './liveness.ts';
import { preparing } from './prepare.ts';

export type Db = PostgresJsDatabase<typeof schema>;

export type Connection = {
  db: Db;
  sql: Sql;
  /** False from the moment the server is known to be away until it answers again. */
  isAlive: () => boolean;
  close: () => Promise<void>;
};

export type ConnectOptions = { max?: number; statementTimeoutMs?: number; name?: string };

const CLOSING_SECONDS = 2;
const BIGINT = 20;

/** A pool that gives up on a server that is away soon, and finds it soon again. */
export function connect(url: string, { max = 20, statementTimeoutMs = 8_000, name = 'vidya' }: ConnectOptions = {}): Connection {
  const reachable = {
    connect_timeout: 1,
    backoff: (attempt: number) => Math.min(0.25, 0.02 * 2 ** attempt),
    onnotice: () => {},
    connection: { application_name: name, statement_timeout: statementTimeoutMs },
  } satisfies Options<Record<string, never>>;
  const watch = watchDatabase(url, reachable);
  const pool = postgres(url, { ...reachable, max, idle_timeout: 300, onclose: watch.suspect });
  pool.options.parsers[BIGINT] = Number;
  const db = drizzle({ client: preparing(pool), schema, casing: 'snake_case' });
  return {
    db,
    sql: pool,
    isAlive: watch.isAlive,
    close: async () => {
      await Promise.all([watch.stop(), pool.end({ timeout: CLOSING_SECONDS })]);
    },
  };
}
