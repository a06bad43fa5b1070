import type { SQL } from 'drizzle-orm';
import type { Db } from './client.ts';
import { mapRowsQuickly } from './row-mapper.ts';

export type Executor = Pick<Db, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'with' | '$with' | '$count'>;

/** Sends a statement without waiting for its answer, so that the next one goes in the same packet. If it fails, the transaction fails. */
export function sendAhead(db: Executor, statement: SQL): void {
  db.execute(statement).then(undefined, () => {});
}

export function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}

/** Prepares once per executor: a statement that was built on the pool would run outside of the transaction that calls it. */
export function prepareOnce<Q>(build: (db: Executor) => Q): (db: Executor) => Q {
  const queries = new WeakMap<Executor, Q>();
  return (db) => {
    const query = queries.get(db) ?? mapRowsQuickly(build(db));
    queries.set(db, query);
    return query;
  };
}

/** Prepares once per executor and shape: which filters a list has and its order, not their values. There must be few shapes. */
export function prepareEach<S, Q>(build: (db: Executor, shape: S) => Q): (db: Executor, shape: S) => Q {
  const queriesOf = prepareOnce(() => new Map<string, Q>());
  return (db, shape) => getOrBuild(queriesOf(db), JSON.stringify(shape), () => build(db, shape));
}

export function getOrBuild<Q>(queries: Map<string, Q>, shape: string, build: () => Q): Q {
  const query = queries.get(shape) ?? mapRowsQuickly(build());
  queries.set(shape, query);
  return query;
}
