import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, NOW, signedIn, type Tutor, type User } from '#tests/support/factories.ts';
import { analyze, explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const PAIRS = 200;
const EACH = 100;
const OTHER_TUTORS = 20_000;
const database = useDatabase();
let tutor: Tutor;
let student: User;

beforeAll(async () => {
  const { db } = database;
  tutor = await aTutor(db);
  student = await aStudent(db);
  await db.execute(sql`
    insert into users (id, name, email, role)
    select gen_random_uuid(), role || n, role || n || '@example.com', role::role from generate_series(2, ${PAIRS}::int) n, unnest(array['student', 'tutor']) role`);
  await db.execute(sql`
    insert into bookings (id, student_id, tutor_user_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
    select gen_random_uuid(), pair.student, pair.tutor, 'Physics', 'completed', start, start + interval '1 hour', 'online', 150000, '0771234567'
    from (
      select ${student.id}::uuid as student, ${tutor.user.id}::uuid as tutor
      union all
      select student.id, tutor.id from users student join users tutor on tutor.name = replace(student.name, 'student', 'tutor') where student.name like 'student%'
    ) pair, generate_series(1, ${EACH}::int) n, lateral (select ${NOW.toISOString()}::timestamptz - n * interval '10 days' as start) at`);
  await db.execute(sql`
    insert into users (id, name, email, role)
    select gen_random_uuid(), 'other' || n, 'other' || n || '@example.com', 'student' from generate_series(1, ${OTHER_TUTORS}::int) n`);
  await analyze(database);
}, 60_000);

describe.each(PLAN_MODES)('with %s', (mode) => {
  // spec calendar.4, s4.4
  test.each([
    ['student', 'bookings_student_start_idx'],
    ['tutor', 'bookings_tutor_start_idx'],
  ] as const)('the calendar of a %s is read by the person, not from all bookings', async (role, index) => {
    const person = role === 'student' ? student : tutor.user;
    const { url } = await callerAs(database, await signedIn(database.db, person)).calendar.makeFeed();
    const { db, statements } = createRecordingDb(database);
    const token = url.split('/').at(-1)?.replace('.ics', '') ?? '';
    const { text } = await callerAs({ db }, null).calendar.read({ token });
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(9);
    expect(statements).toHaveLength(2);
    const plans = await Promise.all(statements.map((statement) => explainStatement(database, statement, mode)));
    expect(plans.flatMap(({ read }) => read)).toEqual([]);
    expect(
      plans.flatMap(({ indexes }) => indexes),
      plans.map(({ text }) => text).join('\n'),
    ).toContain(index);
  });
});
