import { and, eq, inArray, not } from 'drizzle-orm';
import { blogImages } from '#db/schema/engagement.ts';
import { uploads } from '#db/schema/files.ts';
import type { As } from '#server/core/context.ts';
import { anyOf } from '#server/core/ids.ts';
import type { Unit } from '#server/core/unit-of-work.ts';
import { imagesIn, photoPath } from '#shared/domain/rich-text.ts';
import { DomainError } from '#shared/errors.ts';

type Author = Unit<As<'tutor'>>;
type Shown = { content: string; featuredImage: string };

/** None, the one that is there, or an address of our store as we write it. */
export function photoUrl({ files, now, platform }: Author, { sent, stored }: { sent: string; stored: string }): string {
  if (sent === '' || sent === stored) return sent;
  const path = photoPath(sent, platform.publicUrl);
  if (path === null) throw new DomainError('upload.photo_url', { field: 'featuredImage' });
  return files.url(path, now());
}

/** The uploads that a post shows: the author's own photos, or what it has shown before. */
export async function ownImages({ db, actor }: Author, { text, stored }: { text: Shown; stored: Shown }): Promise<string[]> {
  const before = new Set(pathsIn(stored));
  const paths = pathsIn(text);
  if (paths.length === 0) return [];
  const own = await db
    .select({ id: uploads.id, path: uploads.path })
    .from(uploads)
    .where(and(inArray(uploads.path, paths), eq(uploads.ownerId, actor.id), eq(uploads.purpose, 'photo')));
  const known = new Set(own.map(({ path }) => path));
  const unknown = paths.find((path) => !known.has(path) && !before.has(path));
  if (unknown !== undefined) {
    throw new DomainError('upload.photo_url', { field: unknown === photoPath(text.featuredImage) ? 'featuredImage' : 'content' });
  }
  return own.map(({ id }) => id);
}

/** Writes down which uploads a post shows from now on; what it has let go of may hang on nothing. */
export async function keepImages({ db, record }: Author, blogId: string, uploadIds: readonly string[]): Promise<void> {
  const dropped = await db
    .delete(blogImages)
    .where(and(eq(blogImages.blogId, blogId), not(anyOf(blogImages.uploadId, uploadIds))))
    .returning({ uploadId: blogImages.uploadId });
  if (uploadIds.length > 0) {
    await db
      .insert(blogImages)
      .values([...uploadIds].sort().map((uploadId) => ({ blogId, uploadId })))
      .onConflictDoNothing();
  }
  if (dropped.length > 0) record({ type: 'uploads.detached', uploadIds: dropped.map(({ uploadId }) => uploadId) });
}

export function releaseImages(unit: Author, blogId: string): Promise<void> {
  return keepImages(unit, blogId, []);
}

function pathsIn({ content, featuredImage }: Shown): string[] {
  return [...new Set([featuredImage, ...imagesIn(content)].flatMap((address) => (address && photoPath(address)) || []))];
}
