import { eq } from 'drizzle-orm';
import { judgedProfiles } from '#db/judged-profiles.ts';
import { lockTutors } from '#db/locks.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { Settling } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { completeness, statusBesideSaving } from '#shared/domain/profile-completeness.ts';

/** Submits the profiles that photo and documents now complete, and takes back from the review those that they no longer do; a rejected one stays so. */
export async function submitCompleted({ db, now, record }: Settling, userIds: readonly string[]): Promise<void> {
  const locked = await lockTutors(db, anyOf(profiles.userId, userIds));
  const open = locked.flatMap(({ id, isVerified }) => (isVerified ? [] : [id]));
  for (const { id, userId, isVerified, verificationStatus, ...profile } of open.length > 0 ? await judgedProfiles(db, open) : []) {
    const after = statusBesideSaving({ isVerified, verificationStatus }, completeness(profile).isComplete);
    if (after === verificationStatus) continue;
    await db.update(profiles).set({ verificationStatus: after, updatedAt: now() }).where(eq(profiles.id, id));
    if (after === 'pending') record({ type: 'profile.submitted', tutorId: id, userId, name: profile.user.name });
  }
}
