import type { Sql } from 'postgres';
import { BOOKING } from '#shared/vocabulary/limits.ts';

/** What `loadPlans` fills. */
export const PLANNED_TABLES: readonly string[] = ['bookings', 'tutor_days_off'];

/** Of every twenty tutors so many have sessions to come, each on other dates, so that one student can have them all. */
const BOOKED = 6;

export type Plans = { today: string; zone: string };

/** The coming weeks of tutors and students who are loaded: sessions that fill whole slots of a first subject, and days off. */
export async function loadPlans(sql: Sql, { today, zone }: Plans): Promise<void> {
  await sql`
    insert into bookings (id, student_id, tutor_user_id, tutor_id, subject_id, subject_name, status, start_time, end_time, learning_method,
      amount_cents, contact_number, created_at, updated_at)
    select gen_random_uuid(), student.user_id, tutor.user_id, tutor.id, entry.subject_id, entry.subject_name,
      (case when pg_temp.pick(tutor.n, 50, 4) = 0 then 'pending' else 'confirmed' end)::booking_status,
      start, start + make_interval(mins => least(180, slot.end_minute - slot.start_minute)),
      (case when entry.online is null then 'individual' else 'online' end)::learning_method,
      coalesce(entry.online, entry.home_visit, 0), '0790000000', ${today}::date, ${today}::date
    from tutor
    join student on student.n = (tutor.n + 19) / 20
    join entry on entry.n = tutor.n and entry.nth = 0
    cross join generate_series(1, ${BOOKING.daysAhead}::int) ahead
    join tutor_slots slot on slot.tutor_subject_id = entry.id
      and slot.day = (enum_range(null::weekday))[extract(isodow from ${today}::date + ahead)::int]
    cross join lateral (
      select (${today}::date + ahead + make_interval(mins => slot.start_minute)) at time zone ${zone} as start
    ) at
    where tutor.n % 20 = ahead % ${BOOKED}::int`;
  await sql`
    insert into tutor_days_off (id, tutor_id, from_date, to_date, start_minute, end_minute)
    select gen_random_uuid(), id, first, case when whole then first + pg_temp.pick(n, 52, 5) else first end,
      case when not whole then 720 end, case when not whole then 1080 end
    from tutor cross join lateral (select ${today}::date + 1 + pg_temp.pick(n, 51, 27) as first, pg_temp.pick(n, 53, 3) > 0 as whole) off
    where pg_temp.pick(n, 54, 20) = 0`;
}
