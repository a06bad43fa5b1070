import type { Db } from './client.ts';
import type { Executor } from './executor.ts';

/**
 * `last` announces that the next statement is the last one: COMMIT is sent with it, in one packet, and nothing can be sent after it. `work`
 * awaits that statement like any other.
 */
export type Begin = <T>(work: (db: Executor, last: () => void) => Promise<T>) => Promise<T>;

/** BEGIN is sent with the first statement. `patches/postgres+3.4.9.patch` adds both to postgres.js. */
export const createBegin =
  (db: Db): Begin =>
  (work) =>
    db.transaction((tx) => {
      // The client of `withPreparedStatements`, in the session that drizzle's types hide.
      const { client }: { client: { markLast: () => void } } = Reflect.get(tx, 'session');
      return work(tx, () => client.markLast());
    });
