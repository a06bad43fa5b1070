import { sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { NO_CATEGORY } from '#db/schema/listing.ts';
import { prepared } from '#server/core/prepared.ts';
import type { TutorCard } from '#shared/contracts/tutors.ts';

/** In the order of the ids; what lies in one of the scopes stands first among a tutor's subjects. */
export async function tutorCards(db: Executor, ids: readonly string[], scopes: readonly string[]): Promise<TutorCard[]> {
  if (ids.length === 0) return [];
  const rows = await cards(db).execute({ ids: [...ids], scopes: [...scopes] });
  return rows.map(({ card }) => card);
}

const scopes = sql`any(${sql.placeholder('scopes')}::uuid[])`;

const cards = prepared((db) =>
  db
    .select({ card: sql<TutorCard>`card` })
    .from(
      sql`(
        select wanted.nth, json_build_object(
          'id', profile.id, 'name', person.name, 'profileImage', person.profile_image, 'bio', profile.bio,
          'isVerified', profile.is_verified, 'vacationMode', profile.vacation_mode,
          'rating', profile.rating, 'totalReviews', profile.total_reviews, 'totalStudents', profile.total_students,
          'availableLocations', profile.available_locations, 'teachingMediums', profile.teaching_mediums,
          'subjects', coalesce(taught.subjects, '[]')
        ) as card
        from unnest(${sql.placeholder('ids')}::uuid[]) with ordinality wanted (id, nth)
        join tutor_profiles profile on profile.id = wanted.id
        join users person on person.id = profile.user_id
        cross join lateral (
          select json_agg(json_build_object(
            'id', subject.id, 'name', subject.name,
            'topics', array(
              select topic.name from tutor_subject_topics chosen
              join topics topic on topic.id = chosen.topic_id and topic.is_active
              where chosen.tutor_subject_id = entry.id order by chosen.position
            ),
            'onlineRate', ${rate('online')}, 'homeVisitRate', ${rate('home-visit')}
          ) order by (
            subject.id = ${scopes} or coalesce(subject.category_id, ${NO_CATEGORY}) = ${scopes}
            or exists (select from tutor_subject_topics chosen where chosen.tutor_subject_id = entry.id and chosen.topic_id = ${scopes})
          ) desc, entry.position, entry.id) as subjects
          from tutor_subjects entry
          join subjects subject on subject.id = entry.subject_id and subject.is_active
          where entry.tutor_id = profile.id
        ) taught
      ) found`,
    )
    .orderBy(sql`nth`)
    .prepare('tutor_cards'),
);

/** In rupees; 0 for a mode that is not on offer. */
function rate(mode: 'online' | 'home-visit') {
  return sql`coalesce((
    select mode.rate_cents::float8 / 100 from tutor_modes mode where mode.tutor_subject_id = entry.id and mode.type = ${sql.raw(`'${mode}'`)} and mode.enabled
  ), 0)`;
}
