import type { Db } from './client.ts';
import type { Executor } from './executor.ts';

/**
 * `last` says that the next statement is the last one: COMMIT goes with it, in one packet. Nothing can be sent after it, and `work` waits
 * for it as for the others.
 */
export type Begin = <T>(work: (db: Executor, last: () => void) => Promise<T>) => Promise<T>;

/** BEGIN, too, goes with the first statement. Both are of `patches/postgres+3.4.9.patch`. */
export const createBegin =
  (db: Db): Begin =>
  (work) =>
    db.transaction((tx) => {
      // What `withPreparedStatements` made; drizzle hides its session.
      const { client }: { client: { markLast: () => void } } = Reflect.get(tx, 'session');
      return work(tx, () => client.markLast());
    });
