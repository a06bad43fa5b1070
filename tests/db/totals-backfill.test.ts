import { expect, test } from 'vitest';
import { useDatabaseBefore } from '#tests/support/migrations.ts';

const { sql, migrateOn } = useDatabaseBefore('0042_counters_of_tutors');

const addBookings = (from: number) => sql`
  insert into bookings (id, student_id, tutor_user_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
  select gen_random_uuid(), student.id, tutor.id, 'Physics', held.status::booking_status, now() + make_interval(hours => ${from}::int + held.n * 2),
    now() + make_interval(hours => ${from}::int + held.n * 2 + 1), 'online', 1000 * held.n, '0771234567'
  from (values (1, 1, 'completed'), (2, 1, 'completed'), (3, 2, 'confirmed'), (4, 3, 'pending')) held (n, student, status)
  join users student on student.email = held.student || '@student.lk' cross join users tutor where tutor.role = 'tutor'`;

// spec s14-bookings.3 | S14 3 | Counters of earlier bookings and reviews are counted by the migration, later ones by whichever release writes them |
//   drizzle/0042_counters_of_tutors.sql
// spec messages.1
test('the bookings and reviews of an earlier version are counted, and those that it still adds', async () => {
  await sql`insert into users (id, name, email, role) values (gen_random_uuid(), 'Tutor', 'tutor@before.lk', 'tutor')`;
  await sql`insert into users (id, name, email, role) select gen_random_uuid(), 'Student ' || n, n || '@student.lk', 'student' from generate_series(1, 3) n`;
  await addBookings(0);
  const addReviews = () => sql`
    insert into reviews (id, booking_id, student_id, tutor_user_id, rating, review, hidden_at)
    select gen_random_uuid(), id, student_id, tutor_user_id, 2 + (amount_cents / 1000), 'Good.', case when amount_cents = 1000 then now() end
    from bookings where status = 'completed' and not exists (select from reviews where booking_id = bookings.id)`;
  await addReviews();

  await migrateOn();
  const totals = () => sql`select students, sessions, earnings_cents, reviews, rating_sum from tutor_totals`;
  expect([...(await totals())]).toEqual([{ students: 2, sessions: 2, earningsCents: '3000', reviews: 1, ratingSum: 4 }]);
  expect(await sql`select from message_threads`).toHaveLength(3);

  await addBookings(100);
  await addReviews();
  expect([...(await totals())]).toEqual([{ students: 2, sessions: 4, earningsCents: '6000', reviews: 2, ratingSum: 8 }]);
  expect((await sql`select bookings from tutor_students order by 1`).map(({ bookings }) => bookings)).toEqual([2, 4]);
});
