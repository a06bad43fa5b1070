import { only } from '#db/executor.ts';
import type { SignedIn } from '#server/core/context.ts';
import type { UploadedPhoto, UploadPhotoInput } from '#shared/contracts/uploads.ts';
import { isTooLarge } from '#shared/domain/image-rules.ts';
import { DomainError } from '#shared/errors.ts';
import { checkRoom, keepImages } from './keeping.commands.ts';

/** Makes a photo anew and keeps it; attached to nothing, it goes after a day. */
export async function uploadPhoto(ctx: SignedIn, { bytes }: UploadPhotoInput): Promise<UploadedPhoto> {
  if (isTooLarge(bytes.length)) throw new DomainError('upload.photo_size', { field: 'photo' });
  const ownerId = ctx.actor.id;
  await checkRoom(ctx, { ownerId, count: 1 });
  const photo = await ctx.images.photo(bytes, ownerId);
  const kept = await keepImages(ctx, { ownerId, purpose: 'photo', images: [photo], isLimited: true });
  if (!kept) throw new DomainError('auth.expired');
  const { id, path } = only(kept);
  return { id, url: ctx.files.url(path, ctx.now()) };
}
