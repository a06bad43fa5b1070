import { type SQL, sql } from 'drizzle-orm';
import { users } from './schema/people.ts';

export const containing = (text: string): string => `%${escaped(text)}%`;

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Must match the index `users_search_idx`. */
const NAMED = sql`lower(${users.name} || chr(10) || ${users.email})`;

/** In name or email, case-insensitive. A blank also matches a plus, which a query string turns into a blank. With fewer than three characters in a row the trigram index is not used. */
export function personNamed(search: string): SQL {
  const pattern = `%${escaped(search).replaceAll(' ', '_')}%`;
  const conditions = [sql`${NAMED} like lower(${pattern}::text)`];
  if (search.includes(' ')) {
    const exact = search.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' ', '[ +]');
    conditions.push(sql`${NAMED} ~ lower(${exact}::text)`);
  }
  return sql.join(conditions, sql` and `);
}
