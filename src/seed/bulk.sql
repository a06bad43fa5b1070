-- Tutors like those of the demo, each derived from its number alone. `bulk.ts` replaces what is in braces by literals.

-- A number below `size`, the same for the same row and question.
create function pg_temp.pick(n bigint, question int, size int) returns int language sql immutable parallel safe
  return ((hashint8extended(n, question) & 9007199254740991) % size)::int;
create function pg_temp.choose(texts text[], n bigint, question int) returns text language sql immutable parallel safe
  return texts[1 + pg_temp.pick(n, question, cardinality(texts))];
create function pg_temp.bulk_id(kind int, n bigint, at timestamptz) returns uuid language sql immutable parallel safe
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(pg_temp.pick(n, kind, 4096)), 3, '0')
    || '8' || lpad(to_hex(pg_temp.pick(n, kind + 1000, 4096)), 3, '0') || lpad(to_hex(n * 16 + kind), 12, '0'))::uuid;
create function pg_temp.signed_up(n int, total int) returns timestamptz language sql immutable parallel safe
  return date_trunc('milliseconds', {{today}}::date::timestamptz - interval '1096 days' + n * (interval '1095 days' / total));

create temp table tutor as
select n::bigint as n, at, pg_temp.bulk_id(1, n, at) as user_id, pg_temp.bulk_id(2, n, at) as id, pg_temp.pick(n, 1, 100) < 48 as is_woman
from generate_series(1, {{tutors}}) n cross join lateral (select pg_temp.signed_up(n, {{tutors}}) as at) signed;
create temp table student as
select n::bigint as n, at, pg_temp.bulk_id(3, n, at) as user_id
from generate_series(1, {{students}}) n cross join lateral (select pg_temp.signed_up(n, {{students}}) as at) signed;
-- The subjects with most topics first: they are taught most.
create temp table ranked_subject as
select (row_number() over (order by count(topic.id) desc, subject.name) - 1)::int as rank, subject.id, subject.name, array_agg(topic.id order by topic.id) as topics
from subjects subject join topics topic on topic.subject_id = subject.id
group by subject.id;
analyze tutor; analyze student; analyze ranked_subject;

insert into users (id, name, email, role, status, phone, profile_image, password_hash, email_verified_at, created_at, updated_at)
select user_id,
  case when is_woman then pg_temp.choose({{womensNames}}, n, 2) else pg_temp.choose({{mensNames}}, n, 2) end
    || ' ' || chr(65 + pg_temp.pick(n, 4, 26)) || '. ' || pg_temp.choose({{lastNames}}, n, 3),
  'tutor' || n || '@bulk.test', 'tutor'::role, (case when pg_temp.pick(n, 5, 200) = 0 then 'suspended' else 'active' end)::account_status,
  '073' || lpad(n::text, 7, '0'), pg_temp.choose({{photos}}, n, 6), {{passwordHash}}, at, at, at
from tutor
union all
select user_id, pg_temp.choose({{firstNames}}, n, 2) || ' ' || chr(65 + pg_temp.pick(n, 4, 26)) || '. ' || pg_temp.choose({{lastNames}}, n, 3),
  'student' || n || '@bulk.test', 'student'::role, 'active'::account_status, '079' || lpad(n::text, 7, '0'), '', {{passwordHash}}, at, at, at
from student;

insert into tutor_profiles (id, user_id, phone, bio, gender, teaching_mediums, available_locations, vacation_mode, is_verified,
  verification_status, verification_checks, verification_date, rejection_reason, created_at, updated_at)
select id, user_id, '073' || lpad(n::text, 7, '0'), pg_temp.choose({{bios}}, n, 10), (case when is_woman then 'Female' else 'Male' end)::gender,
  pg_temp.choose('{"{english}","{sinhala}","{tamil}","{sinhala,english}","{tamil,english}"}', n, 11)::teaching_medium[],
  pg_temp.choose({{towns}}, n, 12), pg_temp.pick(n, 13, 25) = 0, state = 'approved', state,
  (select jsonb_object_agg(name, state = 'approved') from unnest(array['documents', 'education', 'experience', 'background', 'interview']) name),
  case when state = 'approved' then at + interval '3 days' end,
  case when state = 'rejected' then 'The degree certificate is not readable.' else '' end, at, at
from tutor cross join lateral (
  select (case when drawn < 80 then 'approved' when drawn < 88 then 'pending' when drawn < 98 then 'not_started' else 'rejected' end)::verification_status as state
  from (select pg_temp.pick(n, 14, 100) as drawn) draw
) verified;
insert into tutor_education (tutor_id, position, degree, institution, year)
select id, 0, pg_temp.choose({{degrees}}, n, 15), pg_temp.choose({{institutions}}, n, 15), 1990 + pg_temp.pick(n, 16, 33)
from tutor;
insert into tutor_experience (tutor_id, position, title, company, duration, description)
select id, index, pg_temp.choose({{titles}}, n * 8 + index, 17), pg_temp.choose({{companies}}, n * 8 + index, 17),
  pg_temp.choose({{durations}}, n * 8 + index, 17), pg_temp.choose({{descriptions}}, n * 8 + index, 17)
from tutor cross join lateral generate_series(0, pg_temp.pick(n, 18, 5) - 1) index;

create temp table offer (
  n bigint, index int, key bigint, id uuid, tutor_id uuid, subject_id uuid, subject_name text, topics uuid[], online int, home_visit int);
insert into offer
select n, index, key, pg_temp.bulk_id(4, key, at), tutor.id, subject.id, subject.name, subject.topics,
  case when pg_temp.pick(key, 20, 10) > 0 then price end, case when pg_temp.pick(key, 21, 10) < 6 then price + 40000 end
