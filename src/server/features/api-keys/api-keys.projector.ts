import { apiKeys } from '#db/schema/access.ts';
import type { Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';

/** Keys end with a suspension, which is not undone by reinstating, and when the owner takes the account back. */
export const apiKeysProjector: Projector = async ({ db }, events) => {
  const ids = events.flatMap((event) => (event.type === 'account.suspended' || event.type === 'access.revoked' ? [event.userId] : []));
  if (ids.length > 0) await db.delete(apiKeys).where(anyOf(apiKeys.userId, ids));
};
