import { sql } from 'drizzle-orm';
import { type Executor, only, prepareOnce } from '#db/executor.ts';
import { fenced, inline, makeRowsDear } from '#db/planner-hints.ts';
import { EVERYWHERE } from '#db/schema/listing.ts';
import type { Suggestions } from '#shared/contracts/suggestions.ts';
import { SUGGESTIONS } from '#shared/vocabulary/limits.ts';

const PER_GROUP = inline(SUGGESTIONS.perGroup);

export type Listed = { tutors: Suggestions['tutors']; places: number[] };

/** Tutors by name, and which of the places have a listed tutor. */
export async function findListed(db: Executor, { terms, places }: { terms: string; places: readonly number[] }): Promise<Listed> {
  return only(await listed(db).execute({ terms, places: [...places] }));
}

const MAX_READ = inline(300);
const MAX_RARE = inline(100);

/**
 * Looks for names and places among the best rated tutors first, which is enough for common ones. Only if that finds too few is the GIN index of
 * the terms used, because it reads all tutors who have a term.
 */
const listed = prepareOnce((db) =>
  db
    .select({ tutors: sql<Listed['tutors']>`tutors`, places: sql<number[]>`places` })
    .from(
      sql`(
        with given as materialized (
          select ${sql.placeholder('terms')}::tsquery as query, ${sql.placeholder('places')}::integer[] as places
        ), best as materialized (
          select tutor_id, place, terms from (
            select tutor_id, row_number() over (order by rating desc, total_reviews desc, profile_created_at desc, tutor_id desc) as place
            from (
              select tutor_id, rating, total_reviews, profile_created_at from tutor_listings where scope = ${inline(`'${EVERYWHERE}'`)}
              order by rating desc, total_reviews desc, profile_created_at desc, tutor_id desc limit ${MAX_READ}
            ) top
          ) placed cross join lateral ${fenced(sql`select terms from tutor_texts where tutor_texts.tutor_id = placed.tutor_id`)} text
        ), common as materialized (
          select tutor_id from best where terms @@ (select query from given) order by place limit ${PER_GROUP}
        ), found as (
          select tutor_id from common
          union
          select tutor_id from (
            select tutor_id from tutor_texts where terms @@ (select query from given) and ${makeRowsDear(sql`tutor_id`)} and (select count(*) from common) < ${PER_GROUP}
            limit ${MAX_RARE}
          ) rare
        ), placed as materialized (
          select found.tutor_id, row_number() over (order by rating desc, total_reviews desc, found.tutor_id) as rank
          from found join tutor_listings listing on listing.tutor_id = found.tutor_id and listing.scope = ${inline(`'${EVERYWHERE}'`)}
          order by rating desc, total_reviews desc, found.tutor_id limit ${PER_GROUP}
        ), named as (
          select profile.id, person.name, person.profile_image, rank,
            (select subject.name from tutor_subjects entry join subjects subject on subject.id = entry.subject_id and subject.is_active
              where entry.tutor_id = profile.id order by entry.position, entry.id limit 1) as subject
          from placed
          join tutor_profiles profile on profile.id = placed.tutor_id
          join users person on person.id = profile.user_id and person.status = 'active'
        )
        select
          (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'profileImage', profile_image, 'subject', subject) order by rank), '[]') from named)
            as tutors,
          (select coalesce(json_agg(entity), '[]') from unnest((select places from given)) entity
            where case when exists (select from best where terms @@ ('e' || entity)::tsquery) then true
              else exists (select from tutor_texts where terms @@ ('e' || entity)::tsquery and ${makeRowsDear(sql`tutor_id`)}) end) as places
      ) listed`,
    )
    .prepare('suggested_tutors'),
);
