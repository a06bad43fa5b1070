import { eq, type SQL, sql } from 'drizzle-orm';
import type { TeachingModeType } from '#shared/vocabulary/people.ts';
import type { Executor } from './executor.ts';
import { users } from './schema/people.ts';
import { tutorProfiles as profiles } from './schema/tutors.ts';

type SubjectForVerification = {
  name: string;
  selectedTopics: string[];
  teachingModes: { type: TeachingModeType; enabled: boolean; rate: number }[];
  availability: { day: string; slots: number[] }[];
};

export function selectProfilesForVerification(db: Executor, ids: readonly string[]) {
  return db
    .select({
      id: profiles.id,
      userId: profiles.userId,
      isVerified: profiles.isVerified,
      verificationStatus: profiles.verificationStatus,
      revision: profiles.revision,
      changedAt: profiles.changedAt,
      remindedAt: profiles.remindedAt,
      user: { id: users.id, name: users.name, email: users.email, profileImage: users.profileImage },
      accountStatus: users.status,
      phone: profiles.phone,
      bio: profiles.bio,
      gender: profiles.gender,
      socialMedia: profiles.socialMedia,
      availableLocations: profiles.availableLocations,
      teachingMediums: profiles.teachingMediums,
      rating: profiles.rating,
      totalReviews: profiles.totalReviews,
      createdAt: profiles.createdAt,
      education: sql<unknown[]>`(select coalesce(json_agg(position), '[]') from tutor_education where tutor_id = tutor_profiles.id)`,
      experience: sql<unknown[]>`(select coalesce(json_agg(position), '[]') from tutor_experience where tutor_id = tutor_profiles.id)`,
      documents: sql<unknown[]>`(select coalesce(json_agg(position), '[]') from tutor_documents where tutor_id = tutor_profiles.id)`,
      subjects: sql<SubjectForVerification[]>`(
        select coalesce(json_agg(json_build_object(
          'name', subject.name,
          'selectedTopics', (select coalesce(json_agg(topic_id), '[]') from tutor_subject_topics where tutor_subject_id = entry.id),
          'teachingModes', (
            select coalesce(json_agg(json_build_object('type', type, 'enabled', enabled, 'rate', rate_cents / 100.0)), '[]')
            from tutor_modes where tutor_subject_id = entry.id
          ),
          'availability', (
            select coalesce(json_agg(json_build_object('day', day, 'slots', json_build_array(start_minute))), '[]')
            from tutor_slots where tutor_subject_id = entry.id
          )
        ) order by entry.position, entry.id), '[]')
        from tutor_subjects entry join subjects subject on subject.id = entry.subject_id where entry.tutor_id = tutor_profiles.id
      )`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(sql`${profiles.id} = any(${sql.param([...ids])}::uuid[])`);
}

export type ProfileForVerification = Awaited<ReturnType<typeof selectProfilesForVerification>>[number];

export const educationOf = (tutorId: SQL): SQL => sql`coalesce((
  select jsonb_agg(jsonb_build_object('degree', degree, 'institution', institution, 'year', year) order by position)
  from tutor_education where tutor_id = ${tutorId}
), '[]')`;

export const experienceOf = (tutorId: SQL): SQL => sql`coalesce((
  select jsonb_agg(jsonb_build_object('title', title, 'company', company, 'duration', duration, 'description', description) order by position)
  from tutor_experience where tutor_id = ${tutorId}
), '[]')`;

export const isAsApproved = (tutorId: SQL): SQL => sql`exists (
  select from tutor_approvals approval
  where approval.tutor_id = ${tutorId} and approval.education = ${educationOf(tutorId)} and approval.experience = ${experienceOf(tutorId)}
    and not exists (
      select upload_id from tutor_documents where tutor_id = ${tutorId}
      except select upload_id from tutor_approval_documents where tutor_id = ${tutorId}
    )
    and not exists (
      select upload_id from tutor_approval_documents where tutor_id = ${tutorId}
      except select upload_id from tutor_documents where tutor_id = ${tutorId}
    )
)`;
