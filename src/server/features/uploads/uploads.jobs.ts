import { withLocks } from '#db/locks.ts';
import type { JobHandlers } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { DomainError } from '#shared/errors.ts';
import { LIMITS, UPLOADS } from '#shared/vocabulary/limits.ts';
import { keepImages } from './uploads.commands.ts';
import { looseUploads, ownerOf, wantsPhoto } from './uploads.queries.ts';
import { discard, removeFile } from './uploads.steps.ts';

/** Takes the photo of the provider into our store; one that cannot be had, or is none, is no failure. */
export const copyPhoto: JobHandlers['photo.copy'] = async (ctx, { userId, url }) => {
  if (!(await wantsPhoto(ctx.db, userId))) return;
  const bytes = await ctx.outgoing.get(url, { mostBytes: LIMITS.imageBytes, timeoutMs: UPLOADS.copyMs });
  const photo = bytes && (await ctx.images.photo(bytes, userId).catch(nullForNone));
  const kept = photo && (await keepImages(ctx, { ownerId: userId, purpose: 'photo', images: [photo], isLimited: false }));
  for (const { path } of kept ?? []) {
    await inUnitOfWork(ctx, async ({ record }) => record({ type: 'photo.copied', userId, url: ctx.files.url(path, ctx.now()) }));
  }
};

/** Takes away an upload that hangs on nothing, or the file of one that is not there; whoever attaches one holds a lock of these two. */
export const sweepUpload: JobHandlers['upload.sweep'] = async (ctx, { uploadId, path }) => {
  const ownerId = await ownerOf(ctx.db, uploadId);
  if (ownerId === null) {
    if (path !== undefined) await inUnitOfWork(ctx, async (unit) => removeFile(unit, path));
    return;
  }
  await inUnitOfWork(ctx, async (unit) => {
    await withLocks(unit.db, { users: { noKeyUpdate: [ownerId] }, uploads: { update: [uploadId] } });
    const loose = (await looseUploads(unit.db, ownerId)).find(({ id }) => id === uploadId);
    if (loose) await discard(unit, loose);
  });
};

export const removeFiles: JobHandlers['files.remove'] = async ({ files }, { paths }) => {
  for (const path of paths) await files.remove(path);
};

function nullForNone(error: unknown): null {
  if (error instanceof DomainError && error.code === 'upload.photo_type') return null;
  throw error;
}
