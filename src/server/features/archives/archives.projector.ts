import { dataArchives } from '#db/schema/privacy.ts';
import type { Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { removeArchive } from './archives.steps.ts';

export const archivesProjector: Projector = async (context, events) => {
  const closedIds = events.flatMap((event) => (event.type === 'account.closed' ? [event.userId] : []));
  if (closedIds.length === 0) return;
  const archives = await context.db.select({ id: dataArchives.id }).from(dataArchives).where(anyOf(dataArchives.userId, closedIds));
  for (const { id } of archives) await removeArchive(context, id);
};
