import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aSubject, NOW, type User } from '#tests/support/factories.ts';
import { analyze, explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const TUTORS = 10_000;
const database = useDatabase();
let student: User;

beforeAll(async () => {
  const { db } = database;
  student = await aStudent(db);
  const other = await aStudent(db);
  await db.execute(sql`
    insert into users (id, name, email, role)
    select gen_random_uuid(), 'Tutor ' || n, 'tutor' || n || '@example.com', 'tutor' from generate_series(1, ${TUTORS}::int) n`);
  await db.execute(sql`insert into tutor_profiles (id, user_id) select gen_random_uuid(), id from users where role = 'tutor'`);
  const { id: subjectId } = await aSubject(db);
  await db.execute(sql`
    insert into tutor_subjects (id, tutor_id, subject_id, position) select gen_random_uuid(), id, ${subjectId}::uuid, 0 from tutor_profiles`);
  await db.execute(sql`
    insert into favourites (id, student_id, tutor_id, created_at)
    select gen_random_uuid(), case when n % 20 = 0 then ${student.id}::uuid else ${other.id}::uuid end, id,
      ${NOW.toISOString()}::timestamptz - n * interval '1 minute'
    from (select id, row_number() over (order by id) as n from tutor_profiles) tutor`);
  await analyze(database);
}, 60_000);

describe.each(PLAN_MODES)('with %s', (mode) => {
  // spec s4.4
  test.each([
    ['a page of favourites', (as: ReturnType<typeof callerAs>) => as.favourites.own({})],
    ['the hearts', (as: ReturnType<typeof callerAs>) => as.favourites.hearts()],
  ])('%s: read by the index of one student, and no table from end to end', async (_, work) => {
    const { db, statements } = createRecordingDb(database);
    await work(callerAs({ db }, student));
    for (const statement of statements) {
      const plan = await explainStatement(database, statement, mode);
      expect(plan.indexes, plan.text).toContain('favourites_student_newest_idx');
      expect(plan.read, plan.text).toEqual([]);
    }
  });
});
