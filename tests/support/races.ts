import { type Caller, createCaller } from '#server/api/router.ts';
import { contextAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import type { User } from './factories.ts';

/** How often a race is repeated: `deep` times in `npm run test:deep`, else twice. */
export const raceRounds = (deep: number): number => (process.env.DEEP ? deep : 2);

export function createLatch() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Runs a transaction up to its commit (`isDone`), and commits it on `commit`. */
export function runUntilCommit(database: TestDatabase, person: User | null): { caller: Caller; isDone: Promise<void>; commit: () => void } {
  const [done, release] = [createLatch(), createLatch()];
  const context = contextAs(database, person, { hasRateLimits: false });
  const caller = createCaller({
    ...context,
    begin: (work) =>
      database.db.transaction(async (tx) => {
        const value = await work(tx);
        done.open();
        await release.opened;
        return value;
      }),
  });
  return { caller, isDone: done.opened, commit: release.open };
}

export async function countLockWaits({ sql }: TestDatabase): Promise<number> {
  const [row] = await sql`
    select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.waiting;
}

export async function countDeadlocks({ sql }: TestDatabase): Promise<number> {
  await sql`select pg_stat_force_next_flush()`;
  const [row] = await sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`;
  return row?.deadlocks;
}

export function listErrorMessages(results: readonly PromiseSettledResult<unknown>[]): string[] {
  return results.flatMap((result) => (result.status === 'rejected' ? [`${result.reason.message}`] : []));
}

export function listResults<T>(results: readonly PromiseSettledResult<T>[]): T[] {
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}
