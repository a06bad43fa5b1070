import { and, eq, sql } from 'drizzle-orm';
import { prepareOnce } from '#db/executor.ts';
import { EVERYWHERE, tutorListings } from '#db/schema/listing.ts';
import type { Ctx } from '#server/core/context.ts';
import { anyOf, uuids } from '#server/core/ids.ts';
import type { TutorCard, TutorCardsInput } from '#shared/contracts/tutor-search.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { experienceYears } from '#shared/domain/experience-years.ts';
import { canVisit } from '#shared/domain/tutor-visibility.ts';
import { wallClock } from '#shared/domain/zone.ts';
import {
  findFirstFreeStart,
  joinEntryDetails,
  joinUnavailability,
  type Schedule,
  type SubjectFilter,
  scheduleJson,
  toScheduleParams,
} from './schedules.queries.ts';

export async function getTutorCards(ctx: Ctx, ids: readonly string[], subjectFilter: SubjectFilter): Promise<TutorCard[]> {
  if (ids.length === 0) return [];
  const dates = bookableDates(ctx.now(), ctx.platform.zone);
  const rows = await selectCards(ctx.db).execute({ ids: [...ids], ...toScheduleParams(ctx, { subjectFilter, dates }) });
  const thisYear = Number(wallClock(ctx.now(), ctx.platform.zone).date.slice(0, 4));
  return rows.map(({ card: { durations, ...card }, schedule }) => ({
    ...card,
    experienceYears: experienceYears(durations, thisYear),
    subjects: toSubjects(card, ctx),
    nextFree: findFirstFreeStart(schedule, subjectFilter, ctx),
  }));
}

/** Cards of listed tutors who can be booked; others are left out. */
export async function listTutorCards(ctx: Ctx, { ids }: TutorCardsInput): Promise<TutorCard[]> {
  const isListed = and(eq(tutorListings.scope, EVERYWHERE), anyOf(tutorListings.tutorId, uuids(ids)));
  const rows = await ctx.db.select({ id: tutorListings.tutorId }).from(tutorListings).where(isListed);
  const listed = rows.map(({ id }) => id);
  return getTutorCards(ctx, listed, { scopes: [EVERYWHERE], mode: null });
}

type StoredCard = Omit<TutorCard, 'nextFree' | 'experienceYears'> & { durations: string[] };

function toSubjects(card: Pick<TutorCard, 'isVerified' | 'subjects'>, { platform }: Ctx): TutorCard['subjects'] {
  return canVisit(card, platform) ? card.subjects : card.subjects.map((subject) => ({ ...subject, homeVisitRate: 0 }));
}

const selectCards = prepareOnce((db) =>
  db
    .select({ card: sql<StoredCard>`card`, schedule: sql<Schedule>`schedule` })
    .from(
      sql`(
        select requested.position, ${scheduleJson} as schedule, json_build_object(
          'id', profile.id, 'name', person.name, 'profileImage', person.profile_image, 'headline', profile.headline,
          'isVerified', profile.is_verified, 'vacationMode', profile.vacation_mode,
          'rating', profile.rating, 'totalReviews', profile.total_reviews, 'totalStudents', profile.total_students,
          'totalSessions', profile.total_sessions, 'answerMinutes', profile.answer_minutes,
          'durations', array(select duration from tutor_experience where tutor_id = profile.id),
          'availableLocations', profile.available_locations, 'teachingMediums', profile.teaching_mediums,
          'subjects', coalesce(taught.subjects, '[]'), 'offersGroup', coalesce(taught.in_group, false)
        ) as card
        from unnest(${sql.placeholder('ids')}::uuid[]) with ordinality requested (id, position)
        join tutor_profiles profile on profile.id = requested.id
        join users person on person.id = profile.user_id
        ${joinUnavailability}
        cross join lateral (
          select json_agg(week.slots) filter (where week.slots is not null) as weeks, bool_or(offer.in_group) as in_group, json_agg(json_build_object(
            'id', subject.id, 'name', subject.name,
            'topics', array(
              select topic.name from tutor_subject_topics chosen
              join topics topic on topic.id = chosen.topic_id and topic.is_active
              where chosen.tutor_subject_id = entry.id order by chosen.position
            ),
            'onlineRate', online_cents::float8 / 100, 'homeVisitRate', home_visit_cents::float8 / 100
          ) order by match.is_named desc, entry.position, entry.id) as subjects
          from tutor_subjects entry join subjects subject on subject.id = entry.subject_id and subject.is_active ${joinEntryDetails}
          where entry.tutor_id = profile.id
        ) taught
      ) found`,
    )
    .orderBy(sql`position`)
    .prepare('tutor_cards'),
);
