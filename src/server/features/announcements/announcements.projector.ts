import { ANNOUNCEMENTS_TOPIC } from '#server/core/deliver.ts';
import type { Projector } from '#server/core/events.ts';

/** Nothing is stored per account; streams read the row of the announcement. */
export const announcementsProjector: Projector = async ({ deliver }, events) => {
  if (events.some(({ type }) => type === 'announcement.sent')) deliver({ topic: ANNOUNCEMENTS_TOPIC });
};
