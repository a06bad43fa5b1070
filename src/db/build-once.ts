import type { Executor } from './executor.ts';
import { mapRowsQuickly } from './row-mapper.ts';

type Built = { execute: (values?: Record<string, unknown>) => Promise<unknown> };

/**
 * Drizzle builds a query anew in each transaction, which takes longer than sending it. This builds it once, with placeholders. For another
 * transaction only `client` and `logger` of the built query are replaced. For the pool, use `prepareOnce`.
 */
export function buildOnce<Q extends Built>(build: (db: Executor) => Q): (db: Executor) => Q {
  let built: Q | undefined;
  return (db) => {
    built ??= mapRowsQuickly(build(db));
    // Every database and transaction object of drizzle has a `session`, which its types hide.
    const { client, logger } = Reflect.get(db, 'session') as { client: unknown; logger: unknown };
    return Object.assign(Object.create(Object.getPrototypeOf(built)), built, { client, logger });
  };
}
