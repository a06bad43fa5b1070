import { sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import type { Ctx } from '#server/core/context.ts';
import { prepared } from '#server/core/prepared.ts';
import type { PublicStats } from '#shared/contracts/statistics.ts';

const figures = prepared((db) =>
  db
    .select({
      totalTutors: sql<number>`tutor.total::integer`,
      activeSubjects: sql<number>`subject.total::integer`,
      averageRating: sql<number>`coalesce(round(given.average, 2), 0)::double precision`,
      totalReviews: sql<number>`given.total::integer`,
    })
    .from(
      sql`(
        select count(*) as total from tutor_profiles profile join users person on person.id = profile.user_id
        where profile.is_verified and person.status = 'active'
      ) tutor,
      (select count(*) as total from subjects where is_active) subject,
      (select count(*) as total, avg(rating) as average from reviews where hidden_at is null) given`,
    )
    .prepare('public_stats'),
);

/** Verified tutors with an active account, active subjects, and the mean of all reviews that are shown. */
export async function publicStats(ctx: Ctx): Promise<PublicStats> {
  return only(await figures(ctx.db).execute());
}
