import { type Caller, createCaller } from '#server/api/router.ts';
import type { Ctx } from '#server/core/context.ts';
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

/** `begin` for a context whose transactions stop before their commit (`isDone`) until `commit` is called. */
export function holdCommit({ db }: Pick<TestDatabase, 'db'>): { begin: Ctx['begin']; isDone: Promise<void>; commit: () => void } {
  const [done, release] = [createLatch(), createLatch()];
  const begin: Ctx['begin'] = (work) =>
    db.transaction(async (tx) => {
      const value = await work(tx, () => {});
      done.open();
      await release.opened;
      return value;
    });
  return { begin, isDone: done.opened, commit: release.open };
}

export function runUntilCommit(database: TestDatabase, person: User | null): { caller: Caller; isDone: Promise<void>; commit: () => void } {
  const { begin, isDone, commit } = holdCommit(database);
  return { caller: createCaller({ ...contextAs(database, person, { hasRateLimits: false }), begin }), isDone, commit };
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
