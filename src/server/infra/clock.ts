import { sql } from 'drizzle-orm';
import { type Executor, only } from '#db/executor.ts';

export type Clock = { now: () => Date; close: () => void };

/** A smaller difference between the clocks of this machine and of PostgreSQL is ignored. */
const TOLERATED_MS = 1_000;
const ASK_MS = 10_000;

type Parts = { db: Executor; machine?: () => number; elapsed?: () => number; askMs?: number };

/**
 * The machine's clock while it agrees with that of PostgreSQL, which all processes share; otherwise PostgreSQL's. So a machine whose clock is
 * wrong or jumps does not end claims and sessions of other processes, and stores no times in the future.
 */
export async function startClock({ db, machine = Date.now, elapsed = () => performance.now(), askMs = ASK_MS }: Parts): Promise<Clock> {
  let known = { at: machine(), elapsed: elapsed() };

  async function ask(): Promise<void> {
    const { at } = await db.execute<{ at: number }>(sql`select extract(epoch from clock_timestamp())::float8 * 1000 as at`).then(only);
    known = { at, elapsed: elapsed() };
  }
  // While PostgreSQL is unavailable, time continues from its last answer.
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
