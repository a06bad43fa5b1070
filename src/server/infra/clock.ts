import { sql } from 'drizzle-orm';
import { type Executor, only } from '#db/executor.ts';

export type Clock = { now: () => Date; close: () => void };

/** Below it the clocks of this machine and of PostgreSQL count as the same. */
const TOLERATED_MS = 1_000;
const ASK_MS = 10_000;

type Parts = { db: Executor; machine?: () => number; elapsed?: () => number; askMs?: number };

/**
 * The machine's clock, as long as it agrees with that of PostgreSQL, which all processes share; otherwise PostgreSQL's. So a clock that is
 * wrong or jumps neither ends claims and sessions of others, nor leaves behind times that are far ahead.
 */
export async function startClock({ db, machine = Date.now, elapsed = () => performance.now(), askMs = ASK_MS }: Parts): Promise<Clock> {
  let known = { at: machine(), elapsed: elapsed() };

  async function ask(): Promise<void> {
    const { at } = await db.execute<{ at: number }>(sql`select extract(epoch from clock_timestamp())::float8 * 1000 as at`).then(only);
    known = { at, elapsed: elapsed() };
  }
  // While PostgreSQL is away, time goes on from what it has said last.
  const askAgain = () => ask().catch(() => {});
  await askAgain();
  const asking = setInterval(askAgain, askMs).unref();

  return {
    now() {
      const [expected, shown] = [known.at + elapsed() - known.elapsed, machine()];
      return new Date(Math.abs(shown - expected) < TOLERATED_MS ? shown : expected);
    },
    close: () => clearInterval(asking),
  };
}
