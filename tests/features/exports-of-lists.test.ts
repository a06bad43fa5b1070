import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { reviews } from '#db/schema/engagement.ts';
import { reports, sessionProblems } from '#db/schema/moderation.ts';
import type { ExportRequest } from '#shared/contracts/exports.ts';
import { useDatabase } from '#tests/support/database.ts';
import { laterBy, useExports } from '#tests/support/exports.ts';
import { aBooking, aCategory, aReview, aStudent, aSubject, aTopic, aTutor, HOUR, NOW } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const { createLink, openLink, readLines } = useExports(database);
const MINUTE = 60_000;

const readRows = async (request: ExportRequest) => (await readLines(request)).slice(1).map((line) => line.replace(/^[^,]+,/, ''));
const readIds = async (request: ExportRequest) => (await readLines(request)).slice(1).map((line) => line.split(',')[0]);
const queryIds = async (query: string) => (await database.sql.unsafe<{ id: string }[]>(query)).map(({ id }) => id);

// spec export.2 | S5 | Categories, subjects and the topics of a subject, in the order and by the filters of their screen |
//   src/server/features/exports/catalogue-tables.queries.ts
describe('exporting the catalogue', () => {
  test('rows are in the order of the screens, with the same filters', async () => {
    const { db } = database;
    const at = { createdAt: NOW, updatedAt: laterBy(HOUR)() };
    const times = '2026-03-02 10:00,2026-03-02 11:00';
    const maths = await aCategory(db, {
      name: '=Maths',
      aliases: ['=Sums', 'ගණිතය'],
      description: 'Numbers, "large"',
      order: 2,
      icon: 'Sigma',
      color: '#0a5a50',
      ...at,
    });
    await aCategory(db, { name: 'art', order: 1, isActive: false, ...at });
    await aCategory(db, { name: 'Arts', order: 1, ...at });
    const physics = `Physics,,,,0,0,yes,${times}`;
    const algebra = await aSubject(db, { name: '+Algebra', aliases: ['Letters'], description: '100%_sure', categoryId: maths.id, ...at });
    await aSubject(db, { name: 'art of numbers', categoryId: maths.id, isActive: false, ...at });
    await aSubject(db, { name: 'Physics', categoryId: null, ...at });
    await aTopic(db, { name: '@roots', description: 'Of two, and more', subjectId: algebra.id, ...at });
    await aTopic(db, { name: 'Circles', subjectId: algebra.id, isActive: false, ...at });

    expect((await readLines({ table: 'categories' }))[0]).toBe(
      'Category id,Name,Other names,Description,Subjects,Order,Active,Colour,Icon,Created (Asia/Colombo),Last updated (Asia/Colombo)',
    );
    expect(await readRows({ table: 'categories' })).toEqual([
      `art,,,0,1,no,#6366f1,BookOpen,${times}`,
      `Arts,,,0,1,yes,#6366f1,BookOpen,${times}`,
      `'=Maths,"'=Sums; ගණිතය","Numbers, ""large""",2,2,yes,#0a5a50,Sigma,${times}`,
    ]);

    expect((await readLines({ table: 'subjects' }))[0]).toBe(
      'Subject id,Name,Other names,Description,Category,Active topics,All topics,Active,Created (Asia/Colombo),Last updated (Asia/Colombo)',
    );
    const subjects = [`'+Algebra,Letters,100%_sure,'=Maths,1,2,yes,${times}`, `art of numbers,,,'=Maths,0,0,no,${times}`];
    expect(await readRows({ table: 'subjects' })).toEqual([...subjects, physics]);
    expect(await readRows({ table: 'subjects', category: maths.id })).toEqual(subjects);
    expect(await readRows({ table: 'subjects', category: maths.id, search: '%_SURE' })).toEqual([subjects[0]]);
    expect(await readRows({ table: 'subjects', search: 'letters' })).toEqual([subjects[0]]);
    expect(await readRows({ table: 'subjects', category: 'uncategorized' })).toEqual([physics]);
    for (const none of [{ category: 'sciences' }, { search: '0__s' }]) expect(await readRows({ table: 'subjects', ...none })).toEqual([]);

    expect((await readLines({ table: 'topics', subjectId: algebra.id }))[0]).toBe(
      'Topic id,Subject,Name,Other names,Description,Active,Created (Asia/Colombo),Last updated (Asia/Colombo)',
    );
    expect(await readRows({ table: 'topics', subjectId: algebra.id })).toEqual([
      `'+Algebra,'@roots,,"Of two, and more",yes,${times}`,
      `'+Algebra,Circles,,,no,${times}`,
    ]);
    expect(await readRows({ table: 'topics', subjectId: 'algebra' })).toEqual([]);
  });

  test('rows come in batches, each row once and in order', async () => {
    const { db } = database;
    const { id } = await aSubject(db, { name: 'Everything' });
    // Collations sort these names differently, and some categories share an order.
    const name = sql`(array['a ', 'B-', 'ඇ', 'á', '_'])[n % 5 + 1] || 'batch' || n`;
    const generatedRows = sql`generate_series(1, 1100) n`;
    await db.execute(sql`insert into topics (id, subject_id, name) select gen_random_uuid(), ${id}, ${name} from ${generatedRows}`);
    await db.execute(sql`insert into subjects (id, name) select gen_random_uuid(), ${name} from ${generatedRows}`);
    await db.execute(sql`insert into subject_categories (id, name, sort_order) select gen_random_uuid(), ${name}, n % 3 from ${generatedRows}`);
    const byName = 'lower(name) collate "C", id';
    const topics = await readIds({ table: 'topics', subjectId: id });
    expect(topics).toEqual(await queryIds(`select id from topics where subject_id = '${id}' order by ${byName}`));
    expect(topics).toHaveLength(1100);
    expect(await readIds({ table: 'subjects', search: 'batch' })).toEqual(
      await queryIds(`select id from subjects where name like '%batch%' order by ${byName}`),
    );
    expect(await readIds({ table: 'categories' })).toEqual(await queryIds(`select id from subject_categories order by sort_order, ${byName}`));

    const { db: watchedDb, statements } = createRecordingDb(database);
    await (await openLink(await createLink({ table: 'subjects', search: 'batch' }), { db: watchedDb })).text();
    expect(statements.filter(({ text }) => text.includes('own.active'))).toHaveLength(3);
  });
});

