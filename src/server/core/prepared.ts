import type { Executor } from '#db/executor.ts';

/** A statement built once per executor: one built on the pool would leave the transaction it is called in. */
export function prepared<Q>(build: (db: Executor) => Q): (db: Executor) => Q {
  const built = new WeakMap<Executor, Q>();
  return (db) => {
    const query = built.get(db) ?? build(db);
    built.set(db, query);
    return query;
  };
}
