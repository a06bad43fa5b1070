import { expect, test } from 'vitest';
import { useDatabaseBefore } from '#tests/support/migrations.ts';

const { sql, migrateOn } = useDatabaseBefore('0038_profile_and_times');

// spec s12-look.20 | S12 G | Tutors of an earlier version have their usual time to an answer as it is counted later |
//   drizzle/0038_profile_and_times.sql
test('earlier tutors get their usual time to an answer, as it is counted later', async () => {
  await sql`insert into users (id, name, email, role) select gen_random_uuid(), 'Tutor ' || n, n || '@before.lk', 'tutor' from generate_series(1, 3) n`;
  await sql`insert into users (id, name, email, role) values (gen_random_uuid(), 'Student', 'student@before.lk', 'student')`;
  await sql`insert into tutor_profiles (id, user_id, bio) select gen_random_uuid(), id, email from users where role = 'tutor'`;
  await sql`
    insert into bookings (id, student_id, tutor_user_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number,
      created_at, confirmed_at, cancelled_at, cancelled_by, cancellation_reason, refund_cents, retained_cents, platform_fee_cents)
    select gen_random_uuid(), student.id, tutor.id, 'Physics', answer.status::booking_status, now() - make_interval(hours => answer.n * 2),
      now() - make_interval(hours => answer.n * 2 - 1), 'online', 0, '0771234567', now() - make_interval(days => answer.n),
      case answer.status when 'completed' then now() - make_interval(days => answer.n) + make_interval(mins => answer.minutes) end,
      case answer.status when 'cancelled' then now() - make_interval(days => answer.n) + make_interval(mins => answer.minutes) end,
      answer.who::booking_actor, answer.reason,
      case answer.status when 'cancelled' then 0 end, case answer.status when 'cancelled' then 0 end, case answer.status when 'cancelled' then 0 end
    from users student, (values
      ('1@before.lk', 1, 'completed', 10, null, null), ('1@before.lk', 2, 'completed', 30, null, null),
      ('1@before.lk', 3, 'cancelled', 50, 'tutor', 'I am ill'), ('1@before.lk', 4, 'cancelled', 5, 'student', null),
      ('2@before.lk', 5, 'completed', 10, null, null), ('2@before.lk', 6, 'cancelled', 1440, 'system', 'No response from tutor'),
      ('2@before.lk', 7, 'cancelled', 1440, 'system', 'No response from tutor'),
      ('3@before.lk', 8, 'completed', 10, null, null), ('3@before.lk', 9, 'completed', 10, null, null)
    ) answer (email, n, status, minutes, who, reason)
    join users tutor on tutor.email = answer.email
    where student.role = 'student'`;

  await migrateOn();

  const filled = await sql`select answer_minutes from tutor_profiles order by bio`;
  expect(filled.map(({ answerMinutes }) => answerMinutes)).toEqual([30, 4320, null]);
});
