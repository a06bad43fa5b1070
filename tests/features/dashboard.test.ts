import { eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { figureChanges } from '#db/schema/figures.ts';
import { jobs } from '#db/schema/jobs.ts';
import { reports, sessionProblems } from '#db/schema/moderation.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { sweepExpired } from '#server/infra/sweep.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aSubject, aTutor, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const APPROVED = { isVerified: true, verificationStatus: 'approved' } as const;
let admin: User;
const asAdmin = () => callerAs(database, admin).statistics;

beforeAll(async () => {
  admin = await anAdmin(database.db);
});

describe('the dashboard of admins', () => {
  // spec admin-dashboard.2
  test('an empty platform has zeros, a point for every day, and nothing that waits', async () => {
    expect(await asAdmin().dashboard()).toEqual({
      totalTutors: 0,
      totalStudents: 0,
      activeSubjects: 0,
      pendingVerifications: 0,
      totalBookings: 0,
      totalRevenue: 0,
    });
    const { points } = await asAdmin().charts({});
    expect(points).toHaveLength(30);
    expect(points.at(-1)).toEqual({ from: '2026-03-02', bookings: 0, revenue: 0, students: 0, tutors: 0 });
    const none = { count: 0, isMore: false, since: null };
    expect(await asAdmin().waiting()).toEqual({ toReview: none, changed: none, reports: none, deadJobs: none });
  });

  // spec admin-dashboard.2 | R §4.9 66, D Booking | Every tutor profile counts, verified or not, and every booking; revenue is of completed ones |
  //   src/server/features/statistics/statistics.queries.ts
  test('six figures are those of the tables, folded or not', async () => {
    const { db } = database;
    const subjectId = (await aSubject(db, { isActive: true })).id;
    await aSubject(db, { isActive: false });
    const old = { createdAt: new Date('2019-01-01T00:00:00Z') };
    const tutor = await aTutor(db, { subjects: [{ subjectId }], ...APPROVED, user: { status: 'suspended', ...old } });
    await aTutor(db, { subjects: [], verificationStatus: 'pending', user: old });
    const student = await aStudent(db, old);
    const past = (hours: number) => new Date(NOW.getTime() - hours * HOUR);
    for (const [index, status] of (['completed', 'completed', 'cancelled', 'confirmed', 'pending'] as const).entries()) {
      await aBooking(db, { tutor, student, status, amountCents: 100_050, startTime: past(900 * 24 + index * 2), createdAt: past(901 * 24) });
    }
    const counts = { totalTutors: 2, totalStudents: 1, activeSubjects: 1, pendingVerifications: 1, totalBookings: 5, totalRevenue: 2001 };
    expect(await asAdmin().dashboard()).toEqual(counts);
    await sweepExpired(db, NOW);
    expect(await db.$count(figureChanges)).toBe(0);
    expect(await asAdmin().dashboard()).toEqual(counts);
  });

  // spec admin-dashboard.3 | S5 | Bookings, revenue and sign-ups over 30 days, 12 weeks or 12 months, by the days of the platform's zone, the same in
  //   tables | src/client/features/statistics/growth-charts.tsx
  test('a chart counts by the days of the platform, at both ends of them, before and after the sweep', async () => {
    const { db } = database;
    const tutor = await aTutor(db, { user: { createdAt: new Date('2026-03-01T18:29:59.999Z') } });
    // Midnight in Colombo is half past six in UTC.
    await aStudent(db, { createdAt: new Date('2026-03-01T18:30:00.000Z') });
    const student = await aStudent(db, { createdAt: new Date('2026-01-31T18:29:59Z') });
    const on = (start: string, createdAt: string, status: 'completed' | 'pending' = 'completed') =>
      aBooking(db, { tutor, student, status, amountCents: 100_000, startTime: new Date(start), createdAt: new Date(createdAt) });
    await on('2026-02-28T18:29:00Z', '2026-02-20T05:00:00Z');
    await on('2026-02-28T18:30:00Z', '2026-02-20T06:00:00Z');
    await on('2026-03-01T17:00:00Z', '2026-02-21T00:00:00Z');
    await on('2026-03-04T17:00:00Z', '2026-02-21T00:00:00Z', 'pending');
    const day = (from: string, counted: object) => ({ from, bookings: 0, revenue: 0, students: 0, tutors: 0, ...counted });
    const expected = [
      day('2026-02-20', { bookings: 2 }),
      day('2026-02-21', { bookings: 2 }),
      day('2026-02-28', { revenue: 1000 }),
      day('2026-03-01', { revenue: 2000, tutors: 1 }),
      day('2026-03-02', { students: 1 }),
    ];
    const someOf = async (period: 'days' | 'weeks' | 'months') =>
      (await asAdmin().charts({ period })).points.filter((point) => point.bookings + point.revenue + point.students + point.tutors > 0);
    expect(await someOf('days')).toEqual(expected);
    await sweepExpired(db, NOW);
    expect(await someOf('days')).toEqual(expected);

    expect(await someOf('weeks')).toEqual([
      day('2026-01-26', { students: 1 }),
      day('2026-02-16', { bookings: 4 }),
      day('2026-02-23', { revenue: 3000, tutors: 1 }),
      day('2026-03-02', { students: 1 }),
    ]);
    expect(await someOf('months')).toEqual([
      day('2026-01-01', { students: 1 }),
      day('2026-02-01', { bookings: 4, revenue: 1000 }),
      day('2026-03-01', { revenue: 2000, students: 1, tutors: 1 }),
    ]);
  });

  // spec admin-dashboard.4 | S5 | What waits for attention, and since when: profiles to review, changed ones, open reports of every kind, jobs that
  //   were given up | src/client/features/statistics/dashboard-page.tsx
  test('what waits is counted, with how long the first has waited', async () => {
    const { db } = database;
    const since = new Date('2026-02-01T00:00:00Z');
    const later = new Date('2026-02-03T00:00:00Z');
    await db.update(tutorProfiles).set({ updatedAt: since }).where(eq(tutorProfiles.verificationStatus, 'pending'));
    await aTutor(db, { subjects: [], verificationStatus: 'pending', updatedAt: later });
    await aTutor(db, { subjects: [], ...APPROVED, changedAt: since });
    const booking = await aBooking(db, { status: 'completed', startTime: new Date(NOW.getTime() - 24 * HOUR) });
    const problem = { bookingId: booking.id, kind: 'quality', text: 'Nothing was explained.' } as const;
    await db.insert(sessionProblems).values([
      { ...problem, reportedBy: 'student', createdAt: later },
      { ...problem, reportedBy: 'tutor', state: 'resolved', createdAt: since },
    ]);
    const report = { about: 'profile', snapshot: 'A profile', reason: 'false' } as const;
    await db
      .insert(reports)
      .values([
        ...Array.from({ length: 100 }, () => ({ ...report, createdAt: later })),
        { ...report, state: 'in_review' as const, createdAt: since },
      ]);
    await db.insert(jobs).values([
      { kind: 'mail.send', dueAt: since, deadAt: since },
      { kind: 'mail.send', dueAt: since },
    ]);
    expect(await asAdmin().waiting()).toEqual({
      toReview: { count: 2, isMore: false, since },
      changed: { count: 1, isMore: false, since },
      reports: { count: 99, isMore: true, since: later },
      deadJobs: { count: 1, isMore: false, since },
    });
  });

  // spec admin-dashboard.5 | S5 | Each counts what the list holds that it leads to | src/server/features/statistics/statistics.queries.ts
  test('what waits is as much as the lists show that it leads to', async () => {
    const { db } = database;
    const some = db.select({ id: reports.id }).from(reports).limit(70);
    await db.delete(reports).where(inArray(reports.id, some));
    const { verification, moderation } = callerAs(database, admin);
    const [waiting, open, { counts }] = await Promise.all([
      asAdmin().waiting(),
      moderation.desk({ state: 'open', limit: 100 }),
      verification.tutors({}),
    ]);
    expect(new Set(open.reports.map(({ kind }) => kind))).toEqual(new Set(['session', 'profile']));
    expect(waiting.reports).toEqual({ count: open.reports.length, isMore: false, since: open.reports.at(-1)?.createdAt });
    expect([waiting.toReview.count, waiting.changed.count]).toEqual([counts.pending, counts.changed]);
  });

  // spec admin-dashboard.2
  test('is for admins only', async () => {
    const { db } = database;
    const tutor = await aTutor(db, { subjects: [] });
    const refusal = { code: 'FORBIDDEN', message: 'Only admins can view dashboard stats' };
    for (const person of [await aStudent(db), tutor.user]) {
      const { statistics } = callerAs(database, person);
      for (const call of [statistics.dashboard(), statistics.charts({}), statistics.waiting()]) await expect(call).rejects.toMatchObject(refusal);
    }
    await expect(callerAs(database, null).statistics.dashboard()).rejects.toMatchObject({ message: 'Authentication required' });
  });
});

describe('where there is much', () => {
  beforeAll(async () => {
    await database.db.execute(sql`
      insert into users (id, name, email, role) select gen_random_uuid(), 'Person ' || n, n || '@example.com', 'tutor' from generate_series(1, 20000) n`);
    // A connection with a plan made for few accounts would go on scanning all of them for each profile.
    await database.db.execute(sql`analyze users`);
    await database.db.execute(sql`
      insert into tutor_profiles (id, user_id, is_verified, verification_status, changed_at, updated_at)
      select gen_random_uuid(), id, n % 4 > 0, (case when n % 4 = 0 then 'pending' else 'approved' end)::verification_status,
        case when n % 4 = 1 then now() - n * interval '1 minute' end, now() - n * interval '1 minute'
      from (select id, row_number() over () as n from ${users} where email like '%@example.com' and name like 'Person %'
        and not exists (select from tutor_profiles where user_id = users.id)) one`);
    await database.db.execute(sql`
      insert into figures (name, bucket, value)
      select name, date_bin('15 minutes', now(), '2000-01-01Z') - n * interval '15 minutes', 1
      from generate_series(1, 10000) n, unnest(array['bookings.made', 'revenue', 'signups.student', 'signups.tutor']) name on conflict do nothing`);
    await database.db.execute(sql`
      insert into figure_changes (name, bucket, change) select name, now() - n * interval '15 minutes', 1
      from generate_series(1, 10000) n, unnest(array['bookings.made', 'revenue', 'signups.student', 'signups.tutor']) name`);
    await database.db.execute(sql`
      insert into jobs (id, kind, due_at, dead_at) select gen_random_uuid(), 'mail.send', now(), case when n % 2 = 0 then now() end from generate_series(1, 20000) n`);
    await database.db.execute(sql`analyze`);
  }, 60_000);

  // spec s5.2
  test.each(PLAN_MODES)('no figure is counted row by row, and what waits is read in the order of its index (%s)', async (mode) => {
    const { db, statements } = createRecordingDb(database);
    const { statistics } = callerAs({ db }, admin);
    await statistics.dashboard();
    await statistics.charts({ period: 'days' });
    await statistics.waiting();
    expect(statements).toHaveLength(4);
    const plans = await Promise.all(statements.map((statement) => explainStatement(database, statement, mode)));
    for (const { text } of plans) expect(text).not.toMatch(/Seq Scan (figures|figure_changes|tutor_profiles|users|bookings|jobs)/);
    expect(plans.flatMap(({ indexes }) => indexes)).toEqual(
      expect.arrayContaining(['figures_name_bucket_pk', 'tutor_profiles_pending_idx', 'tutor_profiles_changed_idx', 'jobs_dead_idx']),
    );
  });
});
