import { inArray } from 'drizzle-orm';
import { uploads } from '#db/schema/files.ts';
import type { Projector, Settling } from '#server/core/events.ts';
import { enqueue } from '#server/core/jobs.ts';
import { pathOfImage } from '#shared/domain/image-rules.ts';
import { planSweep } from './uploads.moves.ts';
import { pathsOf } from './uploads.queries.ts';

/** Plans what happens to files: copied when one was offered, looked at again when one was replaced, removed with their owner. */
export const uploadsProjector: Projector = async (settling, events) => {
  for (const event of events) {
    if (event.type === 'photo.offered') enqueue(settling, { kind: 'photo.copy', params: { userId: event.userId, url: event.url } });
  }
  await sweepReplaced(
    settling,
    events.flatMap((event) => (event.type === 'photo.replaced' ? (pathOfImage(event.url) ?? []) : [])),
  );
  await removeFilesOf(
    settling,
    events.flatMap((event) => (event.type === 'account.closed' ? [event.userId] : [])),
  );
};

async function sweepReplaced(settling: Settling, paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  const replaced = await settling.db.select({ id: uploads.id }).from(uploads).where(inArray(uploads.path, paths));
  for (const { id } of replaced) planSweep(settling, id);
}

/** While there are still rows that name them. */
async function removeFilesOf(settling: Settling, ownerIds: readonly string[]): Promise<void> {
  if (ownerIds.length === 0) return;
  const paths = await pathsOf(settling.db, ownerIds);
  if (paths.length > 0) enqueue(settling, { kind: 'files.remove', params: { paths } });
}
