import { Param, type Placeholder, SQL, type SQLChunk, StringChunk, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

type Text = { pieces: readonly StringChunk[]; names: readonly string[] };

const dialect = new PgDialect({ casing: 'snake_case' });

/**
 * Drizzle walks through all parts of an `sql` template each time it turns it into text, which for long statements takes as long as sending them.
 * This makes the text once, with `value(name)` as the placeholder of a value. Unlike `prepareOnce` it works in any transaction.
 */
export function textOnce<N extends string>(build: (value: (name: N) => Placeholder<N>) => SQL): (values: Readonly<Record<N, unknown>>) => SQL {
  let text: Text | undefined;
  return (values) => {
    text ??= toText(build((name) => sql.placeholder(name)));
    const { pieces, names } = text;
    // The names are those that `build` was given.
    const chunks = pieces.flatMap((piece, index): SQLChunk[] => (index === 0 ? [piece] : [new Param(values[names[index - 1] as N]), piece]));
    return new SQL(chunks);
  };
}

function toText(template: SQL): Text {
  const { sql: whole, params } = dialect.sqlToQuery(template);
  const names = params.map((param) => {
    if (typeof param === 'object' && param !== null && 'name' in param) return String(param.name);
    throw new Error('a text that is made once takes no values but named ones');
  });
  return { pieces: whole.split(/\$\d+/).map((piece) => new StringChunk(piece)), names };
}
