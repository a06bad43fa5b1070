import { desc, eq } from 'drizzle-orm';
import { apiKeys } from '#db/schema/access.ts';
import type { SignedIn } from '#server/core/context.ts';
import type { ApiKeyView } from '#shared/contracts/api-keys.ts';

const { id, name, scope, hint, createdAt, lastUsedAt } = apiKeys;
/** What its owner sees of a key. */
export const SEEN = { id, name, scope, hint, createdAt, lastUsedAt };

/** The caller's own, newest first. */
export function keysOf({ db, actor }: SignedIn): Promise<ApiKeyView[]> {
  return db.select(SEEN).from(apiKeys).where(eq(apiKeys.userId, actor.id)).orderBy(desc(createdAt), desc(id));
}
