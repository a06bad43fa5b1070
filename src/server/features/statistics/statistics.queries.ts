import { eq, sql } from 'drizzle-orm';
import { only, prepareOnce } from '#db/executor.ts';
import { getTotals } from '#db/figures.ts';
import { subjects } from '#db/schema/catalogue.ts';
import { figureChanges, figures } from '#db/schema/figures.ts';
import type { Ctx, CtxAs } from '#server/core/context.ts';
import type { ChartPoint, ChartsInput, ChartsView, DashboardStats, PublicStats, WaitingView } from '#shared/contracts/statistics.ts';
import { toRupees } from '#shared/domain/money.ts';
import { addDays, instantAt, wallClock } from '#shared/domain/zone.ts';
import { BOOKING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';

const PERIODS_SHOWN = { days: 30, weeks: 12, months: 12 } as const;
type PeriodKind = keyof typeof PERIODS_SHOWN;

type Periods = {
  starts: string[];
  end: string;
};

const selectPublicStats = prepareOnce((db) =>
  db
    .select({
      totalTutors: sql<number>`tutor.total::integer`,
      activeSubjects: sql<number>`subject.total::integer`,
      averageRating: sql<number>`coalesce(round(shown.average, 2), 0)::double precision`,
      totalReviews: sql<number>`shown.total::integer`,
    })
    .from(
      sql`(
        select count(*) as total from tutor_profiles profile join users person on person.id = profile.user_id
        where profile.is_verified and person.status = 'active'
      ) tutor,
      (select count(*) as total from subjects where is_active) subject,
      (select count(*) as total, avg(rating) as average from reviews where hidden_at is null) shown`,
    )
    .prepare('public_stats'),
);

export async function getPublicStats(ctx: Ctx): Promise<PublicStats> {
  return only(await selectPublicStats(ctx.db).execute());
}

const BOOKING_COUNTERS = BOOKING_STATUSES.map((status) => `bookings.${status}` as const);

export async function getDashboardStats({ db }: CtxAs<'admin'>): Promise<DashboardStats> {
  const [totals, activeSubjects] = await Promise.all([
    getTotals(db, ['tutors', 'students', 'tutors.pending', 'revenue', ...BOOKING_COUNTERS]),
    db.$count(subjects, eq(subjects.isActive, true)),
  ]);
  return {
    totalTutors: totals.tutors,
    totalStudents: totals.students,
    activeSubjects,
    pendingVerifications: totals['tutors.pending'],
    totalBookings: BOOKING_COUNTERS.reduce((sum, name) => sum + totals[name], 0),
    totalRevenue: toRupees(totals.revenue),
  };
}

const CHART_COUNTERS = { 'bookings.made': 'bookings', revenue: 'revenue', 'signups.student': 'students', 'signups.tutor': 'tutors' } as const;
type ChartCounter = keyof typeof CHART_COUNTERS;

/** Reads counters and their pending changes in one statement, so that no change is counted twice. */
export async function getCharts({ db, now, platform: { zone } }: CtxAs<'admin'>, { period }: ChartsInput): Promise<ChartsView> {
  const { starts, end } = periodsUntil(now(), period, zone);
  const bounds = [...starts, end].map((date) => instantAt(date, 0, zone).toISOString());
  const names = sql.param(Object.keys(CHART_COUNTERS));
  const isInside = sql`name = any(${names}::text[]) and bucket >= ${bounds[0]}::timestamptz and bucket < ${bounds.at(-1)}::timestamptz`;
  const sums = await db.execute<{ name: ChartCounter; period: number; total: number }>(sql`
    with periods as materialized (select ${sql.param(bounds)}::text[]::timestamptz[] as bounds)
    select name, width_bucket(bucket, (select bounds from periods)) as period, sum(value)::float8 as total from (
      select name, bucket, value from ${figures} where ${isInside}
      union all
      select name, bucket, change from ${figureChanges} where ${isInside}
    ) counted group by 1, 2`);
  const points = starts.map((from): ChartPoint => ({ from, bookings: 0, revenue: 0, students: 0, tutors: 0 }));
  for (const { name, period, total } of sums) {
    const point = points[period - 1];
    if (point) point[CHART_COUNTERS[name]] = name === 'revenue' ? toRupees(total) : total;
  }
  return { points };
}

const MAX_COUNT = 99;

type WaitingRow = { name: keyof WaitingView; total: number; since: Date | null };

const selectWaiting = prepareOnce((db) =>
  db
    .select({
      name: sql<WaitingRow['name']>`waits.name`,
      total: sql<number>`count(waits.at)::integer`,
      since: sql`min(waits.at)`.mapWith(figures.bucket).as('since'),
    })
    .from(
      sql`(
        (select 'toReview' as name, updated_at as at from tutor_profiles where verification_status = 'pending' order by updated_at, id limit ${MAX_COUNT + 1})
        union all
        (select 'changed', changed_at from tutor_profiles where changed_at is not null order by changed_at, id limit ${MAX_COUNT + 1})
        union all
        (select 'reports', created_at from reports where state = 'open' order by created_at nulls first, id nulls first limit ${MAX_COUNT + 1})
        union all
        (select 'reports', created_at from session_problems where state = 'open' order by created_at nulls first, id nulls first limit ${MAX_COUNT + 1})
        union all
        (select 'deadJobs', dead_at from jobs where dead_at is not null order by dead_at nulls first, id nulls first limit ${MAX_COUNT + 1})
      ) waits`,
    )
    .groupBy(sql`1`)
    .prepare('waiting_for_admins'),
);

export async function getWaiting({ db }: CtxAs<'admin'>): Promise<WaitingView> {
  const rowsByName = new Map((await selectWaiting(db).execute()).map((row) => [row.name, row]));
  const toCount = (name: keyof WaitingView) => {
    const { total = 0, since = null } = rowsByName.get(name) ?? {};
    return { count: Math.min(total, MAX_COUNT), isMore: total > MAX_COUNT, since };
  };
  return { toReview: toCount('toReview'), changed: toCount('changed'), reports: toCount('reports'), deadJobs: toCount('deadJobs') };
}

export function periodsUntil(now: Date, kind: PeriodKind, zone: string): Periods {
  const { date, weekday } = wallClock(now, zone);
  const startOf = (back: number): string => {
    if (kind === 'days') return addDays(date, -back);
    if (kind === 'weeks') return addDays(date, -WEEKDAYS.indexOf(weekday) - 7 * back);
    const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - back;
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
  };
  const starts = Array.from({ length: PERIODS_SHOWN[kind] }, (_, index) => startOf(PERIODS_SHOWN[kind] - 1 - index));
  return { starts, end: startOf(-1) };
}
