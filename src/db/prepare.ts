import type { Executor } from './executor.ts';

/** Once per executor: a statement that was built on the pool would leave the transaction it is called in. */
export function prepareOnce<Q>(build: (db: Executor) => Q): (db: Executor) => Q {
  const queries = new WeakMap<Executor, Q>();
  return (db) => {
    const query = queries.get(db) ?? build(db);
    queries.set(db, query);
    return query;
  };
}
