import { EVERYWHERE } from '#db/schema/listing.ts';
import { MAX_COUNTED } from './views.ts';

/** Written by hand, with the columns that the answers need; `pg` and postgres.js both prepare each under its name. */
export type Statement = { name: string; text: string };

const PROFILE = `
  profile.id, profile.phone, profile.bio, profile.headline, profile.introduction_video, profile.gender, profile.social_media,
  profile.teaching_mediums::text[], profile.available_locations, profile.minimum_notice_hours, profile.buffer_minutes,
  profile.rating::float8, profile.total_reviews, profile.total_students, profile.total_sessions, profile.is_verified,
  profile.verification_status, profile.verification_checks, profile.verification_date, profile.vacation_mode,
  profile.created_at, profile.updated_at, owner.id as user_id, owner.name, owner.profile_image, owner.status,
  case profile.contact_email_kind when 'sign-in' then owner.email else profile.contact_email end as contact_email,
  coalesce((
    select json_agg(json_build_object('degree', degree, 'institution', institution, 'year', year) order by position)
    from tutor_education where tutor_id = profile.id), '[]') as education,
  coalesce((
    select json_agg(json_build_object('title', title, 'company', company, 'duration', duration, 'description', description) order by position)
    from tutor_experience where tutor_id = profile.id), '[]') as experience,
  coalesce((
    select json_agg(json_build_object(
      'id', subject.id, 'name', subject.name, 'description', subject.description, 'isActive', subject.is_active, 'createdAt', subject.created_at,
      'category', case when category.id is not null then json_build_object(
        'id', category.id, 'name', category.name, 'icon', category.icon, 'color', category.color, 'order', category.sort_order) end,
      'topics', coalesce((
        select json_agg(json_build_object('id', topic.id, 'name', topic.name, 'description', topic.description) order by chosen.position)
        from tutor_subject_topics chosen join topics topic on topic.id = chosen.topic_id
        where chosen.tutor_subject_id = entry.id and topic.is_active), '[]'),
      'modes', coalesce((
        select json_agg(json_build_object('type', type, 'enabled', enabled, 'rateCents', rate_cents))
        from tutor_modes where tutor_subject_id = entry.id), '[]'),
      'slots', coalesce((
        select json_agg(json_build_object('day', day, 'start', start_minute, 'end', end_minute) order by day, start_minute)
        from tutor_slots where tutor_subject_id = entry.id), '[]')
    ) order by entry.position, entry.id)
    from tutor_subjects entry
    join subjects subject on subject.id = entry.subject_id
    left join subject_categories category on category.id = subject.category_id
    where entry.tutor_id = profile.id and subject.is_active), '[]') as subjects`;

export const TUTOR_BY_ID: Statement = {
  name: 'tutor_by_id',
  text: `select ${PROFILE} from tutor_profiles profile join users owner on owner.id = profile.user_id
    where profile.id = $1 and owner.status = 'active' and profile.verification_status <> 'rejected'`,
};

/** $1: how many; $2: after how many. */
export const TUTORS_PAGE: Statement = {
  name: 'tutors_page',
  text: `with page as (
      select tutor_id, rating, total_reviews, profile_created_at from tutor_listings where scope = '${EVERYWHERE}'
      order by rating desc, total_reviews desc, profile_created_at desc, tutor_id desc limit $1 offset $2)
    select ${PROFILE} from page
    join tutor_profiles profile on profile.id = page.tutor_id join users owner on owner.id = profile.user_id
    order by page.rating desc, page.total_reviews desc, page.profile_created_at desc, page.tutor_id desc`,
};

/** No more are counted than are answered, and one. */
export const TUTOR_COUNT: Statement = {
  name: 'tutor_count',
  text: `select count(*)::int as tutors from (select from tutor_listings where scope = '${EVERYWHERE}' limit ${MAX_COUNTED + 1}) counted`,
};

export const SUBJECTS: Statement = {
  name: 'subjects',
  text: `select subject.id, subject.name, subject.description, subject.is_active, subject.created_at, subject.updated_at, category.id as category_id,
      category.name as category_name, category.icon as category_icon, category.color as category_color, category.sort_order as category_order
    from subjects subject left join subject_categories category on category.id = subject.category_id
    where subject.is_active order by lower(subject.name) collate "C", subject.id`,
};

/** $1: the SHA-256 of the token, in hex. */
export const SESSION: Statement = {
  name: 'session',
  text: `select owner.id, owner.role, owner.email_verified_at is not null as is_confirmed
    from sessions session join users owner on owner.id = session.user_id
    where session.id = $1 and session.expires_at > now() and owner.status = 'active'`,
};

/** $1: whose; $2: how many; $3: after how many. */
export const NOTIFICATIONS: Statement = {
  name: 'notifications',
  text: `select notice.id, notice.user_id, notice.kind, notice.params, notice.type, notice.category, notice.title, notice.message, notice.action,
      notice.priority, notice.metadata, notice.expires_at, notice.read_at, notice.created_at, notice.updated_at,
      booking.start_time, other_party.name as other_party
    from notifications notice
    left join bookings booking on booking.id = (notice.params ->> 'bookingId')::uuid
    left join users other_party on other_party.id = case booking.student_id when $1 then booking.tutor_user_id else booking.student_id end
    where notice.user_id = $1 and (notice.expires_at is null or notice.expires_at > now())
    order by notice.created_at desc nulls last, notice.id desc nulls last limit $2 offset $3`,
};

export const NOTIFICATION_COUNT: Statement = {
  name: 'notification_count',
  text: 'select count(*)::int as total from notifications where user_id = $1 and (expires_at is null or expires_at > now())',
};

const BOOKING = `
  select booking.id, booking.status, booking.subject_id, booking.subject_name, booking.start_time, booking.end_time, booking.learning_method,
    booking.amount_cents, booking.payment_status, booking.meeting_link, booking.contact_number, booking.child_name, booking.notes, booking.address,
    booking.cancellation_reason, booking.cancelled_by, booking.created_at, booking.updated_at, booking.tutor_id,
    student.id as student_id, student.name as student_name, student.email as student_email, student.profile_image as student_image,
    tutor.id as tutor_user_id, tutor.name as tutor_name, tutor.profile_image as tutor_image, profile.phone as tutor_phone,
    case profile.contact_email_kind when 'sign-in' then tutor.email else profile.contact_email end as tutor_email,
    coalesce((
      select json_agg(json_build_object('id', coalesce(topic_id::text, ''), 'name', name, 'description', description) order by position)
      from booking_topics where booking_id = booking.id), '[]') as topics,
    exists (select from reviews where reviews.booking_id = booking.id) as is_reviewed
  from bookings booking
  left join users student on student.id = booking.student_id
  left join users tutor on tutor.id = booking.tutor_user_id
  left join tutor_profiles profile on profile.id = booking.tutor_id`;

/** $1: the student; $2: how many; $3: after how many. */
export const BOOKINGS: Statement = {
  name: 'bookings',
  text: `${BOOKING} where booking.student_id = $1
    order by booking.created_at desc nulls last, booking.id desc nulls last limit $2 offset $3`,
};

export const BOOKING_BY_ID: Statement = { name: 'booking_by_id', text: `${BOOKING} where booking.id = $1` };

export const BOOKING_COUNT: Statement = { name: 'booking_count', text: 'select count(*)::int as total from bookings where student_id = $1' };
