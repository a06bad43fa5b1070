import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { tutorsWith } from '#db/listing-backlog.ts';
import { EVERYWHERE } from '#db/schema/listing.ts';
import type { Caller } from '#server/api/router.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, anAdmin, aSubject, aTopic, type User } from '#tests/support/factories.ts';
import { explainStatement, PLAN_MODES, vacuum } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const TUTORS = 10_000;
const RARE = 100;
const database = useDatabase();
let admin: User;
let categoryId = '';
let subjectId = '';
let topicId = '';

beforeAll(async () => {
  const { db } = database;
  admin = await anAdmin(db);
  categoryId = (await aCategory(db)).id;
  subjectId = (await aSubject(db, { categoryId })).id;
  topicId = (await aTopic(db, { subjectId })).id;
  const common = await aTopic(db);
  const rare = sql`n % ${sql.raw(String(RARE))} = 0`;
  await db.execute(sql`
    insert into users (id, name, email, role)
    select gen_random_uuid(), 'Tutor ' || n, 'tutor' || n || '@example.com', 'tutor' from generate_series(1, ${TUTORS}::int) n`);
  await db.execute(sql`insert into tutor_profiles (id, user_id) select gen_random_uuid(), id from users where role = 'tutor'`);
  await db.execute(sql`
    insert into tutor_subjects (id, tutor_id, subject_id, position)
    select gen_random_uuid(), id, case when ${rare} then ${subjectId}::uuid else ${common.subjectId}::uuid end, 0
    from (select id, row_number() over (order by id) as n from tutor_profiles) tutor`);
  await db.execute(sql`
    insert into tutor_subject_topics (tutor_subject_id, topic_id, position)
    select id, case when subject_id = ${subjectId}::uuid then ${topicId}::uuid else ${common.id}::uuid end, 0 from tutor_subjects`);
  await db.execute(sql`
    insert into tutor_listings (scope, tutor_id, rating, total_reviews, price, experience, name_key, profile_created_at,
      is_female, is_verified, offers_online, offers_home_visit, offers_group, bookable_hours)
    select scope, entry.tutor_id, 0, 0, 100000, 0, '', now(), false, false, true, false, false, 1
    from tutor_subjects entry join tutor_subject_topics chosen on chosen.tutor_subject_id = entry.id
    cross join lateral unnest(array[${EVERYWHERE}::uuid, entry.subject_id, chosen.topic_id]) scope`);
  await vacuum(database);
}, 60_000);

describe.each(PLAN_MODES)('with %s', (mode) => {
  const reads: [string, (api: Caller['catalogue']) => Promise<unknown>][] = [
    ['the tutors of all subjects', (api) => api.subjectTutorCounts()],
    ['the tutors of a subject', (api) => api.subjectTutorCount({ id: subjectId })],
    ['the tutors of a topic', (api) => api.topicTutorCount({ id: topicId })],
    ['the tutors of all topics of a subject', (api) => api.topicTutorCounts({ subjectId })],
    ['what goes with a category', (api) => api.dependants({ of: 'category', id: categoryId })],
    ['what goes with a subject', (api) => api.dependants({ of: 'subject', id: subjectId })],
    ['what goes with a topic', (api) => api.dependants({ of: 'topic', id: topicId })],
    ['a subject as a tutor sees it', (api) => api.subjectById({ id: subjectId })],
  ];

  test.each(reads)('%s: no table that grows is read from end to end', async (_, work) => {
    const { db, statements } = createRecordingDb(database);
    await work(callerAs({ db }, admin).catalogue);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) expect((await explainStatement(database, statement, mode)).read).toEqual([]);
  });
});

// With its values: of a common subject PostgreSQL may rightly read all entries.
// spec rest-catalogue.10
test.each([
  ['a category', 'tutor_subjects_subject_id_idx', () => tutorsWith.category(categoryId)],
  ['a subject', 'tutor_subjects_subject_id_idx', () => tutorsWith.subject(subjectId)],
  ['a topic', 'tutor_subject_topics_topic_id_idx', () => tutorsWith.topic(topicId)],
])('the tutors with %s are found by an index', async (_, index, tutors) => {
  const { db, statements } = createRecordingDb(database);
  await db.execute(tutors());
  for (const statement of statements) expect((await explainStatement(database, statement, 'force_custom_plan')).indexes).toContain(index);
});
