import { sql } from 'drizzle-orm';
import type { Role } from '#shared/vocabulary/people.ts';
import type { Executor } from './executor.ts';

/** Certain only under the lock `leaving`. */
export async function isLastAdmin(db: Executor, { id, role }: { id: string; role: Role | null }): Promise<boolean> {
  if (role !== 'admin') return false;
  const others = await db.execute(sql`select from users where role = 'admin' and status = 'active' and id <> ${id} limit 1`);
  return others.length === 0;
}
