import { apiKeys } from '#db/schema/access.ts';
import type { Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';

/** A suspension ends what its owner has given to programs: reinstating brings no key back. */
export const apiKeysProjector: Projector = async ({ db }, events) => {
  const ids = events.flatMap((event) => (event.type === 'account.suspended' ? [event.userId] : []));
  if (ids.length > 0) await db.delete(apiKeys).where(anyOf(apiKeys.userId, ids));
};
