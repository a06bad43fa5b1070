import { asc, eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { uploads } from '#db/schema/files.ts';
import { users } from '#db/schema/people.ts';
import { tutorDocuments } from '#db/schema/tutors.ts';
import { anyOf, byId } from '#server/core/ids.ts';
import { pathOfImage } from '#shared/domain/image-rules.ts';

export type LooseUpload = { id: string; path: string; createdAt: Date };

/** What somebody has uploaded and attached to nothing, the oldest first. */
export async function looseUploads(db: Executor, ownerId: string): Promise<LooseUpload[]> {
  const rows = await db
    .select({
      id: uploads.id,
      path: uploads.path,
      createdAt: uploads.createdAt,
      profileImage: users.profileImage,
      tutorId: tutorDocuments.tutorId,
    })
    .from(uploads)
    .innerJoin(users, eq(users.id, uploads.ownerId))
    .leftJoin(tutorDocuments, eq(tutorDocuments.uploadId, uploads.id))
    .where(eq(uploads.ownerId, ownerId))
    .orderBy(asc(uploads.createdAt), asc(uploads.id));
  return rows.filter(({ path, profileImage, tutorId }) => tutorId === null && pathOfImage(profileImage) !== path);
}

export async function ownerOf(db: Executor, uploadId: string): Promise<string | null> {
  const [upload] = await db.select({ ownerId: uploads.ownerId }).from(uploads).where(byId(uploads.id, uploadId));
  return upload?.ownerId ?? null;
}

export async function pathsOf(db: Executor, ownerIds: readonly string[]): Promise<string[]> {
  const rows = await db.select({ path: uploads.path }).from(uploads).where(anyOf(uploads.ownerId, ownerIds)).orderBy(asc(uploads.path));
  return rows.map(({ path }) => path);
}

/** Whether the account is there and has no photo. */
export async function wantsPhoto(db: Executor, userId: string): Promise<boolean> {
  const [account] = await db.select({ profileImage: users.profileImage }).from(users).where(byId(users.id, userId));
  return account?.profileImage === '';
}
