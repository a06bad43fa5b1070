import { type SQL, sql } from 'drizzle-orm';
import { BOOKING_DURATIONS, NO_RESPONSE } from '#shared/vocabulary/bookings.ts';
import { ANSWER_TIME, BOOKING } from '#shared/vocabulary/limits.ts';
import { PART_BEGINS, PARTS_OF_DAY, type PartOfDay } from '#shared/vocabulary/search.ts';
import type { Executor } from './executor.ts';
import { withLocks } from './locks.ts';
import { IS_PUBLIC_PROFILE } from './public-tutors.ts';
import { BITS_OF_MODE, EVERYWHERE, NO_CATEGORY } from './schema/listing.ts';

const MIN_SESSION_MINUTES = sql.raw(`${60 * BOOKING_DURATIONS[0]}`);
const STEP = sql.raw(`${BOOKING.stepMinutes}`);
const MODE = sql.raw(`${BITS_OF_MODE}`);
const MIN_ANSWERS = sql.raw(`${ANSWER_TIME.fewest}`);
const UNANSWERED = sql.raw(`${ANSWER_TIME.unansweredMinutes}`);
const NO_ANSWER = sql.raw(`'${NO_RESPONSE}'`);
const LATEST_ANSWERS = sql.raw(`${ANSWER_TIME.latest}`);
const DAY_PARTS = sql.raw(
  `(values ${PARTS_OF_DAY.map((part, index) => `(${index}, ${PART_BEGINS[part]}, ${beginOf(PARTS_OF_DAY[index + 1])})`).join(', ')})`,
);

/** The last part of the day ends at midnight. */
function beginOf(part: PartOfDay | undefined): number {
  return part ? PART_BEGINS[part] : 1440;
}

/** `onlyFigures`: only bookings and reviews have changed, so the stored search terms, whose computation takes longest, are still right. */
export async function refreshListing(db: Executor, tutorIds: readonly string[], { onlyFigures = false } = {}): Promise<void> {
  const ids = [...new Set(tutorIds)];
  if (ids.length === 0) return;
  const idList = sql`any(${sql.param(ids)}::uuid[])`;
  // The statements below see what those who held the locks before have committed.
  await withLocks(db, { tutors: { noKeyUpdate: ids } });
  await db.execute(updateCounters(sql`person.id = ${idList}`));
  const changes = await db.execute<Change>(updateListings(idList));
  const unusedWords = await db.execute<{ word: string }>(updateTexts(idList, { keepsTerms: onlyFigures && changes.length === 0 }));
  if (unusedWords.length > 0) await db.execute(deleteWords(unusedWords.map(({ word }) => word)));
  if (changes.length > 0) await changeCounts(db, changes);
}

/**
 * For changes of bookings or reviews, after which only the rating of a listing can differ. The caller holds the locks of the profiles.
 */
export async function refreshCounters(db: Executor, tutorUserIds: readonly string[]): Promise<void> {
  if (tutorUserIds.length === 0) return;
  const ids = [...new Set(tutorUserIds)];
  const isDifferent = sql`(shown.rating, shown.total_reviews) is distinct from ((changed.rating * 100)::smallint, changed.total_reviews)`;
  const rating = sql`rating = (changed.rating * 100)::smallint, total_reviews = changed.total_reviews`;
  await db.execute(sql`
    with changed as (${updateCounters(sql`person.user_id = any(${sql.param(ids)}::uuid[])`)}
    ), listed as (
      update tutor_listings as shown set ${rating} from changed where shown.tutor_id = changed.id and ${isDifferent}
    )
    update tutor_texts as shown set ${rating} from changed where shown.tutor_id = changed.id and ${isDifferent}`);
}

type Change = { scope: string; change: number };

