import { asc, eq, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { lockTutors } from '#db/locks.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles as profiles, tutorDocuments } from '#db/schema/tutors.ts';
import type { DomainEvent, Settling } from '#server/core/events.ts';
import { DomainError } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { startProfileOf, writeParts } from './profile.steps.ts';
import type { Document } from './profile-parts.queries.ts';
import { submitCompleted } from './submission.steps.ts';

type EventOf<T extends DomainEvent['type']> = Extract<DomainEvent, { type: T }>;

/** Documents come on a profile and leave it, which may complete it, or the contrary. */
export async function settleDocuments(settling: Settling, events: readonly DomainEvent[]): Promise<void> {
  for (const event of events) {
    if (event.type === 'document.uploaded') await attach(settling, event);
    if (event.type === 'upload.removed') await detach(settling, event);
  }
}

async function attach(settling: Settling, { uploadId, ownerId, documentType }: EventOf<'document.uploaded'>): Promise<void> {
  const tutorId = await profileOf(settling, ownerId);
  const present = await documentsOf(settling, tutorId);
  // Somebody who had no profile a moment ago may have saved one, with five.
  if (present.length >= LIMITS.documents) throw new DomainError('upload.too_many', { params: { count: 0 }, field: 'documents' });
  await write(settling, { tutorId, ownerId }, [...present, { id: uploadId, type: documentType }]);
}

async function detach(settling: Settling, { uploadId, ownerId }: EventOf<'upload.removed'>): Promise<void> {
  const [profile] = await lockTutors(settling.db, eq(profiles.userId, ownerId));
  if (!profile) return;
  const present = await documentsOf(settling, profile.id);
  const left = present.filter(({ id }) => id !== uploadId);
  if (left.length < present.length) await write(settling, { tutorId: profile.id, ownerId }, left);
}

/** Locked; a tutor who has none gets an empty one. */
async function profileOf(settling: Settling, ownerId: string): Promise<string> {
  const lock = () => lockTutors(settling.db, eq(profiles.userId, ownerId));
  const [profile] = await lock();
  if (profile) return profile.id;
  await startProfileOf(settling, ownerId);
  return only(await lock()).id;
}

function documentsOf({ db }: Settling, tutorId: string): Promise<Document[]> {
  return db
    .select({ id: tutorDocuments.uploadId, type: tutorDocuments.type })
    .from(tutorDocuments)
    .where(eq(tutorDocuments.tutorId, tutorId))
    .orderBy(asc(tutorDocuments.position));
}

/** Whoever has the profile open in an editor finds it changed; a verified one is looked at again. */
async function write(settling: Settling, { tutorId, ownerId }: { tutorId: string; ownerId: string }, documents: readonly Document[]): Promise<void> {
  const { db, now, record } = settling;
  await writeParts(db, tutorId, { documents });
  await db
    .update(profiles)
    .set({ revision: sql`${profiles.revision} + 1`, updatedAt: now() })
    .where(eq(profiles.id, tutorId));
  await submitCompleted(settling, [ownerId]);
  const { isVerified, name } = only(
    await db
      .select({ isVerified: profiles.isVerified, name: users.name })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(eq(profiles.id, tutorId)),
  );
  record({ type: 'profile.saved', tutorId, userId: ownerId, name, isVerified, changed: isVerified ? ['documents'] : [] });
}
