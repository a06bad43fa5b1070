import { and, asc, count, eq, or, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { uploads } from '#db/schema/files.ts';
import { users } from '#db/schema/people.ts';
import { tutorApprovalDocuments, tutorDocuments, tutorProfiles } from '#db/schema/tutors.ts';
import { anyOf, byId } from '#server/core/ids.ts';
import { pathOfImage } from '#shared/domain/image-rules.ts';

type UnusedUpload = { id: string; path: string; createdAt: Date };

export async function listUnusedUploads(db: Executor, ownerId: string): Promise<UnusedUpload[]> {
  const rows = await db
    .select({ id: uploads.id, path: uploads.path, createdAt: uploads.createdAt, profileImage: users.profileImage })
    .from(uploads)
    .innerJoin(users, eq(users.id, uploads.ownerId))
    .where(
      and(
        eq(uploads.ownerId, ownerId),
        sql`not exists (select from tutor_documents where upload_id = uploads.id)`,
        sql`not exists (select from tutor_approval_documents where upload_id = uploads.id)`,
        sql`not exists (select from blog_images where upload_id = uploads.id)`,
      ),
    )
    .orderBy(asc(uploads.createdAt), asc(uploads.id));
  return rows.flatMap(({ profileImage, ...upload }) => (pathOfImage(profileImage) === upload.path ? [] : [upload]));
}

export async function findUpload(db: Executor, idOrPath: string): Promise<{ id: string; ownerId: string; path: string } | null> {
  const [upload] = await db
    .select({ id: uploads.id, ownerId: uploads.ownerId, path: uploads.path })
    .from(uploads)
    .where(or(byId(uploads.id, idOrPath), eq(uploads.path, idOrPath)));
  return upload ?? null;
}

export async function countProfileDocuments(db: Executor, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(tutorDocuments)
    .innerJoin(tutorProfiles, eq(tutorProfiles.id, tutorDocuments.tutorId))
    .where(eq(tutorProfiles.userId, userId));
  return row?.count ?? 0;
}

export async function isInApproval(db: Executor, uploadId: string): Promise<boolean> {
  const rows = await db
    .select({ uploadId: tutorApprovalDocuments.uploadId })
    .from(tutorApprovalDocuments)
    .where(eq(tutorApprovalDocuments.uploadId, uploadId))
    .limit(1);
  return rows.length > 0;
}

export async function findOwner(db: Executor, uploadId: string): Promise<string | null> {
  const [upload] = await db.select({ ownerId: uploads.ownerId }).from(uploads).where(byId(uploads.id, uploadId));
  return upload?.ownerId ?? null;
}

export async function listPaths(db: Executor, ownerIds: readonly string[]): Promise<string[]> {
  const rows = await db.select({ path: uploads.path }).from(uploads).where(anyOf(uploads.ownerId, ownerIds)).orderBy(asc(uploads.path));
  return rows.map(({ path }) => path);
}

export async function hasNoPhoto(db: Executor, userId: string): Promise<boolean> {
  const [account] = await db.select({ profileImage: users.profileImage }).from(users).where(byId(users.id, userId));
  return account?.profileImage === '';
}
