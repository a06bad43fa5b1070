import { desc, eq } from 'drizzle-orm';
import { apiKeys } from '#db/schema/access.ts';
import type { SignedIn } from '#server/core/context.ts';
import type { ApiKeyView } from '#shared/contracts/api-keys.ts';

const { id, name, scope, hint, createdAt, lastUsedAt } = apiKeys;
export const KEY_COLUMNS = { id, name, scope, hint, createdAt, lastUsedAt };

export function listKeys({ db, actor }: SignedIn): Promise<ApiKeyView[]> {
  return db.select(KEY_COLUMNS).from(apiKeys).where(eq(apiKeys.userId, actor.id)).orderBy(desc(createdAt), desc(id));
}
