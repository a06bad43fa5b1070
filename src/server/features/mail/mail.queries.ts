import { eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { users } from '#db/schema/people.ts';
import { byId } from '#server/core/ids.ts';

export const accountById = (db: Executor, id: string) => account(db, byId(users.id, id));
export const accountByEmail = (db: Executor, email: string) => account(db, eq(sql`lower(${users.email})`, email.toLowerCase()));

/** Null for one that is not there, or no longer. */
async function account(db: Executor, where: SQL) {
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      status: users.status,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      emailVerifiedAt: users.emailVerifiedAt,
      pendingEmail: users.pendingEmail,
    })
    .from(users)
    .where(where);
  return row ?? null;
}
