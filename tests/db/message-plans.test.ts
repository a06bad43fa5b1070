import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import type { Caller } from '#server/api/router.ts';
import { messagesProjector } from '#server/features/messages/messages.projector.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { analyze, countBlocks, explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { createRecordingDb, type Statement } from '#tests/support/statements.ts';

const PEOPLE = 3_000;
const THREADS_OF_EACH = 400;
const LONG = 2_000;
const READ = /Seq Scan (users|tutor_profiles|bookings|message_threads|messages|reviews|reports|session_problems)/;
const database = useDatabase({ max: 10, statementTimeoutMs: 60_000 });
let tutor: Tutor;
let student: User;
let thread: { id: string; first: string; last: string };

beforeAll(async () => {
  const { db } = database;
  tutor = await aTutor(db);
  student = await aStudent(db);
  const at = NOW.toISOString();
  await db.execute(sql`
    insert into users (id, name, email, role) select gen_random_uuid(), 'Person', n || '@bulk.example', (case when n % 10 = 0 then 'tutor' else 'student' end)::role
    from generate_series(1, ${PEOPLE}::int) n`);
  await db.execute(sql`insert into tutor_profiles (id, user_id) select gen_random_uuid(), id from users where email like '%0@bulk.example'`);
  await db.execute(sql`
    insert into message_threads (id, student_id, tutor_user_id, last_activity_at, tutor_unread)
    select gen_random_uuid(), person.id, coach.id, ${at}::timestamptz - row_number() over () * interval '1 minute', 1
    from (select id, row_number() over () as nth from users where email like '%@bulk.example' and role = 'student') person
    join (select id, row_number() over () as nth from users where email like '%@bulk.example' and role = 'tutor') coach on coach.nth % 100 = person.nth % 100`);
  await db.execute(sql`
    insert into message_threads (id, student_id, tutor_user_id, last_activity_at)
    select gen_random_uuid(), case when role = 'student' then id else ${student.id}::uuid end, case when role = 'tutor' then id else ${tutor.user.id}::uuid end,
      ${at}::timestamptz - nth * interval '1 hour'
    from (select id, role, row_number() over (partition by role) as nth from users where email like '%@bulk.example') person where nth <= ${THREADS_OF_EACH}::int`);
  await db.execute(sql`
    insert into messages (id, thread_id, sent_by, client_id, text, created_at)
    select gen_random_uuid(), thread.id, (case when n = 1 then 'tutor' else 'student' end)::party, gen_random_uuid(), 'Hello', thread.last_activity_at - n * interval '1 second'
    from (select * from message_threads limit 20000) thread cross join generate_series(1, 2) n`);
  const { id } = only(
    await db.execute<{ id: string }>(sql`
      insert into message_threads (id, student_id, tutor_user_id, last_activity_at, student_unread)
      values (gen_random_uuid(), ${student.id}::uuid, ${tutor.user.id}::uuid, ${at}::timestamptz, 40) returning id`),
  );
  await db.execute(sql`
    insert into messages (id, thread_id, sent_by, client_id, text, created_at)
    select gen_random_uuid(), ${id}::uuid, (case when n % 2 = 0 then 'tutor' else 'student' end)::party, gen_random_uuid(), 'Hello', ${at}::timestamptz - n * interval '1 minute'
    from generate_series(1, ${LONG}::int) n`);
  await db.execute(sql`
    insert into bookings (id, student_id, tutor_user_id, tutor_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
    select gen_random_uuid(), ${student.id}::uuid, ${tutor.user.id}::uuid, ${tutor.id}::uuid, 'Physics', 'completed', start, start + interval '1 hour', 'online',
      150000, '0771234567'
    from (select ${at}::timestamptz - n * interval '1 hour' as start from generate_series(2, ${PEOPLE}::int) n) at`);
  await db.execute(sql`
    insert into session_problems (id, booking_id, reported_by, kind, text)
    select gen_random_uuid(), id, 'tutor', 'other', 'Ten letters and more' from bookings`);
  await db.execute(sql`
    insert into reviews (id, booking_id, student_id, tutor_user_id, rating, review)
    select gen_random_uuid(), id, student_id, tutor_user_id, 5, 'Very good, and patient.' from bookings`);
  await db.execute(sql`
    insert into reports (id, reporter_id, about, review_id, booking_id, about_user_id, snapshot, reason)
    select gen_random_uuid(), person.id, 'review', review.id, review.booking_id, review.student_id, '', 'spam'
    from (select *, row_number() over () as nth from reviews) review
    join (select id, row_number() over () as nth from users) person on person.nth = review.nth`);
  await db.execute(sql`
    insert into notifications (id, user_id, kind, type, category, title, message, params)
    select gen_random_uuid(), ${tutor.user.id}::uuid, 'message.received', 'info', 'general', 'A message', 'Hello', jsonb_build_object('threadId', gen_random_uuid())
    from generate_series(1, ${PEOPLE}::int)`);
  await analyze(database);
  const [ends] = await database.sql`
    select (array_agg(id order by created_at))[1] as first, (array_agg(id order by created_at desc))[2] as last from messages where thread_id = ${id}`;
  thread = { id, first: ends?.first, last: ends?.last };
}, 120_000);

