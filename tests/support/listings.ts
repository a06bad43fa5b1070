import { EVERYWHERE, NO_CATEGORY } from '#db/schema/listing.ts';
import type { TestDatabase } from './database.ts';

export async function findWrongListings({ sql }: TestDatabase) {
  const wrong = await sql`
    with counted as (
      select scope, count(*)::bigint as tutors from tutor_listings
      where scope in (select id from subjects union select id from subject_categories) or scope = ${NO_CATEGORY} group by scope
    )
    select scope, counted.tutors as counted, kept.tutors as kept from counted full join listing_counts kept using (scope)
    where coalesce(counted.tutors, 0) <> coalesce(kept.tutors, 0)`;

  const misplaced = await sql`
    with bookable as (
      select distinct taught.tutor_id from tutor_subjects taught
      join subjects on subjects.id = subject_id and is_active
      join tutor_modes mode on mode.tutor_subject_id = taught.id and enabled and rate_cents > 0 and type <> 'group'
      join tutor_slots slot on slot.tutor_subject_id = taught.id
      join tutor_profiles profile on profile.id = taught.tutor_id and verification_status <> 'rejected'
      join users on users.id = profile.user_id and status = 'active'
    ), expected as (
      select tutor_id, subject_id as scope from tutor_subjects join bookable using (tutor_id) join subjects on subjects.id = subject_id and is_active
      union select tutor_id, coalesce(category_id, ${NO_CATEGORY}) from tutor_subjects join bookable using (tutor_id) join subjects on subjects.id = subject_id and is_active
      union select tutor_id, topic_id from tutor_subject_topics join tutor_subjects taught on taught.id = tutor_subject_id
        join bookable using (tutor_id) join subjects on subjects.id = subject_id and subjects.is_active join topics on topics.id = topic_id and topics.is_active
      union select tutor_id, ${EVERYWHERE}::uuid from bookable
    )
    select * from expected full join tutor_listings using (tutor_id, scope) where expected.tutor_id is null or tutor_listings.tutor_id is null`;

  const miscounted = await sql`
    with counted as (
      select word, count(*)::bigint as tutors from (select unnest(written_words(terms)) as word from tutor_texts) written
      where char_length(word) >= 3 group by word
    )
    select word, counted.*, known.* from counted full join listing_words known using (word) where counted.tutors is distinct from known.tutors`;

  const facts = sql`tutor_id, rating, total_reviews, price, experience, name_key, profile_created_at, is_female, is_verified, offers_online,
    offers_home_visit, offers_group, bookable_hours, weighted_rating`;
  const differing = await sql`
    with listed as (select ${facts} from tutor_listings where scope = ${EVERYWHERE}), written as (select ${facts} from tutor_texts)
    (select * from listed except select * from written) union all (select * from written except select * from listed)`;

  const mispaired = await sql`
    with term as (select tutor_id, unnest(tsvector_to_array(terms)) as term from tutor_texts),
    place as (select tutor_id, id from term join search_entities on place is not null and term = 'e' || id),
    taught as (
      select listing.*, entity.id from tutor_listings listing join search_entities entity on listing.scope in (entity.subject_id, entity.category_id)
      where listing.tutor_id in (select tutor_id from tutor_texts)
    ), expected as (
      select tutor_id, 'p' || taught.id || '.' || place.id as term from taught join place using (tutor_id)
      union select tutor_id, 'o' || id from taught where offers_online
      union select tutor_id, 'h' || id from taught where offers_home_visit
      union select tutor_id, 'g' || id from taught where offers_group
    ), written as (select tutor_id, term from term where term ~ '^[pohg][0-9]')
    (select * from expected except select * from written) union all (select * from written except select * from expected)`;
  return [...wrong, ...misplaced, ...miscounted, ...differing, ...mispaired];
}
