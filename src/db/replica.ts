import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { addressesOf, createDialer } from './addresses.ts';
import { type ConnectOptions, MAX_CONNECTIONS, NAMES, STATEMENT_TIMEOUT_MS, toConnectionOptions, withPreparedStatements } from './client.ts';
import type { Executor } from './executor.ts';
import { createFreshness } from './replica-freshness.ts';

/** `behind`: by more than `MAX_LAG_MS`. `away`: unreachable. `other`: it takes writes itself, or follows another primary. */
export type ReplicaState = 'used' | 'away' | 'behind' | 'other';

export type Replica = {
  /** Null while it must not be read; then the primary is read. */
  findExecutor: () => Executor | null;
  /** Called after a commit that every reader must see: the replica is not read until it has replayed it. */
  catchUp: () => void;
  state: () => ReplicaState;
  /** The age of its data; infinite while it is unreachable. */
  lagMs: () => number;
  close: () => Promise<void>;
};

type ReplicaOptions = Pick<ConnectOptions, 'max' | 'watchStatement' | 'isPrepared'> & {
  url: string;
  isPooled: boolean;
  /** Asked for the end of its log. */
  primary: Executor;
  onChange: (state: ReplicaState) => void;
};

const CHECK_MS = 1_000;
const TIMEOUT_MS = 2_000;
const FIRST_PAUSE_MS = 4;
const IDLE_SECONDS = 60;
const CLOSING_SECONDS = 2;
const BIGINT = 20;

const LSN_AS_NUMBER = (lsn: string) => `(${lsn} - '0/0'::pg_lsn)::float8`;
const ASK_PRIMARY = `select ${LSN_AS_NUMBER('pg_current_wal_lsn()')} as position`;
const ASK_REPLICA = `select case when pg_is_in_recovery() then ${LSN_AS_NUMBER('pg_last_wal_replay_lsn()')} end as position`;

/** Opens read-only connections, and checks once a second how far the replica is behind. */
export function openReplica({ url, isPooled, primary, onChange, max = MAX_CONNECTIONS, watchStatement, isPrepared = true }: ReplicaOptions): Replica {
  const addresses = addressesOf(url);
  const dialer = createDialer(addresses);
  const limits = isPooled ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS, default_transaction_read_only: true };
  const pool = postgres(addresses[0] ?? url, {
    ...toConnectionOptions({ application_name: NAMES.replica, ...limits }),
    ...{ max, socket: dialer.socket, idle_timeout: IDLE_SECONDS, prepare: isPrepared },
  });
  pool.options.parsers[BIGINT] = Number;
  const db = drizzle({ client: withPreparedStatements(pool, { watchStatement, isPrepared }), casing: 'snake_case' });
  const freshness = createFreshness({ now: () => performance.now() });
  let state: ReplicaState = 'away';
  let isClosed = false;
  let waiting = new AbortController();

  function change(to: ReplicaState): void {
    if (to === state) return;
    state = to;
    onChange(to);
  }

  async function askReplica(): Promise<number | null> {
    const answer = pool.unsafe(ASK_REPLICA).execute();
    const timeout = new AbortController();
    const late = pause(TIMEOUT_MS, undefined, { signal: timeout.signal }).then(() => {
      throw new Error('The replica does not answer');
    });
    late.catch(() => {});
    const [row] = await Promise.race([answer, late]).finally(() => timeout.abort());
    return row?.position ?? null;
  }

  async function look(): Promise<void> {
    const written = await primary.execute<{ position: number }>(ASK_PRIMARY).then(
      ([row]) => row?.position ?? null,
      () => null,
    );
    // Without the primary nothing is answered anyway.
    if (written === null) return;
    freshness.noteWritten(written);
    const replayed = await askReplica().catch(() => 'away' as const);
    if (replayed === 'away' || replayed === null) {
      // Pending statements fail, and are sent to the primary.
      dialer.switchTo((dialer.current() + 1) % addresses.length);
      dialer.dropAll();
      return change(replayed === null ? 'other' : 'away');
    }
    change(freshness.noteReplayed(replayed));
  }

  async function watch(): Promise<void> {
    for (let nearMs = FIRST_PAUSE_MS; !isClosed; ) {
      await look();
      const isNear = state === 'used' && !freshness.isCaughtUp();
      nearMs = isNear ? Math.min(nearMs * 2, CHECK_MS) : FIRST_PAUSE_MS;
      await pause(isNear ? nearMs : CHECK_MS, undefined, { ref: false, signal: waiting.signal }).catch(() => {
        waiting = new AbortController();
      });
    }
  }
  void watch();

  return {
    findExecutor: () => (state === 'used' && freshness.isCaughtUp() ? db : null),
    catchUp() {
      freshness.requireAll();
      waiting.abort();
    },
    state: () => state,
    lagMs: () => (state === 'away' || state === 'other' ? Number.POSITIVE_INFINITY : freshness.lagMs()),
    async close() {
      isClosed = true;
      waiting.abort();
      await pool.end({ timeout: CLOSING_SECONDS });
    },
  };
}
