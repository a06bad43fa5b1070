import { inArray } from 'drizzle-orm';
import { uploads } from '#db/schema/files.ts';
import type { DomainEvent, ProjectionContext, Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { enqueue } from '#server/core/jobs.ts';
import { pathOfImage } from '#shared/domain/image-rules.ts';
import { isInApproval, listPaths } from './uploads.queries.ts';
import { discardUpload, planSweep } from './uploads.steps.ts';

export const uploadsProjector: Projector = async (context, events) => {
  for (const event of events) {
    if (event.type === 'photo.offered') enqueue(context, { kind: 'photo.copy', params: { userId: event.userId, url: event.url } });
    if (event.type === 'upload.removed') await discardUnlessApproved(context, event);
    if (event.type === 'uploads.detached') await planDetachedSweeps(context, event);
  }
  const replacedPaths = events.flatMap((event) => (event.type === 'photo.replaced' ? (pathOfImage(event.url) ?? []) : []));
  await planReplacedSweeps(context, replacedPaths);
  const closedIds = events.flatMap((event) => (event.type === 'account.closed' ? [event.userId] : []));
  await removeFilesOfOwners(context, closedIds);
};

type EventOf<T extends DomainEvent['type']> = Extract<DomainEvent, { type: T }>;

async function discardUnlessApproved(context: ProjectionContext, { uploadId, path }: EventOf<'upload.removed'>): Promise<void> {
  if (!(await isInApproval(context.db, uploadId))) await discardUpload(context, { id: uploadId, path });
}

async function planDetachedSweeps(context: ProjectionContext, { uploadIds }: EventOf<'uploads.detached'>): Promise<void> {
  if (uploadIds.length === 0) return;
  const detached = await context.db.select({ id: uploads.id }).from(uploads).where(anyOf(uploads.id, uploadIds));
  for (const { id } of detached) planSweep(context, id);
}

async function planReplacedSweeps(context: ProjectionContext, paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  const replaced = await context.db.select({ id: uploads.id }).from(uploads).where(inArray(uploads.path, paths));
  for (const { id } of replaced) planSweep(context, id);
}

/** Planned now, while the rows that refer to the files still exist. */
async function removeFilesOfOwners(context: ProjectionContext, ownerIds: readonly string[]): Promise<void> {
  if (ownerIds.length === 0) return;
  const paths = await listPaths(context.db, ownerIds);
  if (paths.length > 0) enqueue(context, { kind: 'files.remove', params: { paths } });
}
