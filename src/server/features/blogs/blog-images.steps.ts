import { and, eq, inArray, not } from 'drizzle-orm';
import { blogImages } from '#db/schema/engagement.ts';
import { uploads } from '#db/schema/files.ts';
import type { CtxAs } from '#server/core/context.ts';
import { anyOf } from '#server/core/ids.ts';
import type { Unit } from '#server/core/unit-of-work.ts';
import { imagesIn, photoPath } from '#shared/domain/rich-text.ts';
import { DomainError } from '#shared/errors.ts';

type Author = Unit<CtxAs<'tutor'>>;
type PostContent = { content: string; featuredImage: string };

export function resolvePhotoUrl({ files, now, platform }: Author, { requested, stored }: { requested: string; stored: string }): string {
  if (requested === '' || requested === stored) return requested;
  const path = photoPath(requested, platform.publicUrl);
  if (path === null) throw new DomainError('upload.photo_url', { field: 'featuredImage' });
  return files.url(path, now());
}

export async function listOwnImages({ db, actor }: Author, { text, stored }: { text: PostContent; stored: PostContent }): Promise<string[]> {
  const storedPaths = new Set(imagePaths(stored));
  const paths = imagePaths(text);
  if (paths.length === 0) return [];
  const ownUploads = await db
    .select({ id: uploads.id, path: uploads.path })
    .from(uploads)
    .where(and(inArray(uploads.path, paths), eq(uploads.ownerId, actor.id), eq(uploads.purpose, 'photo')));
  const ownPaths = new Set(ownUploads.map(({ path }) => path));
  const foreignPath = paths.find((path) => !ownPaths.has(path) && !storedPaths.has(path));
  if (foreignPath !== undefined) {
    throw new DomainError('upload.photo_url', { field: foreignPath === photoPath(text.featuredImage) ? 'featuredImage' : 'content' });
  }
  return ownUploads.map(({ id }) => id);
}

export async function saveBlogImages({ db, record }: Author, blogId: string, uploadIds: readonly string[]): Promise<void> {
  const removed = await db
    .delete(blogImages)
    .where(and(eq(blogImages.blogId, blogId), not(anyOf(blogImages.uploadId, uploadIds))))
    .returning({ uploadId: blogImages.uploadId });
  if (uploadIds.length > 0) {
    await db
      .insert(blogImages)
      .values([...uploadIds].sort().map((uploadId) => ({ blogId, uploadId })))
      .onConflictDoNothing();
  }
  if (removed.length > 0) record({ type: 'uploads.detached', uploadIds: removed.map(({ uploadId }) => uploadId) });
}

function imagePaths({ content, featuredImage }: PostContent): string[] {
  return [...new Set([featuredImage, ...imagesIn(content)].flatMap((address) => (address && photoPath(address)) || []))];
}
