import type { Sql } from 'postgres';
import { REVIEW_TEXTS } from '#server/seed/activity/review-texts.ts';
import type { StudentSeed, TutorSeed } from '#server/seed/people/shape.ts';
import { STUDENTS } from '#server/seed/people/students.ts';
import { TUTORS } from '#server/seed/people/tutors.ts';
import { handleOf } from '#server/seed/people.ts';

export type Load = { tutors: number; today: string; passwordHash: string };

/** What the statements below fill; the catalogue stands already. */
export const LOADED_TABLES: readonly string[] = [
  'users',
  'tutor_profiles',
  'tutor_education',
  'tutor_experience',
  'tutor_subjects',
  'tutor_subject_topics',
  'tutor_modes',
  'tutor_slots',
  'bookings',
  'reviews',
];

const TUTORS_PER_STUDENT = 20;
const FEWEST_STUDENTS = 50;

/** `pick` gives every number of a tutor, with a salt for each question, always the same answer below a size. */
const FUNCTIONS = `
  create function pg_temp.pick(n bigint, salt int, size int) returns int language sql immutable parallel safe
    return ((hashint8extended(n, salt) & 9007199254740991) % size)::int;
  create function pg_temp.bulk_id(kind int, n bigint, at timestamptz) returns uuid language sql immutable parallel safe
    return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(pg_temp.pick(n, kind, 4096)), 3, '0')
      || '8' || lpad(to_hex(pg_temp.pick(n, kind + 1000, 4096)), 3, '0') || lpad(to_hex(n * 16 + kind), 12, '0'))::uuid`;

/** Tutors who look like those of the demonstration, each made of its number alone, one set per table. */
export async function loadTutors(sql: Sql, load: Load): Promise<void> {
  const students = Math.max(FEWEST_STUDENTS, Math.ceil(load.tutors / TUTORS_PER_STUDENT));
  await sql.unsafe(FUNCTIONS);
  await numberPeople(sql, load, students);
  await loadUsers(sql, load.passwordHash);
  await loadProfiles(sql);
  await loadEntries(sql);
  await loadLessons(sql, load.today, students);
}

/** Sign-ups of three years in the order of their numbers, and what there is to be taught, the favourites first. */
async function numberPeople(sql: Sql, { tutors, today }: Load, students: number): Promise<void> {
  const signUp = (count: number) =>
    sql`date_trunc('milliseconds', ${today}::date::timestamptz - interval '1096 days' + n * (interval '1095 days' / ${count}::int))`;
  await sql`
    create temp table tutor as
    select n::bigint as n, at, pg_temp.bulk_id(1, n, at) as user_id, pg_temp.bulk_id(2, n, at) as id, pg_temp.pick(n, 1, 100) < 48 as is_woman
    from generate_series(1, ${tutors}::int) n cross join lateral (select ${signUp(tutors)} as at) signed`;
  await sql`
    create temp table student as
    select n::bigint as n, at, pg_temp.bulk_id(3, n, at) as user_id
    from generate_series(1, ${students}::int) n cross join lateral (select ${signUp(students)} as at) signed`;
  await sql`
    create temp table taught as
    select (row_number() over (order by count(topic.id) desc, subject.name) - 1)::int as place, subject.id, subject.name, array_agg(topic.id order by topic.id) as topics
    from subjects subject join topics topic on topic.subject_id = subject.id
    group by subject.id`;
  await sql`create temp table entry (
    n bigint, nth int, id uuid, tutor_id uuid, subject_id uuid, subject_name text, topics uuid[], online int, home_visit int)`;
  await sql.unsafe('analyze tutor; analyze student; analyze taught');
}

type Named = TutorSeed | StudentSeed;
const words = (people: readonly Named[], nth: 0 | -1): string[] =>
  people.map(
    ({ name }) =>
      name
        .replace(/ \(.*\)|^Ven\. /g, '')
        .split(' ')
        .at(nth) ?? name,
  );

/** For every row one of the texts, by its number. */
function among(sql: Sql) {
  return (texts: readonly string[], salt: number, n = sql`n`) =>
    sql`(${sql.array([...texts])}::text[])[1 + pg_temp.pick(${n}, ${salt}::int, ${texts.length}::int)]`;
}