/** Totals are stored by account, because they outlive a deleted profile; triggers maintain them (`drizzle/0042`). */
const updateCounters = (which: SQL) => sql`
  update tutor_profiles as profile
  set rating = counted.rating, total_reviews = counted.reviews, total_students = counted.students,
    total_sessions = counted.sessions, total_earnings_cents = counted.earnings, answer_minutes = counted.answer_minutes
  from (
    select person.id, coalesce(round(total.rating_sum::numeric / nullif(total.reviews, 0), 2), 0) as rating, coalesce(total.reviews, 0) as reviews,
      coalesce(total.students, 0) as students, coalesce(total.sessions, 0) as sessions, coalesce(total.earnings_cents, 0) as earnings,
      answered.answer_minutes
    from tutor_profiles person
    left join tutor_totals total on total.tutor_user_id = person.user_id
    cross join lateral (
      select case when count(*) >= ${MIN_ANSWERS} then round(percentile_cont(0.5) within group (order by minutes))::integer end as answer_minutes
      from (
        select case when cancelled_by = 'system' and confirmed_at is null then ${UNANSWERED}
          else greatest(extract(epoch from coalesce(confirmed_at, cancelled_at) - created_at) / 60, 0) end as minutes
        from bookings where tutor_user_id = person.user_id
          and (confirmed_at is not null or cancelled_by = 'tutor' or (cancelled_by = 'system' and cancellation_reason = ${NO_ANSWER}))
        order by created_at desc nulls last, id desc nulls last limit ${LATEST_ANSWERS}
      ) latest
    ) answered
    where ${which}
  ) counted
  where profile.id = counted.id
    and (profile.rating, profile.total_reviews, profile.total_students, profile.total_sessions, profile.total_earnings_cents, profile.answer_minutes)
      is distinct from (counted.rating, counted.reviews, counted.students, counted.sessions, counted.earnings, counted.answer_minutes)
  returning profile.id, profile.rating, profile.total_reviews`;

const updateListings = (tutorIds: SQL) => sql`
  with entry as (
    select taught.tutor_id, taught.id, taught.subject_id, coalesce(subject.category_id, ${NO_CATEGORY}::uuid) as category_id,
      coalesce(bool_or(mode.type = 'online'), false) as online,
      coalesce(bool_or(mode.type = 'home-visit'), false) as home_visit,
      coalesce(bool_or(mode.type = 'group'), false) as in_group,
      min(mode.rate_cents) filter (where mode.type in ('online', 'home-visit')) as price, hours.has_slot, hours.bits
    from tutor_subjects taught
    join subjects subject on subject.id = taught.subject_id and subject.is_active
    left join tutor_modes mode on mode.tutor_subject_id = taught.id and mode.enabled and mode.rate_cents > 0
    cross join lateral (
      select count(*) > 0 as has_slot, coalesce(bit_or(1::bigint << (${sql.raw(String(PARTS_OF_DAY.length))} * (array_position(enum_range(null::weekday), slot.day) - 1) + part.index))
        filter (where first.start < part.until and first.start + ${MIN_SESSION_MINUTES} <= slot.end_minute), 0) as bits
      from tutor_slots slot cross join ${DAY_PARTS} part (index, begins, until)
      cross join lateral (
        select slot.start_minute + ${STEP} * ((greatest(part.begins - slot.start_minute, 0) + ${STEP} - 1) / ${STEP}) as start
      ) first
      where slot.tutor_subject_id = taught.id
    ) hours
    where taught.tutor_id = ${tutorIds}
    group by taught.id, subject.id, hours.has_slot, hours.bits
  ), listed as (
    select profile.id as tutor_id, (profile.rating * 100)::smallint as rating, profile.total_reviews, offered.price,
      (select count(*) from tutor_experience job where job.tutor_id = profile.id)::smallint as experience,
      lower(person.name) as name_key, profile.created_at as profile_created_at, profile.gender = 'Female' as is_female, profile.is_verified
    from (select tutor_id, min(price)::integer as price from entry group by tutor_id having bool_or(price is not null and has_slot)) offered
    join tutor_profiles profile on profile.id = offered.tutor_id
    join users person on person.id = profile.user_id
    where ${IS_PUBLIC_PROFILE}
  ), offer as (
    select tutor_id, id, subject_id, category_id, online, home_visit, in_group, case when price is null then 0 else
      case when online then bits else 0 end | case when home_visit then bits << ${MODE} else 0 end | case when in_group then bits << (2 * ${MODE}) else 0 end
    end as bits
    from entry
  ), place as (
    select tutor_id, ${EVERYWHERE}::uuid as scope, false as is_counted, online, home_visit, in_group, bits from offer
    union all
    select tutor_id, category_id, true, online, home_visit, in_group, bits from offer
    union all
    select tutor_id, subject_id, true, online, home_visit, in_group, bits from offer
    union all
    select offer.tutor_id, topic.id, false, online, home_visit, in_group, bits from offer
    join tutor_subject_topics chosen on chosen.tutor_subject_id = offer.id
    join topics topic on topic.id = chosen.topic_id and topic.subject_id = offer.subject_id and topic.is_active
  ), computed as (
    select listed.*, scope, offers_online, offers_home_visit, offers_group, bookable_hours, is_counted
    from (
      select tutor_id, scope, bool_or(online) as offers_online, bool_or(home_visit) as offers_home_visit, bool_or(in_group) as offers_group,
        bit_or(bits) as bookable_hours, bool_or(is_counted) as is_counted
      from place group by tutor_id, scope
    ) spot
    join listed using (tutor_id)
  ), stored as (
    select * from tutor_listings where tutor_id = ${tutorIds}
  ), gone as (
    delete from tutor_listings where (tutor_id, scope) in (select tutor_id, scope from stored except select tutor_id, scope from computed)
    returning scope
  ), written as (
    insert into tutor_listings (${COLUMNS})
    select ${COLUMNS} from computed except select ${COLUMNS} from stored
    on conflict (tutor_id, scope) do update set ${EXCLUDED_FACTS}
  ), moved as (
    select scope, -1 as step from gone
    union all
    select scope, 1 from computed where is_counted and not exists (select from stored where stored.tutor_id = computed.tutor_id and stored.scope = computed.scope)
  )
  select scope, sum(step)::integer as change from moved group by scope having sum(step) <> 0 order by scope`;

