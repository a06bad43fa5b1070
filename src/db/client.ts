import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres, { type Options, type Sql, type TransactionSql } from 'postgres';
import { addressesOf, createDialer, type Dialer } from './addresses.ts';
import { type Watch, watchDatabase } from './watch.ts';

/** Without the schema: with it, drizzle would prepare `db.query` table by table for each transaction, and nothing here uses it. */
export type Db = PostgresJsDatabase;

export type Connection = {
  db: Db;
  sql: Sql;
  isAlive: () => boolean;
  listen: Watch['listen'];
  poolSize: number;
  close: () => Promise<void>;
};

/** Called when a statement is sent; the function that it returns is called when the statement has ended. */
export type WatchStatement = (text: string) => (hasFailed: boolean) => void;
type FollowStatement = (text: string) => (error: unknown) => void;

export type ConnectOptions = {
  max?: number | undefined;
  statementTimeoutMs?: number;
  name?: string;
  watchStatement?: WatchStatement;
  /** The address of PostgreSQL itself, for LISTEN, where `url` is a pooler such as PgBouncer. */
  directUrl?: string | null;
  /** False behind a pooler that gives each transaction another server connection and does not track prepared statements. */
  isPrepared?: boolean;
};

export const MAX_CONNECTIONS = 20;
const MIN_CONNECTIONS = 2;
/** Left free for administration and other users of the server. */
const RESERVED_CONNECTIONS = 10;
const CLOSING_SECONDS = 2;
/** Opening a connection takes four round trips, or six with TLS. */
const CONNECTING_SECONDS = 5;
/** Firewalls silently drop connections that were idle for minutes, so idle ones are closed before that. */
const IDLE_SECONDS = 60;
const KEEP_ALIVE_SECONDS = 30;
const BIGINT = 20;
const LISTENS = ' (listens)';
/** `application_name` of the app's connections, shown by `pg_stat_activity`. */
export const NAMES = { pool: 'vidya', listener: `vidya${LISTENS}`, replica: 'vidya (reads)' };
export const STATEMENT_TIMEOUT_MS = 8_000;