describe('exporting reports', () => {
  // spec export.3 | S5 | Reports, by kind and state: what was reported and said, by and about whom, of which session, with the note of admins |
  //   src/server/features/exports/moderation-tables.queries.ts
  test('reports of every kind are exported, with the filters of their screen', async () => {
    const { db } = database;
    const student = await aStudent(db, { name: 'Dilini, P.', email: 'dilini@vidya.test' });
    const tutor = await aTutor(db, { user: { name: 'Ruwan', email: 'ruwan@vidya.test' } });
    const booking = await aBooking(db, { student, tutor, status: 'completed', startTime: laterBy(-24 * HOUR)() });
    const review = await aReview(db, { booking, review: '=SUM(A1) he is a fraud' });
    const createdAfter = (minute: number) => ({ createdAt: laterBy(minute * MINUTE)(), updatedAt: laterBy((minute + 5) * MINUTE)() });
    const reviewReport = { reviewId: review.id, bookingId: booking.id, reporterId: tutor.user.id, aboutUserId: student.id };
    await db
      .insert(sessionProblems)
      .values({ bookingId: booking.id, reportedBy: 'tutor', kind: 'not_held', text: '-1 nobody came', ...createdAfter(1) });
    await db.insert(reports).values([
      {
        ...{ about: 'review', ...reviewReport, snapshot: review.review, reason: 'false', text: '+94 lies' },
        ...{ state: 'in_review', adminNote: 'Asked, "both"', ...createdAfter(2) },
      },
      {
        about: 'profile',
        tutorId: tutor.id,
        aboutUserId: tutor.user.id,
        snapshot: 'I teach.',
        reason: 'spam',
        state: 'dismissed',
        ...createdAfter(3),
      },
    ]);

    const readReports = (filters: Partial<Extract<ExportRequest, { table: 'reports' }>> = {}) => readRows({ table: 'reports', ...filters });
    expect((await readLines({ table: 'reports' }))[0]).toBe(
      'Report id,Reported (Asia/Colombo),Kind,State,Reason,Reported by,Reporter email,About,About email,What was reported,Review of,Review now,Session,Session start (Asia/Colombo),Booking id,What the reporter says,Note,Last updated (Asia/Colombo)',
    );
    const session = `${booking.subjectName},2026-03-01 10:00,${booking.id}`;
    const [ruwan, dilini] = ['Ruwan,ruwan@vidya.test', '"Dilini, P.",dilini@vidya.test'];
    const all = [
      `2026-03-02 10:03,profile,dismissed,spam,a deleted account,,${ruwan},I teach.,,,,,,,,2026-03-02 10:08`,
      `2026-03-02 10:02,review,in review,false,${ruwan},${dilini},'=SUM(A1) he is a fraud,Ruwan,shown,${session},'+94 lies,"Asked, ""both""",2026-03-02 10:07`,
      `2026-03-02 10:01,session,open,not held,${ruwan},${dilini},,,,${session},'-1 nobody came,,2026-03-02 10:06`,
    ];
    expect(await readReports()).toEqual(all);
    for (const [index, kind] of (['profile', 'review', 'session'] as const).entries()) expect(await readReports({ kind })).toEqual([all[index]]);
    for (const [index, state] of (['dismissed', 'in_review', 'open'] as const).entries()) expect(await readReports({ state })).toEqual([all[index]]);
    expect(await readReports({ kind: 'review', state: 'open' })).toEqual([]);

    await db.update(reviews).set({ hiddenAt: NOW }).where(eq(reviews.id, review.id));
    expect((await readReports({ kind: 'review' })).join()).toContain(',Ruwan,hidden,');
    await db.delete(reviews).where(eq(reviews.id, review.id));
    expect((await readReports({ kind: 'review' })).join()).toContain(',Ruwan,removed,');
  });
});

