import { eq } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { uploads } from '#db/schema/files.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { requireActive } from '#server/core/active-account.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import type { ProcessedImage } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { RemovedUpload, RemoveUploadInput, UploadedPhoto, UploadPhotoInput } from '#shared/contracts/uploads.ts';
import { isTooLarge } from '#shared/domain/image-rules.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import type { UploadPurpose } from '#shared/vocabulary/content.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { UPLOADS } from '#shared/vocabulary/limits.ts';
import { findOwner, findUpload, listUnusedUploads } from './uploads.queries.ts';
import { discardUpload, planSweep } from './uploads.steps.ts';

export async function uploadPhoto(ctx: SignedIn, { bytes }: UploadPhotoInput): Promise<UploadedPhoto> {
  if (isTooLarge(bytes.length)) throw new DomainError('upload.photo_size', { field: 'photo' });
  const ownerId = ctx.actor.id;
  await requireRoomForUnused(ctx, { ownerId, count: 1 });
  const photo = await ctx.images.photo(bytes, ownerId);
  const stored = await storeImages(ctx, { ownerId, purpose: 'photo', images: [photo], isLimited: true });
  if (!stored) throw new DomainError('auth.expired');
  const { id, path } = only(stored);
  return { id, url: ctx.files.url(path, ctx.now()) };
}

type NewImages = { ownerId: string; purpose: UploadPurpose; images: readonly ProcessedImage[]; isLimited: boolean };
type StoredImage = { id: string; path: string; createdAt: Date };

export type NewUpload = StoredImage & { ownerId: string; purpose: UploadPurpose; contentType: string; bytes: Uint8Array };

export function prepareUpload({ extension, ...image }: ProcessedImage, details: Pick<NewUpload, 'ownerId' | 'purpose' | 'createdAt'>): NewUpload {
  const id = uuidV7(details.createdAt.getTime());
  return { ...image, ...details, id, path: `${details.purpose}s/${id}.${extension}` };
}

export const toUploadRow = ({ bytes, ...row }: NewUpload): typeof uploads.$inferInsert => ({ ...row, bytes: bytes.length });

/**
 * Stores all or none; null when the account has gone.
 * Rows are written before files, so that no file is ever without a row or a planned sweep.
 */
export async function storeImages(ctx: Ctx, { ownerId, purpose, images, isLimited }: NewImages): Promise<StoredImage[] | null> {
  const createdAt = ctx.now();
  const newUploads = images.map((image) => prepareUpload(image, { ownerId, purpose, createdAt }));
  const hasOwner = await inUnitOfWork(ctx, async (unit) => {
    const locked = await withLocks(unit.db, { users: { noKeyUpdate: [ownerId] } });
    if (locked.users.length === 0) return false;
    if (isLimited) await requireRoomForUnused(unit, { ownerId, count: images.length });
    await unit.db.insert(uploads).values(newUploads.map(toUploadRow));
    for (const { id, path } of newUploads) planSweep(unit, id, path);
    return true;
  });
  if (!hasOwner) return null;

  // Waits for all files: one that is saved after its row was discarded would never be removed.
  const results = await Promise.allSettled(newUploads.map(({ path, bytes }) => ctx.files.save(path, bytes)));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) {
    await inUnitOfWork(ctx, async (unit) => {
      for (const upload of newUploads) await discardUpload(unit, upload);
    });
    throw failure.reason;
  }
  // If the account was closed meanwhile, its files were removed before these were there.
  const [firstUpload] = newUploads;
  if (firstUpload && (await findOwner(ctx.db, firstUpload.id)) === null) {
    for (const { path } of newUploads) await ctx.files.remove(path);
    return null;
  }
  return newUploads;
}

export async function requireRoomForUnused(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { ownerId, count }: { ownerId: string; count: number },
): Promise<void> {
  const unused = await listUnusedUploads(db, ownerId);
  const lastBlocking = unused[unused.length + count - UPLOADS.loose - 1];
  if (!lastBlocking) return;
  const removedAt = lastBlocking.createdAt.getTime() + UPLOADS.looseHours * HOUR_MS;
  throw new DomainError('upload.too_many_loose', { retryAfter: Math.max(1, Math.ceil((removedAt - now().getTime()) / 1000)) });
}

export async function removeUpload(ctx: SignedIn, input: RemoveUploadInput): Promise<RemovedUpload> {
  const idOrPath = input.id.trim();
  if (idOrPath === '') throw new DomainError('upload.unknown');
  const upload = await findUpload(ctx.db, idOrPath);
  if (!upload) throw new DomainError('upload.not_found');
  const { id, ownerId, path } = upload;
  const { actor } = ctx;
  const isOwn = ownerId === actor.id;
  if (!isOwn && actor.role !== 'admin') throw new DomainError('upload.not_yours');

  const hasFile = await fileExists(ctx, path);
  const isRemoved = await inUnitOfWork(ctx, async ({ db, record }) => {
    const locked = await withLocks(db, {
      users: { noKeyUpdate: isOwn ? [ownerId] : [ownerId, actor.id] },
      tutors: { noKeyUpdate: eq(tutorProfiles.userId, ownerId) },
      uploads: { update: [id] },
    });
    if (!isOwn) requireActive(locked.users, actor);
    if (locked.uploads.length === 0) return false;
    const isUsed = !(await listUnusedUploads(db, ownerId)).some((unused) => unused.id === id);
    record({ type: 'upload.removed', uploadId: id, ownerId, path });
    if (!hasFile && !isUsed) return false;
    if (!isOwn) {
      const subject = { id: ownerId, name: locked.users.find((user) => user.id === ownerId)?.name ?? '' };
      recordAuditEntry({ actor, record }, 'upload.removed', subject, { file: path });
    }
    return true;
  });
  if (!isRemoved) throw new DomainError('upload.not_found');
  return { message: SUCCESS.imageDeleted, result: hasFile ? 'ok' : 'not found' };
}

/** True as well while the file store is unavailable, because the job that removes the file waits for the store. */
function fileExists({ files, log }: SignedIn, path: string): Promise<boolean> {
  return files.has(path).catch((cause: unknown) => {
    log('nobody knows whether a file is there', { path, cause });
    return true;
  });
}
