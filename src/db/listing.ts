import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from './executor.ts';
import { lockCounts, lockTutors } from './locks.ts';
import { EVERYWHERE, NO_CATEGORY } from './schema/listing.ts';
import { tutorProfiles } from './schema/tutors.ts';

/** Makes figures, listings, texts and counters of these tutors what they are computed from; what is right already is not written. */
export async function refreshListing(db: Executor, tutorIds: readonly string[]): Promise<void> {
  const ids = [...new Set(tutorIds)];
  if (ids.length === 0) return;
  const theirs = sql`any(${sql.param(ids)}::uuid[])`;
  // Each of the statements after this one sees what those who held the locks before have committed.
  await lockTutors(db, sql`${tutorProfiles.id} = ${theirs}`);
  await db.execute(figures(theirs));
  const changes = await db.execute<Change>(listings(theirs));
  await db.execute(texts(theirs));
  if (changes.length > 0) await changeCounts(db, changes);
}

type Change = { scope: string; change: number };

/** Of the person, not of the profile: they outlive one that is deleted. */
const figures = (theirs: SQL) => sql`
  update tutor_profiles as profile
  set rating = figure.rating, total_reviews = figure.reviews, total_students = figure.students,
    total_sessions = figure.sessions, total_earnings_cents = figure.earnings
  from (
    select person.id, given.rating, given.reviews, held.students, held.sessions, held.earnings
    from tutor_profiles person
    cross join lateral (
      select coalesce(round(avg(rating), 2), 0) as rating, count(*) as reviews
      from reviews where tutor_user_id = person.user_id
    ) given
    cross join lateral (
      select count(distinct student_id) as students,
        count(*) filter (where status = 'completed') as sessions,
        coalesce(sum(amount_cents) filter (where status = 'completed'), 0) as earnings
      from bookings where tutor_user_id = person.user_id and status in ('confirmed', 'completed')
    ) held
    where person.id = ${theirs}
  ) figure
  where profile.id = figure.id
    and (profile.rating, profile.total_reviews, profile.total_students, profile.total_sessions, profile.total_earnings_cents)
      <> (figure.rating, figure.reviews, figure.students, figure.sessions, figure.earnings)`;

/** Answers by how many tutors each subject and category has changed. */
const listings = (theirs: SQL) => sql`
  with entry as (
    select taught.tutor_id, taught.id, taught.subject_id, coalesce(subject.category_id, ${NO_CATEGORY}::uuid) as category_id,
      coalesce(bool_or(mode.type = 'online'), false) as online,
      coalesce(bool_or(mode.type = 'home-visit'), false) as home_visit,
      coalesce(bool_or(mode.type = 'group'), false) as in_group,
      min(mode.rate_cents) filter (where mode.type in ('online', 'home-visit')) as price,
      exists (select from tutor_slots slot where slot.tutor_subject_id = taught.id) as has_slot
    from tutor_subjects taught
    join subjects subject on subject.id = taught.subject_id and subject.is_active
    left join tutor_modes mode on mode.tutor_subject_id = taught.id and mode.enabled and mode.rate_cents > 0
    where taught.tutor_id = ${theirs}
    group by taught.id, subject.id
  ), listed as (
    select tutor_id, min(price) as price from entry group by tutor_id having bool_or(price is not null and has_slot)
  ), place as (
    select tutor_id, ${EVERYWHERE}::uuid as scope, false as is_counted, online, home_visit, in_group from entry
    union all
    select tutor_id, category_id, true, online, home_visit, in_group from entry
    union all
    select tutor_id, subject_id, true, online, home_visit, in_group from entry
    union all
    select entry.tutor_id, topic.id, false, online, home_visit, in_group from entry
    join tutor_subject_topics chosen on chosen.tutor_subject_id = entry.id
    join topics topic on topic.id = chosen.topic_id and topic.subject_id = entry.subject_id and topic.is_active
  ), wanted as (
    select place.scope, place.tutor_id, (profile.rating * 100)::smallint as rating, profile.total_reviews, listed.price::integer as price,
      (select count(*) from tutor_experience job where job.tutor_id = profile.id)::smallint as experience,
      lower(person.name) as name_key, profile.created_at as profile_created_at,
      profile.gender = 'Female' as is_female, profile.is_verified,
      bool_or(place.online) as offers_online, bool_or(place.home_visit) as offers_home_visit, bool_or(place.in_group) as offers_group,
      bool_or(place.is_counted) as is_counted
    from listed
    join place using (tutor_id)
    join tutor_profiles profile on profile.id = listed.tutor_id and profile.verification_status <> 'rejected'
    join users person on person.id = profile.user_id and person.status = 'active'
    group by place.scope, place.tutor_id, listed.price, profile.id, person.id
  ), present as (
    select * from tutor_listings where tutor_id = ${theirs}
  ), gone as (
    delete from tutor_listings where (tutor_id, scope) in (select tutor_id, scope from present except select tutor_id, scope from wanted)
    returning scope
  ), written as (
    insert into tutor_listings (${ROW})
    select ${ROW} from wanted except select ${ROW} from present
    on conflict (tutor_id, scope) do update set rating = excluded.rating, total_reviews = excluded.total_reviews, price = excluded.price,
      experience = excluded.experience, name_key = excluded.name_key, profile_created_at = excluded.profile_created_at,
      is_female = excluded.is_female, is_verified = excluded.is_verified, offers_online = excluded.offers_online,
      offers_home_visit = excluded.offers_home_visit, offers_group = excluded.offers_group
  ), moved as (
    select scope, -1 as step from gone
    union all
    select scope, 1 from wanted where is_counted and not exists (select from present where present.tutor_id = wanted.tutor_id and present.scope = wanted.scope)
  )
  select scope, sum(step)::integer as change from moved group by scope having sum(step) <> 0 order by scope`;

