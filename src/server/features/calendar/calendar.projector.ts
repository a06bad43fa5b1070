import { calendarFeeds } from '#db/schema/calendar.ts';
import type { Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';

/** Whoever had got hold of the secret address, or made one, reads nothing there any more. */
export const calendarProjector: Projector = async ({ db }, events) => {
  const ids = events.flatMap((event) => (event.type === 'access.revoked' ? [event.userId] : []));
  if (ids.length > 0) await db.delete(calendarFeeds).where(anyOf(calendarFeeds.userId, ids));
};
