import type { SQL } from 'drizzle-orm';
import type { Db } from './client.ts';
import { mapRowsQuickly } from './row-mapper.ts';

export type Executor = Pick<Db, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'with' | '$with' | '$count'>;

/** What is sent next goes in the same packet, because nobody waits for the answer. Should it fail, so does its transaction. */
export function sendAhead(db: Executor, statement: SQL): void {
  db.execute(statement).then(undefined, () => {});
}

export function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}

/** Once per executor: a statement that was built on the pool would leave the transaction it is called in. */
export function prepareOnce<Q>(build: (db: Executor) => Q): (db: Executor) => Q {
  const queries = new WeakMap<Executor, Q>();
  return (db) => {
    const query = queries.get(db) ?? mapRowsQuickly(build(db));
    queries.set(db, query);
    return query;
  };
}

/** Once per executor and shape. The shape of a list is which filters it has, and its order, without their values: there must be few. */
export function prepareEach<S, Q>(build: (db: Executor, shape: S) => Q): (db: Executor, shape: S) => Q {
  const queriesOf = prepareOnce(() => new Map<string, Q>());
  return (db, shape) => getOrBuild(queriesOf(db), JSON.stringify(shape), () => build(db, shape));
}

export function getOrBuild<Q>(queries: Map<string, Q>, shape: string, build: () => Q): Q {
  const query = queries.get(shape) ?? mapRowsQuickly(build());
  queries.set(shape, query);
  return query;
}
