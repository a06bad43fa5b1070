import { lte } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { limits } from '#db/schema/access.ts';
import { codes } from '#db/schema/people.ts';

/** Removes counts whose window is over, and codes and links that can no longer be used. */
export async function sweepExpired(db: Executor, at: Date): Promise<void> {
  await db.delete(limits).where(lte(limits.resetsAt, at));
  await db.delete(codes).where(lte(codes.expiresAt, at));
}
