import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres, { type Options, type Sql, type TransactionSql } from 'postgres';
import * as schema from '#db/schema/index.ts';
import { addressesOf, createDialled } from './addresses.ts';
import { type Watch, watchDatabase } from './watch.ts';

export type Db = PostgresJsDatabase<typeof schema>;

export type Connection = {
  db: Db;
  sql: Sql;
  isAlive: () => boolean;
  listen: Watch['listen'];
  poolSize: number;
  close: () => Promise<void>;
};

/** Called when a statement is sent; what it returns, when it has ended. */
export type WatchStatement = (text: string) => (hasFailed: boolean) => void;
type FollowStatement = (text: string) => (error: unknown) => void;

export type ConnectOptions = { max?: number | undefined; statementTimeoutMs?: number; name?: string; watchStatement?: WatchStatement };

const MOST_CONNECTIONS = 20;
const FEWEST_CONNECTIONS = 2;
/** For administration and other users of the server. */
const RESERVED_CONNECTIONS = 10;
const CLOSING_SECONDS = 2;
/** A new connection takes four round trips, or six with TLS. */
const CONNECTING_SECONDS = 5;
/** Firewalls forget a connection without a word after minutes: an idle one is closed before that. */
const IDLE_SECONDS = 60;
const KEEP_ALIVE_SECONDS = 30;
const BIGINT = 20;

export function connect(
  url: string,
  { max = MOST_CONNECTIONS, statementTimeoutMs = 8_000, name = 'vidya', watchStatement }: ConnectOptions = {},
): Connection {
  const addresses = addressesOf(url);
  const dialled = createDialled(addresses);
  const statements = createOpenStatements();
  const reachable = {
    connect_timeout: CONNECTING_SECONDS,
    keep_alive: KEEP_ALIVE_SECONDS,
    backoff: (attempt: number) => Math.min(0.25, 0.02 * 2 ** attempt),
    onnotice: () => {},
    connection: { application_name: name, statement_timeout: statementTimeoutMs },
  } satisfies Options<Record<string, never>>;
  const longestStatementMs = statementTimeoutMs || null;
  const watch = watchDatabase({ addresses, dialled, options: reachable, longestStatementMs, oldestStatementMs: statements.oldestMs });
  const pool = postgres(addresses[0] ?? url, {
    ...reachable,
    ...{ max, socket: dialled.socket, idle_timeout: IDLE_SECONDS, onclose: watch.suspect },
  });
  pool.options.parsers[BIGINT] = Number;
  const db = drizzle({
    client: withPreparedStatements(pool, { watchStatement, begin: statements.begin, isSilent: watch.isSilent, onError: watch.onError }),
    schema,
    casing: 'snake_case',
  });
  return {
    db,
    sql: pool,
    isAlive: watch.isAlive,
    listen: watch.listen,
    poolSize: max,
    close: async () => {
      watch.stop();
      await pool.end({ timeout: CLOSING_SECONDS });
    },
  };
}

export async function poolSizeFor(url: string, processes: number): Promise<number> {
  const sql = postgres(url, { max: 1, prepare: false, onnotice: () => {} });
  try {
    const [server] = await sql`select current_setting('max_connections')::int as connections`;
    return poolShare(Number(server?.connections), processes);
  } finally {
    await sql.end({ timeout: CLOSING_SECONDS });
  }
}

export function poolShare(connections: number, processes: number): number {
  const share = Math.floor((connections - RESERVED_CONNECTIONS) / processes) - 1;
  return Math.max(FEWEST_CONNECTIONS, Math.min(MOST_CONNECTIONS, share));
}

type StatementOptions = {
  watchStatement?: WatchStatement | undefined;
  begin?: () => () => void;
  isSilent?: () => boolean;
  onError?: Watch['onError'];
};

export function withPreparedStatements<S extends Sql | TransactionSql>(sql: S, options: StatementOptions = {}): S {
  const { watchStatement, begin = () => () => {}, isSilent = () => false, onError } = options;
  const follow: FollowStatement = (text) => {
    const [end, watched] = [begin(), watchStatement?.(text)];
    return (error) => {
      end();
      watched?.(error !== null);
      if (error !== null) onError?.(error);
    };
  };
  function refuseWhileSilent(): void {
    if (isSilent()) throw Object.assign(new Error('PostgreSQL says nothing'), { code: 'CONNECTION_SILENT' });
  }
  return new Proxy(sql, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      if (key === 'unsafe')
        return (text: string, params?: unknown[], given?: object) => {
          refuseWhileSilent();
          return watched(value.call(target, text, params, { ...given, prepare: true }), text, follow);
        };
      if (key !== 'begin' && key !== 'savepoint') return value;
      return (...args: unknown[]) => {
        refuseWhileSilent();
        // The last argument of begin and savepoint is always the work; postgres.js calls it with the transaction's own sql.
        const work = args.pop() as (inner: TransactionSql) => unknown;
        let end = begin();
        const inTransaction = async (inner: TransactionSql) => {
          end();
          return Promise.resolve(work(withPreparedStatements(inner, options))).finally(() => {
            end = begin();
          });
        };
        return Promise.resolve(value.call(target, ...args, inTransaction)).finally(() => end());
      };
    },
  });
}

/** How long the oldest of the statements that were sent has waited for its answer. */
function createOpenStatements() {
  const open = new Set<{ at: number }>();
  return {
    begin() {
      const statement = { at: performance.now() };
      open.add(statement);
      return () => void open.delete(statement);
    },
    oldestMs() {
      // A set keeps the order in which its members came.
      const [oldest] = open;
      return oldest ? performance.now() - oldest.at : 0;
    },
  };
}

/** A query of postgres.js is sent by `handle`, when somebody waits for it first: not when it is made. */
function watched(query: { handle: () => unknown }, text: string, follow: FollowStatement): unknown {
  const { handle } = query;
  let isSent = false;
  query.handle = () => {
    if (!isSent) {
      isSent = true;
      const end = follow(text);
      Promise.prototype.then.call(
        query,
        () => end(null),
        (error: unknown) => end(error ?? 'unknown'),
      );
    }
    return handle.call(query);
  };
  return query;
}
