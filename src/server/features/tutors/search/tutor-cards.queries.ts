import { sql } from 'drizzle-orm';
import type { Ctx } from '#server/core/context.ts';
import { prepared } from '#server/core/prepared.ts';
import type { TutorCard } from '#shared/contracts/tutors.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { canVisit } from '#shared/domain/home-visits.ts';
import { askedValues, changes, entryParts, firstFree, type Meant, type Schedule, schedule } from './schedules.queries.ts';

/** In the order of the ids; what is named stands first among a tutor's subjects, and what is meant the next free hour is for. */
export async function tutorCards(ctx: Ctx, ids: readonly string[], meant: Meant): Promise<TutorCard[]> {
  if (ids.length === 0) return [];
  const dates = bookableDates(ctx.now(), ctx.platform.zone);
  const rows = await cards(ctx.db).execute({ ids: [...ids], ...askedValues(ctx, { meant, dates }) });
  return rows.map(({ card, schedule }) => ({ ...card, subjects: subjectsOf(card, ctx), nextFree: firstFree(schedule, ctx) }));
}

function subjectsOf(card: Omit<TutorCard, 'nextFree'>, { platform }: Ctx): TutorCard['subjects'] {
  return canVisit(card, platform) ? card.subjects : card.subjects.map((subject) => ({ ...subject, homeVisitRate: 0 }));
}

const cards = prepared((db) =>
  db
    .select({ card: sql<Omit<TutorCard, 'nextFree'>>`card`, schedule: sql<Schedule>`schedule` })
    .from(
      sql`(
        select wanted.nth, ${schedule} as schedule, json_build_object(
          'id', profile.id, 'name', person.name, 'profileImage', person.profile_image, 'bio', profile.bio,
          'isVerified', profile.is_verified, 'vacationMode', profile.vacation_mode,
          'rating', profile.rating, 'totalReviews', profile.total_reviews, 'totalStudents', profile.total_students,
          'availableLocations', profile.available_locations, 'teachingMediums', profile.teaching_mediums,
          'subjects', coalesce(taught.subjects, '[]')
        ) as card
        from unnest(${sql.placeholder('ids')}::uuid[]) with ordinality wanted (id, nth)
        join tutor_profiles profile on profile.id = wanted.id
        join users person on person.id = profile.user_id
        ${changes}
        cross join lateral (
          select json_agg(week.slots) filter (where week.slots is not null) as weeks, json_agg(json_build_object(
            'id', subject.id, 'name', subject.name,
            'topics', array(
              select topic.name from tutor_subject_topics chosen
              join topics topic on topic.id = chosen.topic_id and topic.is_active
              where chosen.tutor_subject_id = entry.id order by chosen.position
            ),
            'onlineRate', online_cents::float8 / 100, 'homeVisitRate', home_visit_cents::float8 / 100
          ) order by place.is_named desc, entry.position, entry.id) as subjects
          from tutor_subjects entry join subjects subject on subject.id = entry.subject_id and subject.is_active ${entryParts}
          where entry.tutor_id = profile.id
        ) taught
      ) found`,
    )
    .orderBy(sql`nth`)
    .prepare('tutor_cards'),
);