type As = { student: Caller; tutor: Caller };

async function sentBy(work: (as: As) => Promise<unknown>): Promise<Statement[]> {
  const { db, statements } = createRecordingDb(database);
  const options = { hasRateLimits: false };
  await work({ student: callerAs({ db }, student, options), tutor: callerAs({ db }, tutor.user, options) });
  return statements.filter(({ text }) => !text.includes('"users"."role" ='));
}

const CURSOR = `${NOW.getTime() - 60_000_000}.ffffffff-ffff-7fff-bfff-ffffffffffff`;

// spec messages.15 | S4 | Read by indexes, however many there are | src/db/schema/messages.ts
describe.each(PLAN_MODES)('with %s', (mode) => {
  // spec s4.4
  test.each<[string, string, (as: As) => Promise<unknown>]>([
    ["a tutor's threads", 'message_threads_tutor_latest_idx', (as) => as.tutor.messages.threads({})],
    ['their next page', 'message_threads_tutor_latest_idx', (as) => as.tutor.messages.threads({ cursor: CURSOR })],
    ["a student's threads", 'message_threads_student_latest_idx', (as) => as.student.messages.threads({})],
    ['messages', 'messages_thread_newest_idx', (as) => as.student.messages.list({ threadId: thread.id })],
    ['older messages', 'messages_thread_newest_idx', (as) => as.student.messages.list({ threadId: thread.id, cursor: CURSOR })],
  ])('a page of %s is read in the order of its index', async (_, indexName, work) => {
    const statements = await sentBy(work);
    const plans = await Promise.all(statements.map((statement) => explainStatement(database, statement, mode)));
    const [pathToIndex] = plans.find(({ indexes }) => indexes.includes(indexName))?.text.split(indexName) ?? [];
    expect(pathToIndex, plans.map(({ text }) => text).join('\n')).toMatch(/^Limit/);
    expect(pathToIndex).not.toContain('Sort');
    for (const [index, statement] of statements.entries()) {
      expect.soft(plans[index]?.text).not.toMatch(READ);
      expect.soft(await countBlocks(database, statement, mode), plans[index]?.text).toBeLessThan(400);
    }
  });

  test.each<[string, (as: As) => Promise<unknown>, number]>([
    ['one thread', (as) => as.student.messages.thread({ id: thread.id }), 40],
    ['whether there is a thread with a tutor', (as) => as.student.messages.hasWithTutor({ tutorId: tutor.id }), 40],
    ['the thread with a tutor', (as) => as.student.messages.withTutor({ tutorId: tutor.id }), 40],
    ["the number of a student's unread messages", (as) => as.student.messages.unreadCount(), 40],
    ["the number of a tutor's unread messages, however many the tutor taught", (as) => as.tutor.messages.unreadCount(), 40],
    ['what was reported of a page', (as) => as.student.moderation.reportedAmong({ about: 'message', ids: [thread.first, thread.last] }), 40],
    [
      'what was reported of a page of reviews',
      async (as) => as.student.moderation.reportedAmong({ about: 'review', ids: [await anId('reviews')] }),
      40,
    ],
    ['which profiles were reported', (as) => as.student.moderation.reportedAmong({ about: 'profile', ids: [tutor.id] }), 40],
    ['what somebody has reported', (as) => as.student.moderation.ownReports({}), 40],
  ])('%s is found without reading a table from end to end', async (_, work, most) => {
    for (const statement of await sentBy(work)) {
      const plan = await explainStatement(database, statement, mode);
      expect.soft(plan.text).not.toMatch(READ);
      expect.soft(await countBlocks(database, statement, mode), plan.text).toBeLessThan(most);
    }
  });
});

