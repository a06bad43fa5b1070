import { type Placeholder, SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect({ casing: 'snake_case' });

/**
 * Drizzle walks through all parts of an `sql` template each time it turns it into text, which for long statements takes as long as sending them.
 * This makes the text once, with `value(name)` as the placeholder of a value. Unlike `prepareOnce` it works in any transaction.
 */
export function textOnce<N extends string>(build: (value: (name: N) => Placeholder<N>) => SQL): (values: Readonly<Record<N, unknown>>) => Statement {
  let made: { text: string; names: readonly string[] } | undefined;
  return (values) => {
    made ??= toText(build((name) => sql.placeholder(name)));
    return new Statement(
      made.text,
      // The names are those that `build` was given.
      made.names.map((name) => values[name as N]),
    );
  };
}

/** The text of a statement, and the names of its placeholders: the first is that of `$1`. */
export function toText(template: SQL): { text: string; names: readonly string[] } {
  const { sql: text, params } = dialect.sqlToQuery(template);
  const names = params.map((param) => {
    if (typeof param === 'object' && param !== null && 'name' in param) return String(param.name);
    throw new Error('a text that is made once takes no values but named ones');
  });
  return { text, names };
}

const PART = {
  getSQL(): SQL {
    throw new Error('a statement whose text is made once cannot be a part of another');
  },
};

/** A whole statement with its text, which drizzle takes as it is. The values are as the driver sends them. */
export class Statement extends SQL {
  readonly #query: { sql: string; params: unknown[] };

  constructor(text: string, params: unknown[]) {
    super([PART]);
    this.#query = { sql: text, params };
  }

  override toQuery() {
    return this.#query;
  }
}
