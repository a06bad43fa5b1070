import { type SQL, sql } from 'drizzle-orm';
import { users } from './schema/people.ts';

/** For `like`: texts that hold this one, whatever signs are in it. */
export const containing = (text: string): string => `%${escaped(text)}%`;

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Word for word what `users_search_idx` holds. */
const NAMED = sql`lower(${users.name} || chr(10) || ${users.email})`;

/** People in whose name or email this stands, case aside; a blank may be a plus that an address had on its way here. Of fewer than three letters in a row the index knows nothing. */
export function personNamed(search: string): SQL {
  const pattern = `%${escaped(search).replaceAll(' ', '_')}%`;
  const conditions = [sql`${NAMED} like lower(${pattern}::text)`];
  if (search.includes(' ')) {
    const exact = search.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' ', '[ +]');
    conditions.push(sql`${NAMED} ~ lower(${exact}::text)`);
  }
  return sql.join(conditions, sql` and `);
}
