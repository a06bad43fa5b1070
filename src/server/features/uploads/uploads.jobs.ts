import { withLocks } from '#db/locks.ts';
import type { JobHandlers } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { DomainError } from '#shared/errors.ts';
import { LIMITS, UPLOADS } from '#shared/vocabulary/limits.ts';
import { storeImages } from './uploads.commands.ts';
import { findOwner, hasNoPhoto, listUnusedUploads } from './uploads.queries.ts';
import { discardUpload, removeFile } from './uploads.steps.ts';

export const copyPhoto: JobHandlers['photo.copy'] = async (ctx, { userId, url }) => {
  if (!(await hasNoPhoto(ctx.db, userId))) return;
  const bytes = await ctx.outbound.get(url, { maxBytes: LIMITS.imageBytes, timeoutMs: UPLOADS.copyMs });
  const photo = bytes && (await ctx.images.photo(bytes, userId).catch(nullIfNotAnImage));
  const stored = photo && (await storeImages(ctx, { ownerId: userId, purpose: 'photo', images: [photo], isLimited: false }));
  for (const { path } of stored ?? []) {
    await inUnitOfWork(ctx, async ({ record }) => record({ type: 'photo.copied', userId, url: ctx.files.url(path, ctx.now()) }));
  }
};

/** Removes an unused upload, or a file without a row. Whoever starts to use an upload holds one of the two locks. */
export const sweepUpload: JobHandlers['upload.sweep'] = async (ctx, { uploadId, path }) => {
  await ctx.files.removeStaleFiles();
  const ownerId = await findOwner(ctx.db, uploadId);
  if (ownerId === null) {
    if (path !== undefined) await inUnitOfWork(ctx, async (unit) => removeFile(unit, path));
    return;
  }
  await inUnitOfWork(ctx, async (unit) => {
    await withLocks(unit.db, { users: { noKeyUpdate: [ownerId] }, uploads: { update: [uploadId] } });
    const unused = (await listUnusedUploads(unit.db, ownerId)).find(({ id }) => id === uploadId);
    if (unused) await discardUpload(unit, unused);
  });
};

export const removeFiles: JobHandlers['files.remove'] = async ({ files }, { paths }) => {
  for (const path of paths) await files.remove(path);
};

function nullIfNotAnImage(error: unknown): null {
  if (error instanceof DomainError && error.code === 'upload.photo_type') return null;
  throw error;
}
