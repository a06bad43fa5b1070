import type { Executor } from './executor.ts';
import { mapRowsQuickly } from './row-mapper.ts';

type Built = { execute: (values?: Record<string, unknown>) => Promise<unknown> };

/**
 * Drizzle builds a query anew in each transaction, which takes longer than all else about it. This builds it once, with placeholders: of a
 * built query only the connection differs, and with it the logger.
 */
export function buildOnce<Q extends Built>(build: (db: Executor) => Q): (db: Executor) => Q {
  let built: Q | undefined;
  return (db) => {
    built ??= mapRowsQuickly(build(db));
    // What drizzle makes of a pool or a transaction has a session.
    const { client, logger } = Reflect.get(db, 'session') as { client: unknown; logger: unknown };
    return Object.assign(Object.create(Object.getPrototypeOf(built)), built, { client, logger });
  };
}
