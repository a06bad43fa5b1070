import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, NOW, type User } from '#tests/support/factories.ts';
import { analyze, explainStatement, PLAN_MODES, type Plan } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const MANY = 5000;
const WIDE = 'x'.repeat(1500);
const database = useDatabase({ max: 10, statementTimeoutMs: 0 });
let admin: User;

beforeAll(async () => {
  const { db } = database;
  admin = await anAdmin(db);
  const at = NOW.toISOString();
  await db.execute(sql`
    insert into users (id, name, email, role, profile_image, created_at)
    select gen_random_uuid(), 'Person ' || md5(n::text), md5(n::text) || '@example.com', (case when n % 2 = 0 then 'tutor' else 'student' end)::role, ${WIDE},
      ${at}::timestamptz - n * interval '1 minute'
    from generate_series(1, ${MANY * 2}::int) n`);
  await db.execute(sql`
    insert into tutor_profiles (id, user_id, is_verified, verification_status, changed_at, rating, created_at)
    select gen_random_uuid(), id, nth % 2 = 0, (case when nth % 2 = 0 then 'approved' when nth % 501 = 0 then 'pending' else 'not_started' end)::verification_status,
      case when nth % 1000 = 0 then created_at end, (nth % 50) / 10.0, created_at
    from (select users.*, row_number() over (order by id) as nth from users where role = 'tutor') person`);
  await analyze(database);
}, 120_000);

const plansOf = async (input: object, mode: (typeof PLAN_MODES)[number]) => {
  const { db, statements } = createRecordingDb(database);
  await callerAs({ db }, admin).verification.tutors(input);
  return { plans: await Promise.all(statements.map((statement) => explainStatement(database, statement, mode))) };
};

const readWhole = (plans: Plan[]) => plans.flatMap(({ read }) => read.filter((table) => ['tutor_profiles', 'users'].includes(table)));

// spec s5.1
describe.each(PLAN_MODES)('with %s, a page of the table of tutors', (mode) => {
  test.each<[object, string]>([
    [{}, 'tutor_profiles_newest_idx'],
    [{ sortBy: 'oldest' }, 'tutor_profiles_newest_idx'],
    [{ sortBy: 'name' }, 'users_role_name_idx'],
    [{ sortBy: 'rating' }, 'tutor_profiles_rating_idx'],
    [{ filter: 'verified' }, 'tutor_profiles_verified_newest_idx'],
    [{ filter: 'unverified' }, 'tutor_profiles_verified_newest_idx'],
    [{ filter: 'verified', sortBy: 'rating' }, 'tutor_profiles_verified_rating_idx'],
  ])('%j is read in the order of an index', async (input, index) => {
    const { plans } = await plansOf(input, mode);
    const [pathToIndex] = plans.find(({ indexes }) => indexes.includes(index))?.text.split(index) ?? [];
    expect(pathToIndex, plans.map(({ text }) => text).join('\n')).toMatch(/^Limit/);
    expect(pathToIndex).not.toContain('Sort');
    expect(readWhole(plans)).toEqual([]);
  });

  test.each<[object, RegExp]>([
    [{ filter: 'pending' }, /tutor_profiles_pending_idx|tutor_profiles_newest_idx/],
    [{ filter: 'changed', sortBy: 'rating' }, /tutor_profiles_changed_idx/],
    [{ search: 'abcdef' }, /users_search_idx/],
    [{ search: 'person abc', filter: 'verified', sortBy: 'name' }, /users_search_idx/],
  ])('%j reads no table from end to end', async (input, indexes) => {
    const { plans } = await plansOf(input, mode);
    expect(readWhole(plans)).toEqual([]);
    expect(plans.flatMap((plan) => plan.indexes).join(' ')).toMatch(indexes);
  });
});
