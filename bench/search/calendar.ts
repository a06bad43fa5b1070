import { callerAs } from '#tests/support/callers.ts';
import { aStudent, aTutor, HOUR } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';
import type { Bulk } from './databases.ts';
import { CLOCK } from './measure.ts';

const DAY = 24 * HOUR;

/** Of a tutor with a thousand bookings. */
export async function countQueriesOfFourWeeks(bulk: Bulk): Promise<{ queries: number; bookings: number; ms: number }> {
  const [tutor, student] = [await aTutor(bulk.db), await aStudent(bulk.db)];
  const now = CLOCK.now();
  await bulk.sql`
    insert into bookings (id, student_id, tutor_user_id, tutor_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
    select gen_random_uuid(), ${student.id}, ${tutor.user.id}, ${tutor.id}, 'Subject', 'confirmed', start, start + interval '1 hour', 'online', 150000, '0770000000'
    from generate_series(${now.toISOString()}::timestamptz, ${new Date(now.getTime() + 999 * HOUR).toISOString()}::timestamptz, interval '1 hour') start`;
  const { db, statements } = createRecordingDb(bulk);
  const start = performance.now();
  const range = { startDate: now, endDate: new Date(now.getTime() + 28 * DAY) };
  const { booked = [] } = await callerAs({ db }, null, CLOCK).tutors.availability({ id: tutor.id, ...range });
  const ms = performance.now() - start;
  return { queries: statements.filter(({ text }) => text.includes('bookings')).length, bookings: booked.length, ms };
}
