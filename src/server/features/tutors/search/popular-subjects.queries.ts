import { sql } from 'drizzle-orm';
import { prepareOnce } from '#db/executor.ts';
import { inline } from '#db/planner-hints.ts';
import type { Ctx } from '#server/core/context.ts';
import type { PopularSubjects } from '#shared/contracts/suggestions.ts';
import { DAY_MS, MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { SUGGESTIONS } from '#shared/vocabulary/limits.ts';

const POPULAR_MS = SUGGESTIONS.popularMinutes * MINUTE_MS;
type Popular = { readAt: number; subjects: Promise<PopularSubjects> };

const popular = prepareOnce((): { current: Popular | null } => ({ current: null }));

/** The subjects with the most recent bookings, then those with the most tutors. Cached for some minutes. */
export function listPopularSubjects({ db, now }: Ctx): Promise<PopularSubjects> {
  const stored = popular(db);
  const readAt = now().getTime();
  if (stored.current && Math.abs(readAt - stored.current.readAt) < POPULAR_MS) return stored.current.subjects;
  const since = new Date(readAt - SUGGESTIONS.popularDays * DAY_MS).toISOString();
  const read: Popular = { readAt, subjects: selectPopular(db).execute({ since }) };
  stored.current = read;
  read.subjects.catch(() => {
    if (stored.current === read) stored.current = null;
  });
  return read.subjects;
}

const selectPopular = prepareOnce((db) =>
  db
    .select({ id: sql<string>`id`, name: sql<string>`name` })
    .from(
      sql`(
        select subject.id, subject.name, coalesce(booked.times, 0) as times, counter.tutors
        from subjects subject
        join listing_counts counter on counter.scope = subject.id and counter.tutors > 0
        left join subject_categories category on category.id = subject.category_id
        left join (
          select subject_id, count(*) as times from (
            select subject_id, status from bookings where created_at > ${sql.placeholder('since')}::timestamptz
            order by created_at desc, id desc limit ${inline(SUGGESTIONS.popularBookings)}
          ) latest where status <> 'cancelled' group by subject_id
        ) booked on booked.subject_id = subject.id
        where subject.is_active and coalesce(category.is_active, true)
      ) offered`,
    )
    .orderBy(sql`times desc, tutors desc, name, id`)
    .limit(SUGGESTIONS.popular)
    .prepare('popular_subjects'),
);
