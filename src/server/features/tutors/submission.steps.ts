import { eq } from 'drizzle-orm';
import { judgedProfiles } from '#db/judged-profiles.ts';
import { withLocks } from '#db/locks.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { Settling } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { completeness, statusAfterDocumentChange } from '#shared/domain/profile-completeness.ts';

/** Submits the profiles that photo and documents now complete, and takes back from the review those that they no longer do; a rejected one stays so. */
export async function updateSubmissionStatus({ db, now, record }: Settling, userIds: readonly string[]): Promise<void> {
  const { tutors } = await withLocks(db, { tutors: { noKeyUpdate: anyOf(profiles.userId, userIds) } });
  const unverifiedIds = tutors.flatMap(({ id, isVerified }) => (isVerified ? [] : [id]));
  for (const { id, userId, isVerified, verificationStatus, ...profile } of unverifiedIds.length > 0 ? await judgedProfiles(db, unverifiedIds) : []) {
    const nextStatus = statusAfterDocumentChange({ isVerified, verificationStatus }, completeness(profile).isComplete);
    if (nextStatus === verificationStatus) continue;
    await db.update(profiles).set({ verificationStatus: nextStatus, updatedAt: now() }).where(eq(profiles.id, id));
    if (nextStatus === 'pending') record({ type: 'profile.submitted', tutorId: id, userId, name: profile.user.name });
  }
}
