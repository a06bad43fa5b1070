import { eq, sql } from 'drizzle-orm';
import { totalsOf } from '#db/figures.ts';
import { subjects } from '#db/schema/catalogue.ts';
import { figureChanges, figures } from '#db/schema/figures.ts';
import type { As } from '#server/core/context.ts';
import { prepared } from '#server/core/prepared.ts';
import type { ChartPoint, ChartsInput, ChartsView, DashboardStats, WaitingView } from '#shared/contracts/statistics.ts';
import { periodsUntil } from '#shared/domain/chart-periods.ts';
import { toRupees } from '#shared/domain/money.ts';
import { instantAt } from '#shared/domain/zone.ts';
import { BOOKING_STATUSES } from '#shared/vocabulary/bookings.ts';

const BOOKING_FIGURES = BOOKING_STATUSES.map((status) => `bookings.${status}` as const);

/** The six figures; none of them is counted when it is asked for, but for the subjects, of which there are few. */
export async function dashboardStatsOf({ db }: As<'admin'>): Promise<DashboardStats> {
  const [totals, activeSubjects] = await Promise.all([
    totalsOf(db, ['tutors', 'students', 'tutors.pending', 'revenue', ...BOOKING_FIGURES]),
    db.$count(subjects, eq(subjects.isActive, true)),
  ]);
  return {
    totalTutors: totals.tutors,
    totalStudents: totals.students,
    activeSubjects,
    pendingVerifications: totals['tutors.pending'],
    totalBookings: BOOKING_FIGURES.reduce((sum, name) => sum + totals[name], 0),
    totalRevenue: toRupees(totals.revenue),
  };
}

const CHARTED = { 'bookings.made': 'bookings', revenue: 'revenue', 'signups.student': 'students', 'signups.tutor': 'tutors' } as const;
type Charted = keyof typeof CHARTED;

/** Quarters of an hour make days of the platform's zone; what was folded in and what was not yet, as of one moment. */
export async function chartsOf({ db, now, platform: { zone } }: As<'admin'>, { period }: ChartsInput): Promise<ChartsView> {
  const { starts, end } = periodsUntil(now(), period, zone);
  const bounds = [...starts, end].map((date) => instantAt(date, 0, zone).toISOString());
  const names = sql.param(Object.keys(CHARTED));
  const inside = sql`name = any(${names}::text[]) and bucket >= ${bounds[0]}::timestamptz and bucket < ${bounds.at(-1)}::timestamptz`;
  const sums = await db.execute<{ name: Charted; nth: number; total: number }>(sql`
    with given as materialized (select ${sql.param(bounds)}::text[]::timestamptz[] as bounds)
    select name, width_bucket(bucket, (select bounds from given)) as nth, sum(value)::float8 as total from (
      select name, bucket, value from ${figures} where ${inside}
      union all
      select name, bucket, change from ${figureChanges} where ${inside}
    ) counted group by 1, 2`);
  const points = starts.map((from): ChartPoint => ({ from, bookings: 0, revenue: 0, students: 0, tutors: 0 }));
  for (const { name, nth, total } of sums) {
    const point = points[nth - 1];
    if (point) point[CHARTED[name]] = name === 'revenue' ? toRupees(total) : total;
  }
  return { points };
}

/** Whoever has so much to do needs no more exact number. */
const COUNTED = 99;

type Waiting = { name: keyof WaitingView; total: number; since: Date | null };

/** Of each the first that came, and so many after it, in the order of its index; reports as the desk lists them, problems on sessions among them. */
const waiting = prepared((db) =>
  db
    .select({
      name: sql<Waiting['name']>`waits.name`,
      total: sql<number>`count(waits.at)::integer`,
      since: sql`min(waits.at)`.mapWith(figures.bucket).as('since'),
    })
    .from(
      sql`(
        (select 'toReview' as name, updated_at as at from tutor_profiles where verification_status = 'pending' order by updated_at, id limit ${COUNTED + 1})
        union all
        (select 'changed', changed_at from tutor_profiles where changed_at is not null order by changed_at, id limit ${COUNTED + 1})
        union all
        (select 'reports', created_at from reports where state = 'open' order by created_at nulls first, id nulls first limit ${COUNTED + 1})
        union all
        (select 'reports', created_at from session_problems where state = 'open' order by created_at nulls first, id nulls first limit ${COUNTED + 1})
        union all
        (select 'deadJobs', dead_at from jobs where dead_at is not null order by dead_at nulls first, id nulls first limit ${COUNTED + 1})
      ) waits`,
    )
    .groupBy(sql`1`)
    .prepare('waiting_for_admins'),
);

export async function waitingFor({ db }: As<'admin'>): Promise<WaitingView> {
  const found = new Map((await waiting(db).execute()).map((row) => [row.name, row]));
  const of = (name: keyof WaitingView) => {
    const { total = 0, since = null } = found.get(name) ?? {};
    return { count: Math.min(total, COUNTED), isMore: total > COUNTED, since };
  };
  return { toReview: of('toReview'), changed: of('changed'), reports: of('reports'), deadJobs: of('deadJobs') };
}