async function loadUsers(sql: Sql, passwordHash: string): Promise<void> {
  const one = among(sql);
  const everybody: readonly Named[] = [...TUTORS, ...STUDENTS];
  const [women, men] = [everybody.filter(({ isWoman }) => isWoman), everybody.filter(({ isWoman }) => !isWoman)];
  const photos = TUTORS.filter(({ bio }) => bio !== '').map(({ name }) => `/files/photos/${handleOf(name)}.svg`);
  const initial = sql`' ' || chr(65 + pg_temp.pick(n, 4, 26)) || '. '`;

  await sql`
    insert into users (id, name, email, role, status, phone, profile_image, password_hash, email_verified_at, created_at, updated_at)
    select user_id,
      case when is_woman then ${one(words(women, 0), 2)} || ${initial} || ${one(words(everybody, -1), 3)}
        else ${one(words(men, 0), 2)} || ${initial} || ${one(words(everybody, -1), 3)} end,
      'tutor' || n || '@bulk.test', 'tutor', (case when pg_temp.pick(n, 5, 200) = 0 then 'suspended' else 'active' end)::account_status,
      '073' || lpad(n::text, 7, '0'),
      ${one(photos, 6)},
      ${passwordHash}, at, at, at
    from tutor`;
  await sql`
    insert into users (id, name, email, role, phone, password_hash, email_verified_at, created_at, updated_at)
    select user_id, ${one(words(everybody, 0), 2)} || ${initial} || ${one(words(everybody, -1), 3)},
      'student' || n || '@bulk.test', 'student', '079' || lpad(n::text, 7, '0'), ${passwordHash}, at, at, at
    from student`;
}

async function loadProfiles(sql: Sql): Promise<void> {
  const one = among(sql);
  const written = TUTORS.filter(({ bio }) => bio !== '');
  const [bios, towns] = [written.map(({ bio }) => bio), written.map(({ town }) => town)];
  const jobs = written.flatMap(({ experience }) => experience);
  const degrees = written.flatMap(({ education }) => education);
  const [titles, institutions] = [degrees.map(([degree]) => degree), degrees.map(([, institution]) => institution)];

  await sql`
    insert into tutor_profiles (id, user_id, phone, bio, gender, teaching_mediums, available_locations, vacation_mode, is_verified,
      verification_status, verification_checks, verification_date, rejection_reason, created_at, updated_at)
    select id, user_id, '073' || lpad(n::text, 7, '0'), ${one(bios, 10)}, (case when is_woman then 'Female' else 'Male' end)::gender,
      (array['{english}', '{sinhala}', '{tamil}', '{sinhala,english}', '{tamil,english}']::text[])[1 + pg_temp.pick(n, 11, 5)]::teaching_medium[],
      ${one(towns, 12)}, pg_temp.pick(n, 13, 25) = 0, state = 'approved', state,
      (select jsonb_object_agg(name, state = 'approved') from unnest(array['documents', 'education', 'experience', 'background', 'interview']) name),
      case when state = 'approved' then at + interval '3 days' end,
      case when state = 'rejected' then 'The degree certificate is not readable.' else '' end, at, at
    from tutor cross join lateral (
      select (case when drawn < 80 then 'approved' when drawn < 88 then 'pending' when drawn < 98 then 'not_started' else 'rejected' end)::verification_status as state
      from (select pg_temp.pick(n, 14, 100) as drawn) draw
    ) verified`;
  await sql`
    insert into tutor_education (tutor_id, position, degree, institution, year)
    select id, 0, ${one(titles, 15)}, ${one(institutions, 15)}, 1990 + pg_temp.pick(n, 16, 33)
    from tutor`;
  const job = sql`n * 8 + nth`;
  const part = (at: 0 | 1 | 2 | 3) => jobs.map((parts) => parts[at]);
  await sql`
    insert into tutor_experience (tutor_id, position, title, company, duration, description)
    select id, nth, ${one(part(0), 17, job)}, ${one(part(1), 17, job)}, ${one(part(2), 17, job)}, ${one(part(3), 17, job)}
    from tutor cross join lateral generate_series(0, pg_temp.pick(n, 18, 5) - 1) nth`;
}