const FACTS = [
  ...['rating', 'total_reviews', 'price', 'experience', 'name_key', 'profile_created_at'],
  ...['is_female', 'is_verified', 'offers_online', 'offers_home_visit', 'offers_group', 'bookable_hours'],
];
const FACT_COLUMNS = sql.raw(FACTS.join(', '));
const COLUMNS = sql`scope, tutor_id, ${FACT_COLUMNS}`;
const FACTS_OF_LISTING = sql.raw(FACTS.map((column) => `listing.${column}`).join(', '));
const EXCLUDED_FACTS = sql.raw(FACTS.map((column) => `${column} = excluded.${column}`).join(', '));

const NEW_TERMS = sql`tutor_terms(profile.id, person.name, profile.available_locations, profile.teaching_mediums)`;
const STORED_TERMS = sql`coalesce((select known.terms from tutor_texts known where known.tutor_id = profile.id), ${NEW_TERMS})`;

const updateTexts = (tutorIds: SQL, { keepsTerms }: { keepsTerms: boolean }) => sql`
  with computed as (
    select profile.id as tutor_id, ${keepsTerms ? STORED_TERMS : NEW_TERMS} as terms, ${FACTS_OF_LISTING}
    from tutor_listings listing
    join tutor_profiles profile on profile.id = listing.tutor_id
    join users person on person.id = profile.user_id
    where listing.scope = ${EVERYWHERE} and listing.tutor_id = ${tutorIds}
  ), stored as (
    select tutor_id, terms, ${FACT_COLUMNS} from tutor_texts where tutor_id = ${tutorIds}
  ), gone as (
    delete from tutor_texts where tutor_id in (select tutor_id from stored except select tutor_id from computed)
  ), written as (
    insert into tutor_texts (tutor_id, terms, ${FACT_COLUMNS}) select * from computed except select * from stored
    on conflict (tutor_id) do update set terms = excluded.terms, ${EXCLUDED_FACTS}
  ), changed as (
    select computed.terms, stored.terms as old_terms from computed full join stored using (tutor_id)
    where computed.terms is distinct from stored.terms
  ), step as (
    select unnest(written_words(terms)) as word, 1 as tutors from changed
    union all select unnest(written_words(old_terms)), -1 from changed
  ), counted as (
    insert into listing_words as known (word, tutors)
    select word, sum(tutors) from step where char_length(word) >= 3
    group by word having sum(tutors) <> 0 order by word
    on conflict (word) do update set tutors = known.tutors + excluded.tutors
    returning word, tutors
  )
  select word from counted where tutors = 0`;

/** A transaction that adds one of these words waits for this delete, and inserts the word again. */
const deleteWords = (words: readonly string[]) => sql`delete from listing_words where word = any(${sql.param(words)}::text[]) and tutors = 0`;

/** Inserts rows before it locks any, so that a transaction waiting for a new row holds none that comes later. */
async function changeCounts(db: Executor, changes: readonly Change[]): Promise<void> {
  const scopes = changes.map(({ scope }) => scope);
  const grownScopes = changes.filter(({ change }) => change > 0).map(({ scope }) => scope);
  if (grownScopes.length > 0) {
    await db.execute(sql`
      insert into listing_counts (scope, tutors) select scope, 0 from unnest(${sql.param(grownScopes)}::uuid[]) as scope order by scope
      on conflict (scope) do nothing`);
  }
  await withLocks(db, { listingCounts: { update: scopes } });
  await db.execute(sql`
    update listing_counts as counter set tutors = tutors + moved.change
    from unnest(${sql.param(scopes)}::uuid[], ${sql.param(changes.map(({ change }) => change))}::integer[]) as moved (scope, change)
    where counter.scope = moved.scope`);
}
