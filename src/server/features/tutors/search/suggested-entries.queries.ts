import { type SQL, sql } from 'drizzle-orm';
import { type Executor, only, prepareOnce } from '#db/executor.ts';
import { inline } from '#db/planner-hints.ts';
import { SUGGESTIONS } from '#shared/vocabulary/limits.ts';

export type SuggestedEntry = {
  kind: 'subject' | 'topic' | 'place';
  entity: number;
  id: string;
  name: string;
  alias: string | null;
  subject: string | null;
  hasAll: boolean;
  lastWay: number;
};
export type Form = { plain: string; key: string };
export type NamedKind = 'place' | 'taught';
type Expansion = {
  forms: Form[];
  entries: SuggestedEntry[];
  /** The kinds of entities that the words before the last one name by themselves. */
  named: NamedKind[];
};

/** Limits for each word and for each kind. More places than are shown, because not every place has a tutor. */
const MAX_MATCHES = inline(300);
const MAX_PLACES = inline(8);
const PER_GROUP = inline(SUGGESTIONS.perGroup);
/** A sound needs more letters than this, as in `expand.queries.ts`. */
const SOUND = inline(2);
const LAST_LETTER = sql`chr(1114111)`;

/** A rough comparison: the exact one, of the database function `search_words`, takes 0.1 ms per name, too long for all aliases of an entry. */
const begins = (name: SQL): SQL => sql`strpos(' ' || translate(lower(${name}), ${MARKS}, '   '), ' ' || (select plain from typed where is_last)) > 0`;
/** `translate` turns the first three into blanks and removes the zero-width characters. */
const MARKS = sql.raw("E'-/(\\u200B\\u200C\\u200D'");

/** Subjects, topics and places that complete the words, the best first; and the words in the form in which the database compares them. */
export async function expandTyped(db: Executor, words: readonly string[]): Promise<Expansion> {
  return only(await expansion(db).execute({ words: [...words] }));
}

/**
 * The values are in a CTE of their own, here and in the statement of the tutors, so that PostgreSQL keeps a generic plan: planning for each text takes
 * three times as long as running. `way`: 0 word, 1 its prefix, 2 synonym, 3 its prefix, 4 sound, 5 its prefix.
 */
const expansion = prepareOnce((db) =>
  db
    .select({ forms: sql<Form[]>`forms`, entries: sql<SuggestedEntry[]>`entries`, named: sql<NamedKind[]>`named` })
    .from(
      sql`(
        with given as materialized (
          select ${sql.placeholder('words')}::text[] as words
        ), typed as materialized (
          select position, plain, sound.key, position = (select cardinality(words) from given) as is_last,
            case when plain ~ '[^ -~]' then regexp_replace(sound.key, 'a$', '') else sound.key end as open_key
          from unnest((select words from given)) with ordinality word (word, position)
          cross join lateral (select search_text(word) as plain) compared
          cross join lateral (select latin_key(plain) as key) sound
        ), met as (
          select position, entity_id, min(way) as way from (
            select position, entity_id, case when is_synonym then 2 else 0 end as way from typed join search_words known on known.word = plain
            union all
            select position, entity_id, case when is_synonym then 3 else 1 end
            from typed cross join lateral (
              select entity_id, is_synonym from search_words where word ~>~ plain and word ~<~ (plain || ${LAST_LETTER}) limit ${MAX_MATCHES}
            ) begun where is_last
            union all
            select position, entity_id, 4 from typed cross join lateral (
              select entity_id from search_words known where known.key = typed.key limit ${MAX_MATCHES}
            ) sounding where char_length(typed.key) > ${SOUND}
            union all
            select position, entity_id, 5 from typed cross join lateral (
              select entity_id from search_words known where known.key ~>~ open_key and known.key ~<~ (open_key || ${LAST_LETTER}) limit ${MAX_MATCHES}
            ) begun where is_last and char_length(open_key) > ${SOUND}
          ) way group by position, entity_id
        ), joined as (
          select position, entity_id, way, true as is_own from met
          union all
          select position, own.id, 6, false from met
          join search_entities parent on parent.id = met.entity_id and parent.category_id is not null
          join subjects on subjects.category_id = parent.category_id
          join search_entities own on own.subject_id = subjects.id
        ), suited as (
          select entity_id, count(*) = (select count(*) from typed) as has_all, sum(way) as way,
            min(way) filter (where position = (select max(position) from typed)) as last_way
          from (select position, entity_id, min(way) as way, bool_or(is_own) as is_own from joined group by position, entity_id) best
          group by entity_id having bool_or(is_own) and max(position) = (select max(position) from typed)
        ), entry as (
          select 'subject' as kind, entity_id, subject.id::text, subject.name,
            subject.aliases || array[subject.name_si, subject.name_ta] as names, null as subject, has_all, way, last_way, counter.tutors
          from suited join search_entities entity on entity.id = entity_id
          join subjects subject on subject.id = entity.subject_id and subject.is_active
          join listing_counts counter on counter.scope = subject.id and counter.tutors > 0
          left join subject_categories category on category.id = subject.category_id
          where coalesce(category.is_active, true)
          union all
          select 'topic', entity_id, topic.id::text, topic.name, topic.aliases || array[topic.name_si, topic.name_ta],
            case when count(*) over alike = 1 then subject.name end, has_all, way, last_way, 0
          from suited join search_entities entity on entity.id = entity_id
          join topics topic on topic.id = entity.topic_id and topic.is_active
          join subjects subject on subject.id = topic.subject_id and subject.is_active
          where exists (select from tutor_listings where scope = topic.id)
          window alike as (partition by lower(topic.name))
          union all
          select 'place', entity_id, place.key, place.name, array(select named.name from place_names named where named.place = place.key), null, has_all, way, last_way, 0
          from suited join search_entities entity on entity.id = entity_id join places place on place.key = entity.place
        ), ranked as (
          select alike.*, row_number() over (partition by kind, has_all order by way, tutors desc, char_length(name), name, entity_id) as rank
          from (select distinct on (kind, lower(name), has_all, case kind when 'place' then id end) * from entry
            order by kind, lower(name), has_all, case kind when 'place' then id end, way, entity_id) alike
        )
        select
          (select json_agg(json_build_object('plain', plain, 'key', key) order by position) from typed) as forms,
          (select coalesce(json_agg(distinct case when entity.place is null then 'taught' else 'place' end), '[]')
            from met join search_entities entity on entity.id = entity_id
            where way in (0, 2) and position < (select cardinality(words) from given)) as named,
          (select coalesce(json_agg(json_build_object(
            'kind', kind, 'entity', entity_id, 'id', id, 'name', name, 'subject', subject, 'hasAll', has_all, 'lastWay', last_way,
            'alias', case when not ${begins(sql`name`)} then coalesce(
              (select other from unnest(names) other where ${begins(sql`other`)} order by char_length(other), other limit 1),
              (select synonym from search_synonyms where term = any (terms) and ${begins(sql`synonym`)} order by char_length(synonym), synonym limit 1)
            ) end
          ) order by has_all desc, rank, kind = 'place', kind = 'topic'), '[]') from ranked cross join lateral (select search_words(name) || search_phrase(name) as terms offset 0) named
          where rank <= case kind when 'place' then ${MAX_PLACES} else ${PER_GROUP} end) as entries
      ) expanded`,
    )
    .prepare('suggested_entries'),
);
