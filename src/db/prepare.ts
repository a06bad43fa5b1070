import type { Sql, TransactionSql } from 'postgres';
import type { Executor } from './executor.ts';

/** postgres.js, made to prepare whatever drizzle sends; in transactions and savepoints too. */
export function withPreparedStatements<S extends Sql | TransactionSql>(sql: S): S {
  return new Proxy(sql, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      if (key === 'unsafe')
        return (text: string, params?: unknown[], options?: object) => value.call(target, text, params, { ...options, prepare: true });
      if (key !== 'begin' && key !== 'savepoint') return value;
      return (...args: unknown[]) => {
        // The last argument of begin and savepoint is always the work; postgres.js calls it with the transaction's own sql.
        const work = args.pop() as (inner: TransactionSql) => unknown;
        return value.call(target, ...args, (inner: TransactionSql) => work(withPreparedStatements(inner)));
      };
    },
  });
}

/** Once per executor: a statement that was built on the pool would leave the transaction it is called in. */
export function prepareOnce<Q>(build: (db: Executor) => Q): (db: Executor) => Q {
  const queries = new WeakMap<Executor, Q>();
  return (db) => {
    const query = queries.get(db) ?? build(db);
    queries.set(db, query);
    return query;
  };
}
