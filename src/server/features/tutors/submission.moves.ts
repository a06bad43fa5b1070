import { eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { lockTutors } from '#db/locks.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { Settling } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { type CompletenessInput, completeness, statusBesideSaving } from '#shared/domain/profile-completeness.ts';

/** Submits the profiles that photo and documents now complete, and takes back from the review those that they no longer do; a rejected one stays so. */
export async function submitCompleted({ db, now, record }: Settling, userIds: readonly string[]): Promise<void> {
  const locked = await lockTutors(db, anyOf(profiles.userId, userIds));
  const open = locked.flatMap(({ id, isVerified }) => (isVerified ? [] : [id]));
  for (const { id, userId, isVerified, verificationStatus, ...profile } of await profilesToJudge(db, open)) {
    const after = statusBesideSaving({ isVerified, verificationStatus }, completeness(profile).isComplete);
    if (after === verificationStatus) continue;
    await db.update(profiles).set({ verificationStatus: after, updatedAt: now() }).where(eq(profiles.id, id));
    if (after === 'pending') record({ type: 'profile.submitted', tutorId: id, userId, name: profile.user.name });
  }
}

async function profilesToJudge(db: Executor, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select({
      id: profiles.id,
      userId: profiles.userId,
      isVerified: profiles.isVerified,
      verificationStatus: profiles.verificationStatus,
      user: { name: users.name, email: users.email, profileImage: users.profileImage },
      phone: profiles.phone,
      bio: profiles.bio,
      gender: profiles.gender,
      availableLocations: profiles.availableLocations,
      teachingMediums: profiles.teachingMediums,
      education: sql<unknown[]>`(select coalesce(json_agg(position), '[]') from tutor_education where tutor_id = tutor_profiles.id)`,
      experience: sql<unknown[]>`(select coalesce(json_agg(position), '[]') from tutor_experience where tutor_id = tutor_profiles.id)`,
      documents: sql<unknown[]>`(select coalesce(json_agg(position), '[]') from tutor_documents where tutor_id = tutor_profiles.id)`,
      subjects: sql<CompletenessInput['subjects']>`(
        select coalesce(json_agg(json_build_object(
          'selectedTopics', (select coalesce(json_agg(topic_id), '[]') from tutor_subject_topics where tutor_subject_id = entry.id),
          'teachingModes', (
            select coalesce(json_agg(json_build_object('enabled', enabled, 'rate', rate_cents / 100.0)), '[]') from tutor_modes where tutor_subject_id = entry.id
          ),
          'availability', (
            select coalesce(json_agg(json_build_object('day', day, 'slots', json_build_array(start_minute))), '[]')
            from tutor_slots where tutor_subject_id = entry.id
          )
        )), '[]')
        from tutor_subjects entry where entry.tutor_id = tutor_profiles.id
      )`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(anyOf(profiles.id, ids));
}
