import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#server/api/router.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { analyze, explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const MANY = 20_000;
const database = useDatabase();
let tutor: Tutor;
let student: User;

beforeAll(async () => {
  const { db } = database;
  tutor = await aTutor(db);
  student = await aStudent(db);
  await db.execute(sql`
    insert into users (id, name, email, role) select md5('person' || n)::uuid, 'Person ' || n, 'person' || n || '@example.com', 'student'
    from generate_series(0, 99) n`);
  // One row in fifty belongs to this account.
  const owned = (by: string) => sql`case when n % 50 = 0 then ${by}::uuid else md5('person' || n % 100)::uuid end`;
  const parties = sql`${owned(student.id)}, ${owned(tutor.user.id)}, case when n % 50 = 0 then ${tutor.id}::uuid end`;
  const at = NOW.toISOString();
  await db.execute(sql`
    insert into bookings (id, student_id, tutor_user_id, tutor_id, subject_name, status, start_time, end_time, learning_method, amount_cents,
      contact_number, created_at)
    select gen_random_uuid(), ${parties}, 'Physics', 'completed', start, start + interval '1 hour', 'online', 150000, '0771234567', start
    from (select n, ${at}::timestamptz - n * interval '1 hour' as start from generate_series(1, ${MANY}::int) n) at`);
  await db.execute(sql`
    insert into reviews (id, booking_id, student_id, tutor_user_id, rating, review, created_at)
    select gen_random_uuid(), id, student_id, tutor_user_id, 5, 'Very good, and patient.', start_time from bookings`);
  await db.execute(sql`
    insert into notifications (id, user_id, kind, type, category, title, message, created_at)
    select gen_random_uuid(), ${owned(student.id)}, 'custom', 'info', 'general', 'News', 'Words', ${at}::timestamptz - n * interval '1 minute'
    from generate_series(1, ${MANY}::int) n`);
  await analyze(database);
}, 60_000);

// spec s12-agenda.9 | S12 E | A month of bookings is read by the index of its account and their start | src/server/features/bookings/dashboards.queries.ts
describe.each(PLAN_MODES)('with %s', (mode) => {
  test.each<[string, string, (as: { student: Caller; tutor: Caller }) => Promise<unknown>]>([
    ["a student's past bookings", 'bookings_student_start_idx', (as) => as.student.bookings.forStudent({ filter: 'past' })],
    ["a student's bookings", 'bookings_student_start_idx', (as) => as.student.bookings.forStudent({})],
    ["a tutor's past bookings", 'bookings_tutor_start_idx', (as) => as.tutor.bookings.forTutor({ filter: 'past' })],
    ["a tutor's bookings", 'bookings_tutor_start_idx', (as) => as.tutor.bookings.forTutor({})],
    ["a student's month", 'bookings_student_start_idx', (as) => as.student.bookings.monthForStudent({ month: '2026-02' })],
    ["a tutor's month", 'bookings_tutor_start_idx', (as) => as.tutor.bookings.monthForTutor({ month: '2026-02' })],
    ["a tutor's reviews", 'reviews_tutor_newest_idx', (as) => as.student.reviews.ofTutor({ tutorId: tutor.id })],
    ["somebody's notifications", 'notifications_user_newest_idx', (as) => as.student.notifications.list({ limit: 50 })],
  ])('a page of %s is read in the order of its index', async (_, index, work) => {
    const { db, statements } = createRecordingDb(database);
    await work({ student: callerAs({ db }, student), tutor: callerAs({ db }, tutor.user) });
    const plans = await Promise.all(statements.map((statement) => explainStatement(database, statement, mode)));
    const [pathToIndex] = plans.find(({ indexes }) => indexes.includes(index))?.text.split(index) ?? [];
    expect(pathToIndex, plans.map(({ text }) => text).join('\n')).toMatch(/^Limit/);
    // Bookings that begin at the same instant are sorted by their id.
    expect(pathToIndex?.replaceAll('Incremental Sort', '')).not.toContain('Sort  (');
  });
});

// spec s12-earned.3 | S12 B | A month of earnings is read by the index of the tutor and the start | src/server/features/bookings/earnings-month.queries.ts
test.each(PLAN_MODES)('a month of earnings is read by its index, with %s', async (mode) => {
  const { db, statements } = createRecordingDb(database);
  await callerAs({ db }, tutor.user).bookings.earningsMonth({ month: '2026-02' });
  const plans = await Promise.all(statements.map((statement) => explainStatement(database, statement, mode)));
  expect(plans.flatMap(({ indexes }) => indexes)).toContain('bookings_tutor_start_idx');
  expect(plans.flatMap(({ read }) => read)).not.toContain('bookings');
});
