import { uuidV7 } from '#db/columns.ts';
import { lockUsers } from '#db/locks.ts';
import { uploads } from '#db/schema/files.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { UploadedPhoto, UploadPhotoInput } from '#shared/contracts/uploads.ts';
import { isTooLarge } from '#shared/domain/image-rules.ts';
import { DomainError } from '#shared/errors.ts';
import { UPLOADS } from '#shared/vocabulary/limits.ts';
import { discard, planSweep } from './uploads.moves.ts';
import { type LooseUpload, looseUploads, ownerOf } from './uploads.queries.ts';

type Photo = Awaited<ReturnType<Ctx['images']['photo']>>;

/** Makes a photo anew and keeps it; attached to nothing, it goes after a day. */
export async function uploadPhoto(ctx: SignedIn, { bytes }: UploadPhotoInput): Promise<UploadedPhoto> {
  if (isTooLarge(bytes.length)) throw new DomainError('upload.photo_size', { field: 'photo' });
  checkRoom(ctx, await looseUploads(ctx.db, ctx.actor.id));
  const photo = await ctx.images.photo(bytes, ctx.actor.id);
  const kept = await keepPhoto(ctx, { ownerId: ctx.actor.id, photo, isLimited: true });
  if (!kept) throw new DomainError('auth.expired');
  return kept;
}

/** Null when the account has gone. The row comes before the file: of a file that is there, somebody always knows. */
export async function keepPhoto(ctx: Ctx, { ownerId, photo, isLimited }: { ownerId: string; photo: Photo; isLimited: boolean }) {
  const id = uuidV7(ctx.now().getTime());
  const path = `photos/${id}.${photo.extension}`;
  const { contentType, bytes } = photo;
  const hasOwner = await inUnitOfWork(ctx, async (unit) => {
    const [owner] = await lockUsers(unit.db, [ownerId]);
    if (!owner) return false;
    if (isLimited) checkRoom(ctx, await looseUploads(unit.db, ownerId));
    await unit.db.insert(uploads).values({ id, ownerId, purpose: 'photo', path, contentType, bytes: bytes.length, createdAt: ctx.now() });
    planSweep(unit, id);
    return true;
  });
  if (!hasOwner) return null;
  try {
    await ctx.files.save(path, bytes);
  } catch (error) {
    await inUnitOfWork(ctx, (unit) => discard(unit, { id, path }));
    throw error;
  }
  // Whoever closed the account meanwhile may have looked for the file before it was there.
  if ((await ownerOf(ctx.db, id)) === null) {
    await ctx.files.remove(path);
    return null;
  }
  return { id, url: ctx.files.url(path, ctx.now()) };
}

function checkRoom({ now }: Ctx, loose: readonly LooseUpload[]): void {
  const [oldest] = loose;
  if (!oldest || loose.length < UPLOADS.loose) return;
  const goesAt = oldest.createdAt.getTime() + UPLOADS.looseHours * 3_600_000;
  throw new DomainError('upload.too_many_loose', { retryAfter: Math.max(1, Math.ceil((goesAt - now().getTime()) / 1000)) });
}
