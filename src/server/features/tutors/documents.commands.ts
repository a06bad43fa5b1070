import { and, eq, or } from 'drizzle-orm';
import { withLocks } from '#db/locks.ts';
import { uploads } from '#db/schema/files.ts';
import { tutorDocuments, tutorProfiles } from '#db/schema/tutors.ts';
import type { As } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { DomainError } from '#shared/errors.ts';

/** Takes a document off the own profile, named by its id or the path of its file; with it goes the file. */
export async function detachDocument(ctx: As<'tutor'>, { id: idOrPath }: { id: string }): Promise<void> {
  await inUnitOfWork(ctx, async ({ db, actor, record }) => {
    const { tutors } = await withLocks(db, { tutors: { noKeyUpdate: eq(tutorProfiles.userId, actor.id) } });
    const [profile] = tutors;
    if (!profile) throw new DomainError('upload.unknown');
    const [document] = await db
      .select({ uploadId: uploads.id, path: uploads.path })
      .from(tutorDocuments)
      .innerJoin(uploads, eq(uploads.id, tutorDocuments.uploadId))
      .where(and(eq(tutorDocuments.tutorId, profile.id), or(byId(uploads.id, idOrPath), eq(uploads.path, idOrPath))));
    if (!document) throw new DomainError('upload.unknown');
    record({ type: 'upload.removed', ownerId: actor.id, ...document });
  });
}
