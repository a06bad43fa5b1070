import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { favourites } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, type BookingOverrides, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const MANY = 8_000;
let tutor: Tutor;

beforeAll(async () => {
  tutor = await aTutor(database.db);
});

const getOverview = (student: User, now = NOW) => callerAs(database, student, { now: () => now }).bookings.studentOverview();
const inHours = (count: number, milliseconds = 0) => new Date(NOW.getTime() + count * HOUR + milliseconds);
const createBooking = (student: User, status: BookingOverrides['status'], startTime: Date, overrides: BookingOverrides = {}) =>
  aBooking(database.db, { student, status, startTime, ...overrides });

// spec student.2 | P §2 Student area, §4 Booking status | Dashboard: upcoming sessions, completed sessions, favourite tutors, each the way to what it
//   counts | src/server/features/bookings/dashboards.queries.ts
describe('bookings.studentOverview', () => {
  test('is empty before the first booking', async () => {
    expect(await getOverview(await aStudent(database.db))).toEqual({ upcoming: 0, completed: 0, favourites: 0, next: null, ongoing: null });
  });

  // spec states.37 | P §4 Booking status | Student upcoming is pending or confirmed with a start in the future |
  //   src/server/features/bookings/dashboards.queries.ts
  test('counts upcoming pending and confirmed bookings, and completed ones', async () => {
    const student = await aStudent(database.db);
    const first = await createBooking(student, 'pending', inHours(0, 1), { tutor });
    await createBooking(student, 'confirmed', inHours(5));
    await createBooking(student, 'confirmed', inHours(-3));
    await createBooking(student, 'pending', inHours(-6));
    await createBooking(student, 'cancelled', inHours(30));
    await createBooking(student, 'completed', inHours(-50));
    await createBooking(student, 'completed', inHours(-80));
    await createBooking(await aStudent(database.db), 'confirmed', inHours(10));
    const { next, ongoing, ...counts } = await getOverview(student);
    expect(counts).toEqual({ upcoming: 2, completed: 2, favourites: 0 });
    expect(ongoing).toBeNull();
    expect(next).toMatchObject({ id: first.id, status: 'pending', tutor: { id: tutor.id, user: { name: tutor.user.name } } });
    // A session is no longer upcoming at its start.
    expect(await getOverview(student, first.startTime)).toMatchObject({ upcoming: 1, next: { startTime: inHours(5) }, ongoing: null });
    expect(await getOverview(student, inHours(5))).toMatchObject({ upcoming: 0, next: null, ongoing: { startTime: inHours(5) } });
    expect(await getOverview(student, inHours(6))).toMatchObject({ next: null, ongoing: null });
  });

  test('counts the favourites whose profile is public', async () => {
    const student = await aStudent(database.db);
    const onVacation = await aTutor(database.db, { vacationMode: true });
    const rejected = await aTutor(database.db, { verificationStatus: 'rejected' });
    const suspended = await aTutor(database.db);
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.user.id));
    const otherStudent = await aStudent(database.db);
    const ownFavourites = [tutor, onVacation, rejected, suspended].map(({ id }) => ({ studentId: student.id, tutorId: id }));
    await database.db.insert(favourites).values([...ownFavourites, { studentId: otherStudent.id, tutorId: tutor.id }]);
    expect((await getOverview(student)).favourites).toBe(2);
  });

  test('is for students only', async () => {
    for (const person of [tutor.user, await anAdmin(database.db)]) {
      await expect(getOverview(person)).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Only students can view student bookings' });
    }
    await expect(callerAs(database, null).bookings.studentOverview()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('bookings.studentOverview among thousands of bookings', () => {
  let student: User;

  beforeAll(async () => {
    const { db } = database;
    student = await aStudent(db);
    const now = NOW.toISOString();
    await db.execute(sql`
      insert into users (id, name, email, role)
      select gen_random_uuid(), 'Student', 'student.' || n || '@many.example', 'student' from generate_series(1, ${MANY}::int) n`);
    await db.execute(sql`
      with tutors as (
        insert into users (id, name, email, role)
        select gen_random_uuid(), 'Tutor', 'tutor.' || n || '@tutors.example', 'tutor' from generate_series(1, ${MANY}::int) n returning id
      ), profiles as (
        insert into tutor_profiles (id, user_id) select gen_random_uuid(), id from tutors returning id
      )
      insert into favourites (id, student_id, tutor_id)
      select gen_random_uuid(), student.id, profile.id
      from (select id, row_number() over () as n from users where email like '%@many.example') student
      join (select id, row_number() over () as n from profiles) profile using (n)`);
    await db.insert(favourites).values({ studentId: student.id, tutorId: tutor.id });
    await db.execute(sql`
      insert into bookings (id, student_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
      select gen_random_uuid(), id, 'Physics', case when n % 2 = 0 then 'confirmed' else 'completed' end::booking_status, start, start + interval '1 hour',
        'online', 150000, '0771234567'
      from users cross join generate_series(1, 3) n cross join lateral (select ${now}::timestamptz + n * interval '1 day' as start) at
      where email like '%@many.example'`);
    await db.execute(sql`
      insert into bookings (id, student_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
      select gen_random_uuid(), ${student.id}::uuid, 'Physics', 'completed', start, start + interval '1 hour', 'online', 150000, '0771234567'
      from (select ${now}::timestamptz - n * interval '1 hour' as start from generate_series(1, ${MANY / 10}::int) n) at`);
    await createBooking(student, 'confirmed', inHours(2));
    await db.execute(sql`
      insert into reviews (id, booking_id, student_id, rating, review)
      select gen_random_uuid(), id, student_id, 5, 'A patient teacher.' from bookings where status = 'completed'`);
    await db.execute(sql`analyze`);
  }, 60_000);

  // spec s4.4 | S4 | The dashboard of a student, favourites, conversations and calendars read no growing table from end to end |
  //   drizzle/0013_the_students_side.sql
  test.each(PLAN_MODES)('reads no growing table from end to end, with %s', async (mode) => {
    const { db, statements } = createRecordingDb(database);
    const overview = await callerAs({ db }, student).bookings.studentOverview();
    expect(overview).toMatchObject({ upcoming: 1, completed: MANY / 10, favourites: 1, next: { startTime: inHours(2) } });
    expect(statements).toHaveLength(1);
    for (const statement of statements) {
      const plan = await explainStatement(database, statement, mode);
      expect(plan.read, plan.text).toEqual([]);
      expect(plan.indexes, plan.text).toContain('bookings_student_never_twice');
    }
  });
});