describe('a command', () => {
  // spec messages.15
  test.each<[string, (as: As) => Promise<unknown>]>([
    ['that sends', (as) => as.student.messages.send({ threadId: thread.id, clientId: thread.id, text: 'Hello' })],
    ['that reads to the last but one', (as) => as.student.messages.read({ threadId: thread.id, upTo: thread.last })],
    ['that reads from long ago', (as) => as.tutor.messages.read({ threadId: thread.id, upTo: thread.first })],
    ['that blocks', (as) => as.student.messages.block({ threadId: thread.id, isBlocked: true })],
    ['that opens again', (as) => as.student.messages.block({ threadId: thread.id, isBlocked: false })],
    [
      'that reports a problem',
      async (as) => as.student.moderation.reportProblem({ bookingId: await anId('bookings'), kind: 'other', text: 'Ten letters' }),
    ],
    ['that reports a message', async (as) => as.student.moderation.report({ about: 'message', id: await aForeignMessage(), reason: 'spam' })],
    ['that reports a review', async (as) => as.tutor.moderation.report({ about: 'review', id: await anId('reviews'), reason: 'spam' })],
    ['that reports a profile', (as) => as.student.moderation.report({ about: 'profile', id: tutor.id, reason: 'spam' })],
  ])('%s reads no table from end to end', async (_, work) => {
    const statements = await sentBy(work);
    expect(statements.length).toBeGreaterThan(2);
    for (const mode of PLAN_MODES) {
      for (const statement of statements) expect.soft((await explainStatement(database, statement, mode)).text, statement.text).not.toMatch(READ);
    }
  });

  test('that sends finds by the conversation whether it is announced already, among all unread notifications', async () => {
    const statements = await sentBy((as) => as.student.messages.send({ threadId: thread.id, clientId: crypto.randomUUID(), text: 'Hello' }));
    const statement = statements.find(({ text }) => /insert into "notifications"/.test(text)) ?? expect.fail('it was not sent');
    for (const mode of PLAN_MODES) {
      const plan = await explainStatement(database, statement, mode);
      expect.soft(plan.indexes, plan.text).toContain('notifications_unread_messages_idx');
      expect.soft(plan.text).not.toMatch(/Seq Scan notifications/);
    }
  });

  test('that ends an account finds its threads by their indexes', async () => {
    const { db, statements } = createRecordingDb(database);
    const settling = { db, now: () => NOW, platform: { appName: '', zone: '', publicUrl: '' }, record: () => {}, deliver: () => {} };
    const closed = { type: 'account.closed', userId: student.id, role: 'student', name: '', email: '', by: 'self' } as const;
    await messagesProjector(settling, [closed]);
    expect(statements.length).toBeGreaterThan(1);
    for (const mode of PLAN_MODES) {
      for (const statement of statements) expect.soft((await explainStatement(database, statement, mode)).text, statement.text).not.toMatch(READ);
    }
  });
});

async function anId(table: 'bookings' | 'reviews'): Promise<string> {
  const [row] = await database.sql`select id from ${database.sql(table)} offset 100 limit 1`;
  return row?.id;
}

async function aForeignMessage(): Promise<string> {
  const [row] = await database.sql`select id from messages where thread_id = ${thread.id} and sent_by = 'tutor' limit 1`;
  return row?.id;
}
