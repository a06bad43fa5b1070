import { apiKeys } from '#db/schema/access.ts';
import type { Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';

/** Reinstating an account does not bring its keys back. */
export const apiKeysProjector: Projector = async ({ db }, events) => {
  const userIds = events.flatMap((event) => (event.type === 'account.suspended' || event.type === 'access.revoked' ? [event.userId] : []));
  if (userIds.length > 0) await db.delete(apiKeys).where(anyOf(apiKeys.userId, userIds));
};