describe('many reports', () => {
  // spec export.3
  test('reports from two tables are merged into one list, each of them once', async () => {
    const at = sql`${laterBy(-HOUR)().toISOString()}::timestamptz - (n / 3) * interval '1 second'`;
    const state = sql`(case when n % 2 = 0 then 'dismissed' else 'resolved' end)::report_state`;
    await database.db.execute(sql`
      insert into reports (id, about, snapshot, reason, state, created_at)
      select gen_random_uuid(), (case when n % 3 = 0 then 'message' else 'profile' end)::reported_thing, 'Words', 'spam', ${state}, ${at}
      from generate_series(1, 2500) n`);
    await database.db.execute(sql`
      with booking as (
        insert into bookings (id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
        select gen_random_uuid(), 'Physics', 'completed', now(), now() + interval '1 hour', 'online', 150000, '0771234567' from generate_series(1, 2500)
        returning id
      )
      insert into session_problems (id, booking_id, reported_by, kind, text, state, created_at)
      select gen_random_uuid(), id, 'student', 'other', 'Words about it', ${state}, ${at} from (select id, row_number() over () as n from booking) made`);
    const UNION = 'select id, created_at, state from reports union all select id, created_at, state from session_problems';
    const expected = await queryIds(`select id from (${UNION}) both_of_them where state = 'dismissed' order by created_at desc, id desc`);
    expect(expected.length).toBeGreaterThan(2000);
    expect(await readIds({ table: 'reports', state: 'dismissed' })).toEqual(expected);
  });
});
