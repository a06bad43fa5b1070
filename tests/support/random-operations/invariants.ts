import type { ISql } from 'postgres';

/** Written down here once more, beside the domain's own table, which the servers use. */
export const LEGAL_MOVES = ['pending confirmed', 'pending cancelled', 'confirmed completed', 'confirmed cancelled'] as const;

type Rule = { rule: string; find: (sql: ISql) => PromiseLike<readonly object[]> };

/** Each is read in one statement, and grows no faster than what is stored (n log n). */
const RULES: readonly Rule[] = [
  {
    rule: 'two sessions of a person overlap',
    find: (sql) => sql`
      with sessions as (
        select id, start_time, end_time, unnest(array[student_id, tutor_user_id]) as person from bookings where status in ('pending', 'confirmed')
      ), busy as (
        select person, id, start_time, max(end_time) over (partition by person order by start_time, id rows between unbounded preceding and 1 preceding) as until
        from sessions
      )
      select person, id, start_time, until from busy where start_time < until`,
  },
  {
    rule: 'a move is illegal',
    find: (sql) => sql`
      select booking_id, from_status, to_status, from_start, to_start from lives
      where case when from_status <> to_status then from_status || ' ' || to_status not in ${sql(LEGAL_MOVES)} or from_start <> to_start
        else from_status <> 'confirmed' end`,
  },
  {
    rule: 'a booking is not where its last move has brought it',
    find: (sql) => sql`
      with last as (select distinct on (booking_id) booking_id, to_status from lives order by booking_id, at desc)
      select id, status, to_status from bookings left join last on booking_id = id where status::text <> coalesce(to_status, 'pending')`,
  },
  {
    rule: 'a booking has two open proposals',
    find: (sql) => sql`select booking_id, count(*)::int from booking_proposals where state = 'open' group by booking_id having count(*) > 1`,
  },
  {
    rule: 'a proposal is open for a booking that is not confirmed',
    find: (sql) => sql`
      select proposal.id, booking.status from booking_proposals proposal join bookings booking on booking.id = booking_id
      where state = 'open' and status <> 'confirmed'`,
  },
  {
    rule: 'a time was not changed exactly once for each accepted proposal',
    find: (sql) => sql`
      with changed as (
        select booking_id, from_start, to_start, count(*)::int as changes from lives where from_start <> to_start group by 1, 2, 3
      ), accepted as (
        select booking_id, from_start, start_time as to_start, count(*)::int as acceptances from booking_proposals where state = 'accepted' group by 1, 2, 3
      )
      select * from changed full join accepted using (booking_id, from_start, to_start) where changes is distinct from acceptances`,
  },
  {
    rule: 'the events of a person have a gap, or one twice',
    find: (sql) => sql`
      select user_id, count(*)::int, min(seq)::int, max(seq)::int from inbox_events group by user_id
      having count(*) <> max(seq) - min(seq) + 1 or count(*) <> count(distinct seq)`,
  },
  {
    rule: 'a party has not heard of a step exactly once',
    find: (sql) => sql`
      with step as (
        select 'booking.created' as kind, id as booking_id from bookings
        union all select 'booking.' || to_status, booking_id from lives where from_status <> to_status
        union all select 'booking.moved', booking_id from lives where from_start <> to_start
      ), due as (
        select kind, booking_id, unnest(array[student_id, tutor_user_id]) as user_id from step join bookings on id = booking_id
        union all
        select 'proposal.made', booking_id, case when proposed_by = 'student' then tutor_user_id else student_id end
        from booking_proposals proposal join bookings on bookings.id = booking_id
        union all
        select 'proposal.declined', booking_id, case when proposed_by = 'student' then student_id else tutor_user_id end
        from booking_proposals proposal join bookings on bookings.id = booking_id where state = 'declined'
      ), expected as (
        select kind, booking_id, user_id, count(*)::int as steps from due group by 1, 2, 3
      ), stored as (
        select kind::text, (params ->> 'bookingId')::uuid as booking_id, user_id, count(*)::int as notifications from notifications
        where kind::text in ('booking.created', 'booking.confirmed', 'booking.completed', 'booking.cancelled', 'booking.moved', 'proposal.made', 'proposal.declined')
        group by 1, 2, 3
      )
      select * from expected full join stored using (kind, booking_id, user_id) where steps is distinct from notifications`,
  },
  {
    rule: 'a notification has not become an event exactly once',
    find: (sql) => sql`
      select notification.id, count(event.seq)::int as events from notifications notification
      left join inbox_events event on event.ref = notification.id and event.user_id = notification.user_id
      group by notification.id having count(event.seq) <> 1`,
  },
  {
    rule: 'a rating or a count of a tutor is wrong',
    find: (sql) => sql`
      select profile.id, profile.rating, profile.total_reviews, profile.total_students, profile.total_sessions, profile.total_earnings_cents, given.*, held.*
      from tutor_profiles profile
      cross join lateral (
        select coalesce(round(avg(rating), 2), 0) as average, count(*)::int as reviews from reviews
        where tutor_user_id = profile.user_id and hidden_at is null
      ) given
      cross join lateral (
        select count(distinct student_id)::int as students, count(*) filter (where status = 'completed')::int as sessions,
          coalesce(sum(amount_cents) filter (where status = 'completed'), 0)::bigint as earnings
        from bookings where tutor_user_id = profile.user_id and status in ('confirmed', 'completed')
      ) held
      where (profile.rating, profile.total_reviews, profile.total_students, profile.total_sessions, profile.total_earnings_cents)
        is distinct from (given.average, given.reviews, held.students, held.sessions, held.earnings)`,
  },
  {
    rule: 'the bookings of a student with a tutor are counted wrongly',
    find: (sql) => sql`
      with held as (
        select tutor_user_id, student_id, count(*)::int as bookings from bookings
        where status in ('confirmed', 'completed') and tutor_user_id is not null and student_id is not null group by 1, 2
      )
      select * from held full join tutor_students counted using (tutor_user_id, student_id) where held.bookings is distinct from counted.bookings`,
  },
];

/** What must hold at any moment, even between two writes. */
export async function findBrokenRules(sql: ISql): Promise<string[]> {
  const broken: string[] = [];
  for (const { rule, find } of RULES) {
    const found = await find(sql);
    if (found.length > 0) broken.push(`${rule}: ${JSON.stringify(found.slice(0, 3))} (${found.length})`);
  }
  return broken;
}