/** One to three subjects each, with topics, rates and hours; one in fifty has no hours yet. */
async function loadEntries(sql: Sql): Promise<void> {
  await sql`
    insert into entry
    select n, nth, pg_temp.bulk_id(4, n * 4 + nth, at), tutor.id, taught.id, taught.name, taught.topics,
      case when pg_temp.pick(n * 4 + nth, 20, 10) > 0 then price end,
      case when pg_temp.pick(n * 4 + nth, 21, 10) < 6 then price + 40000 end
    from tutor
    cross join lateral generate_series(0, (array[0, 0, 0, 1, 1, 2])[1 + pg_temp.pick(n, 22, 6)]) nth
    cross join (select count(*)::int as total from taught) counted
    join taught on taught.place = (pg_temp.pick(n, 23, 1 + pg_temp.pick(n, 24, total)) + nth * (1 + pg_temp.pick(n, 25, 7))) % total
    cross join lateral (select 80000 + 5000 * pg_temp.pick(n * 4 + nth, 26, 70) as price) priced`;
  await sql.unsafe('analyze entry');
  await sql`insert into tutor_subjects (id, tutor_id, subject_id, position) select id, tutor_id, subject_id, nth from entry`;
  await sql`
    insert into tutor_subject_topics (tutor_subject_id, topic_id, position)
    select id, topics[1 + (pg_temp.pick(n * 4 + nth, 27, 100) + place) % cardinality(topics)], place
    from entry cross join lateral generate_series(0, least(cardinality(topics), 2 + pg_temp.pick(n * 4 + nth, 28, 3)) - 1) place`;
  await sql`
    insert into tutor_modes (tutor_subject_id, type, enabled, rate_cents)
    select id, 'online'::teaching_mode, online is not null, coalesce(online, 0) from entry
    union all
    select id, 'home-visit', home_visit is not null, coalesce(home_visit, 0) from entry
    union all
    select id, 'group', true, 50000 from entry where pg_temp.pick(n * 4 + nth, 29, 12) = 0`;
  await sql`
    insert into tutor_slots (tutor_subject_id, day, start_minute, end_minute)
    select id, (enum_range(null::weekday))[1 + (pg_temp.pick(n, 30, 7) + 2 * place) % 7], start, start + length
    from entry cross join lateral generate_series(0, 1 + pg_temp.pick(n, 35, 2)) place
    cross join lateral (
      select 60 * (14 + pg_temp.pick(n * 16 + nth * 4 + place, 31, 4)) as start, 60 * (2 + pg_temp.pick(n * 16 + nth * 4 + place, 32, 3)) as length
      union all
      select 480, 180 where pg_temp.pick(n * 16 + nth * 4 + place, 33, 3) = 0
    ) slot
    where pg_temp.pick(n, 34, 50) > 0`;
}

/** Lessons of the last year in the first subject, each with a review, for most tutors. */
async function loadLessons(sql: Sql, today: string, students: number): Promise<void> {
  const texts = (stars: number) =>
    REVIEW_TEXTS.filter((text) => text.stars === stars && !text.script && text.field === 'any').map(({ text }) => text);
  const said = (stars: number) => among(sql)(texts(stars), 45, sql`number`);
  await sql`
    create temp table lesson as
    select entry.n, entry.n * 8 + lesson_of.nth as number, entry.tutor_id, entry.subject_id, entry.subject_name, coalesce(online, home_visit, 0) as amount, online is not null as is_online,
      1 + pg_temp.pick(entry.n * 8 + lesson_of.nth, 41, ${students}::int) as student_n,
      ${today}::date::timestamptz - make_interval(days => 2 + pg_temp.pick(entry.n * 8 + lesson_of.nth, 42, 363), hours => pg_temp.pick(entry.n * 8 + lesson_of.nth, 43, 9)) as start
    from entry cross join lateral generate_series(1, pg_temp.pick(entry.n, 40, 5)) lesson_of (nth)
    where entry.nth = 0`;
  await sql`
    insert into bookings (id, student_id, tutor_user_id, tutor_id, subject_id, subject_name, status, start_time, end_time, learning_method,
      amount_cents, contact_number, created_at, updated_at)
    select pg_temp.bulk_id(5, number, start), student.user_id, tutor.user_id, tutor.id, subject_id, subject_name, 'completed', start, start + interval '1 hour',
      (case when is_online then 'online' else 'individual' end)::learning_method, amount, '0790000000', start - interval '3 days', start + interval '2 hours'
    from lesson join tutor using (n) join student on student.n = student_n`;
  await sql`
    insert into reviews (id, booking_id, student_id, tutor_user_id, rating, review, created_at, updated_at)
    select pg_temp.bulk_id(6, number, start), pg_temp.bulk_id(5, number, start), student.user_id, tutor.user_id, stars,
      case stars when 5 then ${said(5)} when 4 then ${said(4)} when 3 then ${said(3)} when 2 then ${said(2)} else ${said(1)} end,
      start + interval '5 hours', start + interval '5 hours'
    from lesson join tutor using (n) join student on student.n = student_n
    cross join lateral (
      select case when drawn < 60 then 5 when drawn < 85 then 4 when drawn < 95 then 3 when drawn < 98 then 2 else 1 end as stars
      from (select pg_temp.pick(number, 44, 100) as drawn) draw
    ) rated`;
}
