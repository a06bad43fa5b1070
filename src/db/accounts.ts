import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Role } from '#shared/vocabulary/people.ts';
import type { Executor } from './executor.ts';
import { users } from './schema/people.ts';
import { passkeys, totpFactors } from './schema/second-factor.ts';
import { tutorProfiles } from './schema/tutors.ts';

type RoleOfAccount = { id: string; role: Role | null };

/** Reliable only while the lock `leaving` is held. */
export const isLastAdmin = (db: Executor, account: RoleOfAccount): Promise<boolean> => areLastAdmins(db, [account]);

/** Whether some of them are admins, and no other admin could sign in. */
export async function areLastAdmins(db: Executor, accounts: readonly RoleOfAccount[]): Promise<boolean> {
  const ids = accounts.flatMap(({ id, role }) => (role === 'admin' ? [id] : []));
  if (ids.length === 0) return false;
  const otherAdmins = await db.execute(sql`
    select from users where role = 'admin' and status = 'active' and not id = any(${sql.param(ids)}::uuid[]) limit 1`);
  return otherAdmins.length === 0;
}

export const hasSecondFactor = (userId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`(exists (select from ${totpFactors} where ${totpFactors}.user_id = ${userId}) or exists (select from ${passkeys} where ${passkeys}.user_id = ${userId}))`;

export const tutorContactColumns = (signInEmail: SQLWrapper) => ({
  phone: tutorProfiles.phone,
  email: sql`case ${tutorProfiles.contactEmailKind} when 'sign-in' then ${signInEmail} else ${tutorProfiles.contactEmail} end` as SQL<string>,
});

export const toContainsPattern = (text: string): string => `%${escaped(text)}%`;

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Must match the index `users_search_idx`. */
const NAME_AND_EMAIL = sql`lower(${users.name} || chr(10) || ${users.email})`;

/**
 * A blank in the search also matches a plus, because a query string turns a plus into a blank. The regular expression checks that; the pattern
 * before it is for the trigram index, which needs three characters in a row.
 */
export function matchesPerson(search: string): SQL {
  const pattern = `%${escaped(search).replaceAll(' ', '_')}%`;
  const conditions = [sql`${NAME_AND_EMAIL} like lower(${pattern}::text)`];
  if (search.includes(' ')) {
    const exact = search.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' ', '[ +]');
    conditions.push(sql`${NAME_AND_EMAIL} ~ lower(${exact}::text)`);
  }
  return sql.join(conditions, sql` and `);
}