from tutor
cross join lateral generate_series(0, (array[0, 0, 0, 1, 1, 2])[1 + pg_temp.pick(n, 22, 6)]) index
cross join lateral (select n * 4 + index as key) keyed
cross join (select count(*)::int as total from ranked_subject) counted
join ranked_subject subject on subject.rank = (pg_temp.pick(n, 23, 1 + pg_temp.pick(n, 24, total)) + index * (1 + pg_temp.pick(n, 25, 7))) % total
cross join lateral (select 80000 + 5000 * pg_temp.pick(key, 26, 70) as price) priced;
analyze offer;
insert into tutor_subjects (id, tutor_id, subject_id, position) select id, tutor_id, subject_id, index from offer;
insert into tutor_subject_topics (tutor_subject_id, topic_id, position)
select id, topics[1 + (pg_temp.pick(key, 27, 100) + position) % cardinality(topics)], position
from offer cross join lateral generate_series(0, least(cardinality(topics), 2 + pg_temp.pick(key, 28, 3)) - 1) position;
insert into tutor_modes (tutor_subject_id, type, enabled, rate_cents)
select id, 'online'::teaching_mode, online is not null, coalesce(online, 0) from offer
union all select id, 'home-visit', home_visit is not null, coalesce(home_visit, 0) from offer
union all select id, 'group', true, 50000 from offer where pg_temp.pick(key, 29, 12) = 0;
insert into tutor_slots (tutor_subject_id, day, start_minute, end_minute)
select id, (enum_range(null::weekday))[1 + (pg_temp.pick(n, 30, 7) + 2 * position) % 7], start, start + length
from offer cross join lateral generate_series(0, 1 + pg_temp.pick(n, 35, 2)) position
cross join lateral (
  select 60 * (14 + pg_temp.pick(key * 4 + position, 31, 4)) as start, 60 * (2 + pg_temp.pick(key * 4 + position, 32, 3)) as length
  union all select 480, 180 where pg_temp.pick(key * 4 + position, 33, 3) = 0
) slot
where pg_temp.pick(n, 34, 50) > 0;

create temp table lesson as
select offer.*, number, student.user_id as student_id, tutor.user_id as tutor_user_id,
  {{today}}::date::timestamptz - make_interval(days => 2 + pg_temp.pick(number, 42, 363), hours => pg_temp.pick(number, 43, 9)) as start
from offer join tutor using (n) cross join lateral generate_series(1, pg_temp.pick(offer.n, 40, 5)) lesson
cross join lateral (select offer.n * 8 + lesson as number) numbered
join student on student.n = 1 + pg_temp.pick(number, 41, {{students}})
where index = 0;
insert into bookings (id, student_id, tutor_user_id, tutor_id, subject_id, subject_name, status, start_time, end_time, learning_method,
  amount_cents, contact_number, created_at, updated_at)
select pg_temp.bulk_id(5, number, start), student_id, tutor_user_id, tutor_id, subject_id, subject_name, 'completed', start, start + interval '1 hour',
  (case when online is null then 'individual' else 'online' end)::learning_method, coalesce(online, home_visit, 0), '0790000000',
  start - interval '3 days', start + interval '2 hours'
from lesson;
insert into reviews (id, booking_id, student_id, tutor_user_id, rating, review, created_at, updated_at)
select pg_temp.bulk_id(6, number, start), pg_temp.bulk_id(5, number, start), student_id, tutor_user_id, stars,
  pg_temp.choose(case stars when 5 then {{reviews5}} when 4 then {{reviews4}} when 3 then {{reviews3}} when 2 then {{reviews2}} else {{reviews1}} end, number, 45),
  start + interval '5 hours', start + interval '5 hours'
from lesson cross join lateral (
  select case when drawn < 60 then 5 when drawn < 85 then 4 when drawn < 95 then 3 when drawn < 98 then 2 else 1 end as stars
  from (select pg_temp.pick(number, 44, 100) as drawn) draw
) rated;

-- Sessions to come of six tutors in twenty, each on other dates, so that one student can have them all.
insert into bookings (id, student_id, tutor_user_id, tutor_id, subject_id, subject_name, status, start_time, end_time, learning_method,
  amount_cents, contact_number, created_at, updated_at)
select gen_random_uuid(), student.user_id, tutor.user_id, tutor.id, offer.subject_id, offer.subject_name,
  (case when pg_temp.pick(tutor.n, 50, 4) = 0 then 'pending' else 'confirmed' end)::booking_status,
  start, start + make_interval(mins => least(180, slot.end_minute - slot.start_minute)),
  (case when offer.online is null then 'individual' else 'online' end)::learning_method,
  coalesce(offer.online, offer.home_visit, 0), '0790000000', {{today}}::date, {{today}}::date
from tutor
join student on student.n = (tutor.n + 19) / 20
join offer on offer.n = tutor.n and offer.index = 0
cross join generate_series(1, {{daysAhead}}) ahead
join tutor_slots slot on slot.tutor_subject_id = offer.id and slot.day = (enum_range(null::weekday))[extract(isodow from {{today}}::date + ahead)::int]
cross join lateral (select ({{today}}::date + ahead + make_interval(mins => slot.start_minute)) at time zone {{zone}} as start) at
where tutor.n % 20 = ahead % 6;
insert into tutor_days_off (id, tutor_id, from_date, to_date, start_minute, end_minute)
select gen_random_uuid(), id, first, case when whole then first + pg_temp.pick(n, 52, 5) else first end,
  case when not whole then 720 end, case when not whole then 1080 end
from tutor cross join lateral (select {{today}}::date + 1 + pg_temp.pick(n, 51, 27) as first, pg_temp.pick(n, 53, 3) > 0 as whole) off
where pg_temp.pick(n, 54, 20) = 0;
