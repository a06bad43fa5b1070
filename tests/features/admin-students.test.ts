import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { collectEvents } from '#tests/support/events.ts';
import { aBooking, anAdmin, aReview, aStudent, aTutor, HOUR, NOW, signedIn, type User } from '#tests/support/factories.ts';
import { explainStatement, PLAN_MODES, vacuum } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const hours = (count: number) => new Date(NOW.getTime() + count * HOUR);
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);
let admin: User;
const moderation = (db = database.db) => callerAs({ db }, admin).moderation;
const named = async (search: string) => (await moderation().students({ search })).students.map(({ name }) => name);

const NAMES = ['Zoya 100% Wins', 'amal_perera', 'Amalxperera', 'Back\\slash', 'Nimal 🙂 Silva', 'සඳුනි ගමගේ'];

beforeAll(async () => {
  admin = await signedIn(database.db, await anAdmin(database.db));
  for (const [index, name] of NAMES.entries()) await aStudent(database.db, { name, email: `Person.${index}@Example.com`, createdAt: minutes(index) });
  await aTutor(database.db, { user: { name: 'Amal the tutor' } });
});

describe('the table of students', () => {
  // spec manage-students.1 | P §2 Admin area, C §7 | Search by name or email, sort by newest, oldest, name A-Z, pages with an exact total |
  //   src/server/features/moderation/students.queries.ts
  test('has students only, the newest first, the oldest first, or by name, whatever the case', async () => {
    const inOrder = async (sortBy: 'newest' | 'oldest' | 'name') => (await moderation().students({ sortBy })).students.map(({ name }) => name);
    expect(await inOrder('newest')).toEqual(NAMES.toReversed());
    expect(await inOrder('oldest')).toEqual(NAMES);
    expect(await inOrder('name')).toEqual(['amal_perera', 'Amalxperera', 'Back\\slash', 'Nimal 🙂 Silva', 'Zoya 100% Wins', 'සඳුනි ගමගේ']);
  });

  // spec manage-students.1, s5-bad-input.9
  test.each<[string, string[]]>([
    ['AMAL', ['Amalxperera', 'amal_perera']],
    ['amal_', ['amal_perera']],
    ['100%', ['Zoya 100% Wins']],
    ['%', ['Zoya 100% Wins']],
    ['\\', ['Back\\slash']],
    ['🙂', ['Nimal 🙂 Silva']],
    ['ගමගේ', ['සඳුනි ගමගේ']],
    [' person.3@EXAMPLE ', ['Back\\slash']],
    ['wins\nperson', []],
    ['\0', []],
    ['nobody', []],
    ["'; drop table users", []],
  ])('a search for %j finds those whose name or email holds it', async (search, expected) => {
    if (search.trim() === '' || search === '\0') return expect(await moderation().students({ search })).toMatchObject({ total: NAMES.length });
    expect(await named(search)).toEqual(expected);
    expect(await moderation().students({ search })).toMatchObject({ total: expected.length, totalPages: 1 });
  });

  // spec manage-students.1
  test('has pages with an exact total, of one at least', async () => {
    const first = await moderation().students({ limit: 4, sortBy: 'oldest' });
    const second = await moderation().students({ limit: 4, sortBy: 'oldest', page: 2 });
    expect([first, second].map(({ page, totalPages, total }) => [page, totalPages, total])).toEqual([
      [1, 2, 6],
      [2, 2, 6],
    ]);
    expect([...first.students, ...second.students].map(({ name }) => name)).toEqual(NAMES);
    expect(await moderation().students({ search: 'person', limit: 4, page: 2 })).toMatchObject({ total: 6, totalPages: 2, students: { length: 2 } });
    expect(await moderation().students({ page: 1_000_000 })).toMatchObject({ students: [], total: 6, totalPages: 1 });
    await expect(moderation().students({ search: 'x'.repeat(101) })).rejects.toThrow('Invalid input');
  });

  // spec manage-students.3 | C §7, D Booking | The counts are those that the student sees, read for a page at once |
  //   src/server/features/moderation/students.queries.ts
  test('counts bookings, spending and favourites of a student, as the student sees them', async () => {
    const student = await aStudent(database.db);
    const [tutor, rejected, deleted] = [
      await aTutor(database.db),
      await aTutor(database.db, { verificationStatus: 'rejected' }),
      await aTutor(database.db, { user: { status: 'suspended' } }),
    ];
    await aBooking(database.db, { student, tutor, status: 'completed', startTime: hours(-50), amountCents: 150_050 });
    await aBooking(database.db, { student, tutor, status: 'completed', startTime: hours(-60), amountCents: 100_000 });
    await aBooking(database.db, { student, tutor, status: 'cancelled', startTime: hours(-70) });
    await aBooking(database.db, { student, tutor });
    const saved = [tutor, rejected, deleted].map(({ id: tutorId }) => ({ studentId: student.id, tutorId }));
    await database.db.insert(schema.favourites).values(saved);
    const [row] = (await moderation().students({ search: student.email })).students;
    const stats = { totalBookings: 4, completedBookings: 2, favoriteTutors: 1, totalSpent: 2500.5 };
    const { id, name, email, phone, profileImage, createdAt, updatedAt } = student;
    expect(row).toEqual({ id, name, email, phone, profileImage, createdAt, updatedAt, status: 'active', stats });
    expect((await callerAs(database, student).account.studentProfile()).stats).toEqual(stats);
    await database.db.delete(schema.users).where(eq(schema.users.id, student.id));
  });

  // spec manage-students.3
  test('takes as many statements for a full page as for a short one', async () => {
    const counts: number[] = [];
    for (const limit of [1, 6]) {
      const { db, statements } = createRecordingDb(database);
      await moderation(db).students({ limit });
      counts.push(statements.length);
    }
    expect(counts[0]).toBe(5);
    expect(counts[1]).toBe(counts[0]);
  });
});