const ROW = sql.raw(
  'scope, tutor_id, rating, total_reviews, price, experience, name_key, profile_created_at, is_female, is_verified, offers_online, offers_home_visit, offers_group',
);

const texts = (theirs: SQL) => sql`
  with wanted as (
    select profile.id as tutor_id, plain_text(profile.available_locations) as locations,
      plain_text(concat_ws(chr(10), person.name, taught.names, profile.available_locations)) as words
    from tutor_listings listing
    join tutor_profiles profile on profile.id = listing.tutor_id
    join users person on person.id = profile.user_id
    cross join lateral (
      select string_agg(concat_ws(chr(10), subject.name, chosen.names), chr(10) order by entry.position, entry.id) as names
      from tutor_subjects entry
      join subjects subject on subject.id = entry.subject_id and subject.is_active
      cross join lateral (
        select string_agg(topic.name, chr(10) order by selected.position) as names
        from tutor_subject_topics selected
        join topics topic on topic.id = selected.topic_id and topic.subject_id = subject.id and topic.is_active
        where selected.tutor_subject_id = entry.id
      ) chosen
      where entry.tutor_id = profile.id
    ) taught
    where listing.scope = ${EVERYWHERE} and listing.tutor_id = ${theirs}
  ), gone as (
    delete from tutor_texts where tutor_id = ${theirs} and tutor_id not in (select tutor_id from wanted)
  )
  insert into tutor_texts (tutor_id, words, locations)
  select tutor_id, words, locations from wanted
  except select tutor_id, words, locations from tutor_texts where tutor_id = ${theirs}
  on conflict (tutor_id) do update set words = excluded.words, locations = excluded.locations`;

/** Rows are made before any is locked, so that whoever waits for a new one holds none that comes later. */
async function changeCounts(db: Executor, changes: readonly Change[]): Promise<void> {
  const scopes = changes.map(({ scope }) => scope);
  const grown = changes.filter(({ change }) => change > 0).map(({ scope }) => scope);
  if (grown.length > 0) {
    await db.execute(sql`
      insert into listing_counts (scope, tutors) select scope, 0 from unnest(${sql.param(grown)}::uuid[]) as scope order by scope
      on conflict (scope) do nothing`);
  }
  await lockCounts(db, scopes);
  await db.execute(sql`
    update listing_counts as counter set tutors = tutors + moved.change
    from unnest(${sql.param(scopes)}::uuid[], ${sql.param(changes.map(({ change }) => change))}::integer[]) as moved (scope, change)
    where counter.scope = moved.scope`);
}
