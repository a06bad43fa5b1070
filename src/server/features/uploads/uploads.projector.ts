import { inArray } from 'drizzle-orm';
import { uploads } from '#db/schema/files.ts';
import type { DomainEvent, Projector, Settling } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { enqueue } from '#server/core/jobs.ts';
import { pathOfImage } from '#shared/domain/image-rules.ts';
import { isInApproval, pathsOf } from './uploads.queries.ts';
import { discard, planSweep } from './uploads.steps.ts';

/** Plans what happens to files: copied when one was offered, looked at again when one was let go, removed when asked for or with their owner. */
export const uploadsProjector: Projector = async (settling, events) => {
  for (const event of events) {
    if (event.type === 'photo.offered') enqueue(settling, { kind: 'photo.copy', params: { userId: event.userId, url: event.url } });
    if (event.type === 'upload.removed') await remove(settling, event);
    if (event.type === 'uploads.detached') await settleDetached(settling, event);
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

type EventOf<T extends DomainEvent['type']> = Extract<DomainEvent, { type: T }>;

/** Posts let go of it with its row; what an admin has approved stays until the next approval. */
async function remove(settling: Settling, { uploadId, path }: EventOf<'upload.removed'>): Promise<void> {
  if (!(await isInApproval(settling.db, uploadId))) await discard(settling, { id: uploadId, path });
}

async function settleDetached(settling: Settling, { uploadIds }: EventOf<'uploads.detached'>): Promise<void> {
  if (uploadIds.length === 0) return;
  const detached = await settling.db.select({ id: uploads.id }).from(uploads).where(anyOf(uploads.id, uploadIds));
  for (const { id } of detached) planSweep(settling, id);
}

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
