import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres, { type Options, type Sql, type TransactionSql } from 'postgres';
import * as schema from '#db/schema/index.ts';

export type Db = PostgresJsDatabase<typeof schema>;

export type Connection = {
  db: Db;
  sql: Sql;
  isAlive: () => boolean;
  poolSize: number;
  close: () => Promise<void>;
};

/** Called when a statement is sent; what it returns, when it has ended. */
export type WatchStatement = (text: string) => (hasFailed: boolean) => void;

export type ConnectOptions = { max?: number | undefined; statementTimeoutMs?: number; name?: string; watchStatement?: WatchStatement };

const MOST_CONNECTIONS = 20;
const FEWEST_CONNECTIONS = 2;
/** For administration and other users of the server. */
const RESERVED_CONNECTIONS = 10;
const CLOSING_SECONDS = 2;
const BIGINT = 20;

export function connect(
  url: string,
  { max = MOST_CONNECTIONS, statementTimeoutMs = 8_000, name = 'vidya', watchStatement }: ConnectOptions = {},
): Connection {
  const reachable = {
    connect_timeout: 1,
    backoff: (attempt: number) => Math.min(0.25, 0.02 * 2 ** attempt),
    onnotice: () => {},
    connection: { application_name: name, statement_timeout: statementTimeoutMs },
  } satisfies Options<Record<string, never>>;
  const watch = watchDatabase(url, reachable);
  const pool = postgres(url, { ...reachable, max, idle_timeout: 300, onclose: watch.suspect });
  pool.options.parsers[BIGINT] = Number;
  const db = drizzle({ client: withPreparedStatements(pool, watchStatement), schema, casing: 'snake_case' });
  return {
    db,
    sql: pool,
    isAlive: watch.isAlive,
    poolSize: max,
    close: async () => {
      await Promise.all([watch.stop(), pool.end({ timeout: CLOSING_SECONDS })]);
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

export function withPreparedStatements<S extends Sql | TransactionSql>(sql: S, watch?: WatchStatement): S {
  return new Proxy(sql, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      if (key === 'unsafe')
        return (text: string, params?: unknown[], options?: object) =>
          watched(value.call(target, text, params, { ...options, prepare: true }), text, watch);
      if (key !== 'begin' && key !== 'savepoint') return value;
      return (...args: unknown[]) => {
        // The last argument of begin and savepoint is always the work; postgres.js calls it with the transaction's own sql.
        const work = args.pop() as (inner: TransactionSql) => unknown;
        return value.call(target, ...args, (inner: TransactionSql) => work(withPreparedStatements(inner, watch)));
      };
    },
  });
}

/** A query of postgres.js is sent by `handle`, when somebody waits for it first: not when it is made. */
function watched(query: { handle: () => unknown }, text: string, watch: WatchStatement | undefined): unknown {
  if (!watch) return query;
  const { handle } = query;
  let isSent = false;
  query.handle = () => {
    if (!isSent) {
      isSent = true;
      const end = watch(text);
      Promise.prototype.then.call(
        query,
        () => end(false),
        () => end(true),
      );
    }
    return handle.call(query);
  };
  return query;
}

type Watch = { isAlive: () => boolean; suspect: () => void; stop: () => Promise<void> };

const PAUSE_MS = 100;

/** postgres.js reports closed connections but no opened ones, so after a loss a probe asks until the server answers. */
function watchDatabase(url: string, options: Options<Record<string, never>>): Watch {
  let isAlive = true;
  let isProbing = false;
  let isStopped = false;
  let pause: NodeJS.Timeout | undefined;

  async function checkServer(): Promise<void> {
    const probe = postgres(url, { ...options, max: 1, fetch_types: false });
    isAlive = await probe`select 1`.then(
      () => true,
      () => false,
    );
    await probe.end({ timeout: 0 }).catch(() => {});
    if (isAlive || isStopped) isProbing = false;
    else pause = setTimeout(checkServer, PAUSE_MS).unref();
  }

  return {
    isAlive: () => isAlive,
    suspect() {
      if (isProbing || isStopped) return;
      isProbing = true;
      void checkServer();
    },
    async stop() {
      isStopped = true;
      clearTimeout(pause);
    },
  };
}
