import { expect, test } from 'vitest';
import { useDatabaseBefore } from '#tests/support/migrations.ts';

const { sql, migrateOn } = useDatabaseBefore('0015_reports_that_stay');

test('earlier reports keep their text, and get the account they are about', async () => {
  await sql`insert into users (id, name, email, role) select gen_random_uuid(), role, role || '@before.lk', role::role from unnest(array['student', 'tutor', 'admin']) role`;
  const people = await sql`select id, role from users`;
  const [student, tutor, admin] = ['student', 'tutor', 'admin'].map((role) => people.find((person) => person.role === role)?.id);
  await sql`insert into tutor_profiles (id, user_id, bio) values (gen_random_uuid(), ${tutor}, 'I teach.')`;
  await sql`
    insert into bookings (id, student_id, tutor_user_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
    values (gen_random_uuid(), ${student}, ${tutor}, 'Physics', 'completed', now() - interval '2 hours', now() - interval '1 hour', 'online', 100, '0771234567')`;
  await sql`
    insert into reviews (id, booking_id, student_id, tutor_user_id, rating, review)
    select gen_random_uuid(), id, student_id, tutor_user_id, 1, 'Came late.' from bookings`;
  await sql`insert into message_threads (id, student_id, tutor_user_id) values (gen_random_uuid(), ${student}, ${tutor})`;
  await sql`
    insert into messages (id, thread_id, sent_by, client_id, text)
    select gen_random_uuid(), id, side::party, gen_random_uuid(), 'From the ' || side from message_threads cross join unnest(array['student', 'tutor']) side`;
  await sql`
    insert into reports (id, reporter_id, message_id, reason)
    select gen_random_uuid(), case sent_by when 'student' then ${tutor}::uuid else ${student}::uuid end, id, 'spam' from messages`;
  await sql`insert into reports (id, reporter_id, review_id, reason) select gen_random_uuid(), ${admin}, id, 'false' from reviews`;
  await sql`insert into reports (id, reporter_id, tutor_id, reason) select gen_random_uuid(), ${admin}, id, 'other' from tutor_profiles`;

  await migrateOn();

  const [booking] = await sql`select id from bookings`;
  expect(await sql`select about, about_user_id, booking_id, snapshot from reports order by about, snapshot`).toEqual([
    { about: 'message', aboutUserId: student, bookingId: null, snapshot: 'From the student' },
    { about: 'message', aboutUserId: tutor, bookingId: null, snapshot: 'From the tutor' },
    { about: 'review', aboutUserId: student, bookingId: booking?.id, snapshot: 'Came late.' },
    { about: 'profile', aboutUserId: tutor, bookingId: null, snapshot: 'I teach.' },
  ]);
});