// spec suspending.9 | R §4.9 74 | A student who is deleted: the same; reviews stay without a name |
//   src/server/features/moderation/accounts.commands.ts
describe('deleting a student', () => {
  // spec mail.12
  test('gives back all, keeps history without the name, ends the sessions, and is written down', async () => {
    const student = await aStudent(database.db, { name: 'Dilini' });
    const tutor = await aTutor(database.db);
    const open = await aBooking(database.db, { student, tutor, status: 'confirmed', startTime: hours(3), amountCents: 100_000 });
    const done = await aBooking(database.db, { student, tutor, status: 'completed', startTime: hours(-50) });
    await aReview(database.db, { booking: done });
    await database.db.insert(schema.favourites).values({ studentId: student.id, tutorId: tutor.id });
    await database.db.insert(schema.sessions).values({ id: 'of-dilini', userId: student.id, expiresAt: hours(90), lifetimeHours: 12 });
    const consequences = await moderation().consequences({ userIds: [student.id] });
    expect(consequences).toEqual({ isLastAdmin: false, cancelled: 1, refund: 1000, completed: 0, reviews: 1 });

    let answer: unknown;
    const events = await collectEvents(database, async () => {
      answer = await moderation().deleteStudent({ id: student.id });
    });
    expect(answer).toEqual({ message: 'Student deleted successfully' });
    expect(events).toEqual(expect.arrayContaining(['session:of-dilini', tutor.user.id]));
    expect(await database.db.select().from(schema.users).where(eq(schema.users.id, student.id))).toEqual([]);
    expect(await database.db.select().from(schema.favourites)).toEqual([]);
    const [cancelled] = await database.db.select().from(schema.bookings).where(eq(schema.bookings.id, open.id));
    expect(cancelled).toMatchObject({
      ...{ status: 'cancelled', cancelledBy: 'system', cancellationReason: 'Student is no longer available' },
      ...{ refundCents: 100_000, retainedCents: 0, studentId: null },
    });
    const [review] = await callerAs(database, null).reviews.allOfTutor({ tutorId: tutor.id });
    expect(review?.student.name).toBe('Anonymous');
    const [entry] = await database.db.select().from(schema.auditEntries).where(eq(schema.auditEntries.subjectId, student.id));
    expect(entry).toMatchObject({ actorId: admin.id, action: 'student.deleted', subjectName: 'Dilini' });
    const mails = (await database.db.select().from(schema.jobs)).map(({ params }) => params);
    expect(mails).toContainEqual({ mail: 'account_closed', name: 'Dilini', to: student.email, role: 'student' });
    const registration = { name: 'Dilini', email: student.email, password: 'correct horse', role: 'student' as const };
    expect((await callerAs(database, null).auth.register(registration)).user.email).toBe(student.email);
  });

  test('finds no one who is no student, and once only', async () => {
    const student = await aStudent(database.db);
    const { user } = await aTutor(database.db);
    for (const { id } of [user, admin, { id: '00000000-0000-7000-8000-000000000000' }, { id: 'nobody' }])
      await expect(moderation().deleteStudent({ id })).rejects.toThrow('Student not found');
    const answers = await Promise.allSettled([moderation().deleteStudent(student), moderation().deleteStudent(student)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('among many', () => {
  beforeAll(async () => {
    const { db } = database;
    await db.execute(sql`
      insert into users (id, name, email, role, created_at, updated_at)
      select gen_random_uuid(), 'Student ' || md5(n::text), 'many' || n || '@example.com', 'student', now() - n * interval '1 minute', now()
      from generate_series(1, 4000) n`);
    await db.execute(sql`
      insert into bookings (id, student_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
      select gen_random_uuid(), id, 'Physics', 'completed', now(), now() + interval '1 hour', 'online', 150000, '0771234567'
      from users where email like 'many%'`);
    await db.execute(sql`
      with tutor as (
        insert into users (id, name, email, role) select gen_random_uuid(), 'Tutor', 'tutor' || n || '@example.com', 'tutor' from generate_series(1, 4000) n
        returning id
      )
      insert into tutor_profiles (id, user_id) select gen_random_uuid(), id from tutor`);
    await db.execute(sql`
      insert into favourites (id, student_id, tutor_id)
      select gen_random_uuid(), student.id, tutor.id
      from (select id, row_number() over () as nth from users where email like 'many%') student
      join (select id, row_number() over () as nth from tutor_profiles) tutor using (nth)`);
    await vacuum(database); // what waits to go into the index of names would make it look slow
  }, 60_000);

  // spec s5.1
  test.each(PLAN_MODES)('every order and search goes by an index, with %s', async (mode) => {
    const expected = [
      [{}, 'users_role_newest_idx'],
      [{ sortBy: 'oldest' }, 'users_role_newest_idx'],
      [{ sortBy: 'name' }, 'users_role_name_idx'],
      [{ search: '81dc9bdb' }, 'users_search_idx'],
    ] as const;
    for (const [input, index] of expected) {
      const { db, statements } = createRecordingDb(database);
      const { total } = await moderation(db).students(input);
      expect(total).toBeGreaterThan('search' in input ? 0 : 4_000);
      const plans = await Promise.all(statements.map((statement) => explainStatement(database, statement, mode)));
      expect(
        plans.flatMap(({ indexes }) => indexes),
        plans.map(({ text }) => text).join('\n'),
      ).toContain(index);
      expect(plans.flatMap(({ read }) => read)).toEqual([]);
    }
  });
});
