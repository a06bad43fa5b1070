import { calendarFeeds } from '#db/schema/access.ts';
import type { Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';

/** An intruder may know the secret address, or have created one. */
export const calendarProjector: Projector = async ({ db }, events) => {
  const userIds = events.flatMap((event) => (event.type === 'access.revoked' ? [event.userId] : []));
  if (userIds.length > 0) await db.delete(calendarFeeds).where(anyOf(calendarFeeds.userId, userIds));
};
