import type { Db } from '#db/client.ts';
import { refreshListing } from '#db/listing.ts';
import type { TestDatabase } from './database.ts';

const AT_ONCE = 5_000;

/** Tutors by the thousand, the same ones each time: names in three scripts, every kind of filter and many ties. */
export async function manyTutors({ sql, db }: Pick<TestDatabase, 'sql' | 'db'>, count: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      insert into subject_categories (id, name)
      select md5('category ' || nth)::uuid, 'Category ' || nth from generate_series(1, 12) nth`;
    await tx`
      insert into subjects (id, name, category_id)
      select md5('subject ' || nth)::uuid, word.name || ' ' || nth, case when nth % 10 > 0 then md5('category ' || (nth % 12 + 1))::uuid end
      from generate_series(1, 120) nth, lateral (select (array['Mathematics', 'Physics', 'English', 'ගණිතය', 'தமிழ்', 'Piano'])[nth % 6 + 1] as name) word`;
    await tx`
      insert into topics (id, name, subject_id)
      select md5('topic ' || subject || ' ' || nth)::uuid, (array['Algebra', 'Grammar', 'Waves', 'Essays', 'Theory'])[nth] || ' ' || subject, md5('subject ' || subject)::uuid
      from generate_series(1, 120) subject, generate_series(1, 5) nth`;
    await tx`
      insert into users (id, name, email, role)
      select md5('person ' || nth)::uuid, given.name || ' ' || family.name || ' ' || to_hex(nth), 'person' || nth || '@example.com', 'tutor'
      from generate_series(1, ${count}::int) nth,
        lateral (select (array['Nimal', 'Kumari', 'Arjun', 'Fathima', 'නිමල්', 'Sanduni', 'கமலா', 'Dinesh', 'Émilie', 'Ruwan'])[nth % 10 + 1] as name) given,
        lateral (select (array['Perera', 'Silva', 'Fernando', 'Selvam', 'ජයසූරිය', 'Nazeer', 'Bandara'])[nth % 7 + 1] as name) family`;
    await tx`
      insert into tutor_profiles (id, user_id, bio, gender, available_locations, teaching_mediums, is_verified, verification_status, created_at)
      select md5('tutor ' || nth)::uuid, md5('person ' || nth)::uuid, 'Teaches.', (case when nth % 9 < 4 then 'Female' else 'Male' end)::gender,
        (array['Colombo', 'Kandy', 'Galle', 'Jaffna', 'Matara, Galle', 'Negombo', 'யாழ்ப்பாணம்', 'කොළඹ', 'Nuwara Eliya', 'Badulla', 'Ella'])[nth % 11 + 1],
        array['english']::teaching_medium[], nth % 5 < 3, (case when nth % 5 < 3 then 'approved' else 'pending' end)::verification_status,
        timestamptz '2026-01-01 00:00+00' - make_interval(mins => nth / 3)
      from generate_series(1, ${count}::int) nth`;
    await tx`
      insert into tutor_subjects (id, tutor_id, subject_id, position)
      select md5('entry ' || nth || ' ' || place)::uuid, md5('tutor ' || nth)::uuid, md5('subject ' || ((nth * 7 + nth / 120 + place * 13) % 120 + 1))::uuid, place
      from generate_series(1, ${count}::int) nth, generate_series(0, nth % 2) place`;
    await tx`
      insert into tutor_subject_topics (tutor_subject_id, topic_id, position)
      select md5('entry ' || nth || ' ' || place)::uuid, md5('topic ' || ((nth * 7 + nth / 120 + place * 13) % 120 + 1) || ' ' || ((nth + topic) % 5 + 1))::uuid, topic
      from generate_series(1, ${count}::int) nth, generate_series(0, nth % 2) place, generate_series(1, nth % 3) topic`;
    await tx`
      insert into tutor_modes (tutor_subject_id, type, enabled, rate_cents)
      select md5('entry ' || nth || ' ' || place)::uuid, mode::teaching_mode,
        case mode when 'online' then nth % 8 > 0 when 'home-visit' then nth % 8 < 3 else nth % 500 = 0 end, 50000 + nth * 7919 % 60 * 5000
      from generate_series(1, ${count}::int) nth, generate_series(0, nth % 2) place, unnest(array['online', 'home-visit', 'group']) mode`;
    await tx`
      insert into tutor_slots (tutor_subject_id, day, start_minute, end_minute)
      select md5('entry ' || nth || ' ' || place)::uuid, 'Monday', 540, 720 from generate_series(1, ${count}::int) nth, generate_series(0, nth % 2) place`;
    await tx`
      insert into tutor_experience (tutor_id, position, title, company, duration, description)
      select md5('tutor ' || nth)::uuid, place, 'Teacher', 'School', '2020 - 2023', 'Taught.'
      from generate_series(1, ${count}::int) nth, generate_series(1, nth % 4) place`;
    await tx`
      insert into bookings (id, tutor_user_id, tutor_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
      select md5('booking ' || nth || ' ' || time)::uuid, md5('person ' || nth)::uuid, md5('tutor ' || nth)::uuid, 'Mathematics', 'completed',
        timestamptz '2025-06-01 00:00+00' + make_interval(hours => time), timestamptz '2025-06-01 01:00+00' + make_interval(hours => time),
        'online', 150000, '0771234567'
      from generate_series(2, ${count}::int, 2) nth, generate_series(0, nth % 3) time`;
    await tx`
      insert into reviews (id, booking_id, tutor_user_id, rating, review)
      select md5('review ' || nth || ' ' || time)::uuid, md5('booking ' || nth || ' ' || time)::uuid, md5('person ' || nth)::uuid, 5 - nth % 7 % (2 + time), 'Good.'
      from generate_series(2, ${count}::int, 2) nth, generate_series(0, nth % 3) time`;
  });
  await sql`analyze`;
  const ids = (await sql<{ id: string }[]>`select id from tutor_profiles order by id`).map(({ id }) => id);
  for (let from = 0; from < ids.length; from += AT_ONCE) await refreshInOneGo(db, ids.slice(from, from + AT_ONCE));
  await sql`vacuum analyze`;
}

const refreshInOneGo = (db: Db, ids: string[]) => db.transaction((tx) => refreshListing(tx, ids));
