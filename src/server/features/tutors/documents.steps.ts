import { asc, eq, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles as profiles, tutorDocuments } from '#db/schema/tutors.ts';
import type { DomainEvent, ProjectionContext } from '#server/core/events.ts';
import { DomainError } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { saveParts, startProfileFor } from './profile.steps.ts';
import type { Document } from './profile-parts.queries.ts';
import { updateSubmissionStatus } from './verification.steps.ts';

type EventOf<T extends DomainEvent['type']> = Extract<DomainEvent, { type: T }>;

export async function applyDocumentEvents(context: ProjectionContext, events: readonly DomainEvent[]): Promise<void> {
  for (const event of events) {
    if (event.type === 'document.uploaded') await attach(context, event);
    if (event.type === 'upload.removed') await detach(context, event);
  }
}

async function attach(context: ProjectionContext, { uploadId, ownerId, documentType }: EventOf<'document.uploaded'>): Promise<void> {
  const tutorId = await lockOrStartProfile(context, ownerId);
  const current = await listDocuments(context, tutorId);
  // The upload was checked before the lock; other documents may have been added since.
  if (current.length >= LIMITS.documents) throw new DomainError('upload.too_many', { params: { count: 0 }, field: 'documents' });
  await saveDocuments(context, { tutorId, ownerId }, [...current, { id: uploadId, type: documentType }]);
}

async function detach(context: ProjectionContext, { uploadId, ownerId }: EventOf<'upload.removed'>): Promise<void> {
  const { tutors } = await withLocks(context.db, { tutors: { noKeyUpdate: eq(profiles.userId, ownerId) } });
  const [profile] = tutors;
  if (!profile) return;
  const current = await listDocuments(context, profile.id);
  const remaining = current.filter(({ id }) => id !== uploadId);
  if (remaining.length < current.length) await saveDocuments(context, { tutorId: profile.id, ownerId }, remaining);
}

async function lockOrStartProfile(context: ProjectionContext, ownerId: string): Promise<string> {
  const lock = () => withLocks(context.db, { tutors: { noKeyUpdate: eq(profiles.userId, ownerId) } });
  const [profile] = (await lock()).tutors;
  if (profile) return profile.id;
  await startProfileFor(context, ownerId);
  return only((await lock()).tutors).id;
}

function listDocuments({ db }: ProjectionContext, tutorId: string): Promise<Document[]> {
  return db
    .select({ id: tutorDocuments.uploadId, type: tutorDocuments.type })
    .from(tutorDocuments)
    .where(eq(tutorDocuments.tutorId, tutorId))
    .orderBy(asc(tutorDocuments.position));
}

async function saveDocuments(
  context: ProjectionContext,
  { tutorId, ownerId }: { tutorId: string; ownerId: string },
  documents: readonly Document[],
): Promise<void> {
  const { db, now, record } = context;
  await saveParts(db, tutorId, { documents });
  await db
    .update(profiles)
    .set({ revision: sql`${profiles.revision} + 1`, updatedAt: now() })
    .where(eq(profiles.id, tutorId));
  await updateSubmissionStatus(context, [ownerId]);
  const { isVerified, name } = only(
    await db
      .select({ isVerified: profiles.isVerified, name: users.name })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(eq(profiles.id, tutorId)),
  );
  record({ type: 'profile.saved', tutorId, userId: ownerId, name, isVerified, changed: isVerified ? ['documents'] : [] });
}