export function connect(
  url: string,
  {
    max = MAX_CONNECTIONS,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    name = NAMES.pool,
    watchStatement,
    directUrl = null,
    isPrepared = true,
  }: ConnectOptions = {},
): Connection {
  const addresses = addressesOf(url);
  const dialer = createDialer(addresses);
  const statements = createOpenStatements();
  // A pooler refuses session parameters, because clients share its sessions; there `connect_query` sets the time limit (docs/production.md).
  const limits = directUrl === null ? { statement_timeout: statementTimeoutMs } : {};
  const reachable = toConnectionOptions({ application_name: name, ...limits });
  const times = { longestStatementMs: statementTimeoutMs || null, oldestStatementMs: statements.oldestMs };
  const listener = { ...reachable, connection: { application_name: `${name}${LISTENS}` } };
  const poolWatch = watchDatabase({ addresses, dialer, options: reachable, listener, ...times });
  const watch = directUrl === null ? poolWatch : watchBoth(poolWatch, listenDirectly(directUrl, dialer, listener, times));
  const pool = postgres(addresses[0] ?? url, {
    ...reachable,
    ...{ max, socket: dialer.socket, idle_timeout: IDLE_SECONDS, onclose: watch.suspect, prepare: isPrepared },
  });
  pool.options.parsers[BIGINT] = Number;
  const { isSilent, onError } = watch;
  const db = drizzle({
    client: withPreparedStatements(pool, { watchStatement, begin: statements.begin, isSilent, onError, isPrepared }),
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

export function toConnectionOptions(connection: NonNullable<Options<Record<string, never>>['connection']>) {
  return {
    connect_timeout: CONNECTING_SECONDS,
    keep_alive: KEEP_ALIVE_SECONDS,
    backoff: (attempt: number) => Math.min(0.25, 0.02 * 2 ** attempt),
    onnotice: () => {},
    connection,
  } satisfies Options<Record<string, never>>;
}

type ListenerOptions = ReturnType<typeof toConnectionOptions>;
type Times = Pick<Parameters<typeof watchDatabase>[0], 'longestStatementMs' | 'oldestStatementMs'>;

/** When it drops connections, it drops those of the pool too: the pooler is in front of the same server. */
function listenDirectly(url: string, pool: Dialer, options: ListenerOptions, times: Times): Watch {
  const addresses = addressesOf(url);
  const own = createDialer(addresses);
  const dialer: Dialer = {
    ...own,
    dropAll() {
      own.dropAll();
      pool.dropAll();
    },
    dropSilent(silentMs) {
      own.dropSilent(silentMs);
      pool.dropSilent(silentMs);
    },
  };
  return watchDatabase({ addresses, dialer, options, listener: options, ...times });
}

function watchBoth(pool: Watch, direct: Watch): Watch {
  return {
    isAlive: () => pool.isAlive() && direct.isAlive(),
    isSilent: () => pool.isSilent() || direct.isSilent(),
    suspect: pool.suspect,
    onError: pool.onError,
    listen: direct.listen,
    stop() {
      pool.stop();
      direct.stop();
    },
  };
}

export async function poolSizeFor(url: string, processes: number): Promise<number> {
  return poolShare(await readSetting(url, 'max_connections'), processes);
}

/** Whether statements have a time limit there: a pooler does not take `statement_timeout` from its clients. */
export async function hasStatementTimeout(url: string): Promise<boolean> {
  const [address = url] = addressesOf(url);
  const ms = await readSetting(address, 'statement_timeout');
  return ms > 0 && ms <= STATEMENT_TIMEOUT_MS;
}

async function readSetting(url: string, name: string): Promise<number> {
  const sql = postgres(url, { max: 1, prepare: false, fetch_types: false, onnotice: () => {} });
  try {
    const [found] = await sql`select setting::int from pg_settings where name = ${name}`;
    return Number(found?.setting);
  } finally {
    await sql.end({ timeout: CLOSING_SECONDS });
  }
}

export function poolShare(connections: number, processes: number): number {
  const share = Math.floor((connections - RESERVED_CONNECTIONS) / processes) - 1;
  return Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, share));
}

type StatementOptions = {
  watchStatement?: WatchStatement | undefined;
  begin?: () => () => void;
  isSilent?: () => boolean;
  onError?: Watch['onError'];
  isPrepared?: boolean;
};

export function withPreparedStatements<S extends Sql | TransactionSql>(sql: S, options: StatementOptions = {}): S {
  const { watchStatement, begin = () => () => {}, isSilent = () => false, onError, isPrepared = true } = options;
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
  let isNextLast = false;
  const markLast = () => {
    isNextLast = true;
  };
  return new Proxy(sql, {
    get(target, key) {
      if (key === 'markLast') return markLast;
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      if (key === 'unsafe')
        return (text: string, params?: unknown[], given?: object) => {
          refuseWhileSilent();
          const isLast = isNextLast;
          isNextLast = false;
          return watched(value.call(target, text, params, { ...given, prepare: isPrepared, isLast }), text, follow);
        };
      if (key !== 'begin' && key !== 'savepoint') return value;
      return (...args: unknown[]) => {
        refuseWhileSilent();
        // The last argument of `begin` and `savepoint` is the callback, which postgres.js calls with the `sql` of the transaction.
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

/** The statements that are waiting for an answer, and how long the oldest one has waited. */
function createOpenStatements() {
  const open = new Set<{ at: number }>();
  return {
    begin() {
      const statement = { at: performance.now() };
      open.add(statement);
      return () => void open.delete(statement);
    },
    oldestMs() {
      // A Set iterates in the order of insertion.
      const [oldest] = open;
      return oldest ? performance.now() - oldest.at : 0;
    },
  };
}

/** postgres.js sends a query when it is first awaited, by calling `handle`, not when it is created. */
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
