import { type SQL, sql } from 'drizzle-orm';
import { type Executor, only, prepareOnce } from '#db/executor.ts';
import { fenced, inline, makeRowsDear } from '#db/planner-hints.ts';
import { EVERYWHERE } from '#db/schema/listing.ts';
import type { Ctx } from '#server/core/context.ts';
import type { PopularSubjects, SuggestInput, Suggestions } from '#shared/contracts/suggestions.ts';
import { parseSearchText, type SearchText, type TextFilter } from '#shared/domain/search-text.ts';
import { placesInText, type TextPlace } from '#shared/domain/text-parts.ts';
import { LIMITS, SUGGESTIONS } from '#shared/vocabulary/limits.ts';
import { isStorable } from './search-criteria.queries.ts';
import { toNameQuery } from './search-terms.queries.ts';

const NOTHING: Suggestions = { subjects: [], topics: [], places: [], tutors: [] };

/** What the words that were typed may become, of which the last one is taken for a beginning. */
export async function suggest({ db }: Ctx, input: SuggestInput): Promise<Suggestions> {
  const text = input.text.normalize('NFC');
  if (!isStorable(text)) return NOTHING;
  const typed = parseSearchText(text);
  const around = findTextAround(text, typed);
  if (!around || typed.words.reduce((letters, { word }) => letters + [...word].length, 0) < SUGGESTIONS.letters) return NOTHING;
  const { forms, entries } = only(await expansion(db).execute({ words: typed.words.map(({ word }) => word) }));
  const isPlace = ({ kind }: Entry) => kind === 'place';
  const listed = await findListed(db, { terms: toNameQuery(forms), places: entries.filter(isPlace).map(({ entity }) => entity) });
  const withTutors = entries.filter((entry) => !isPlace(entry) || listed.places.includes(entry.entity));
  // A district is mostly called like its town.
  const offered = [...new Map(withTutors.toReversed().map((entry) => [`${entry.kind} ${entry.hasAll} ${entry.name}`, entry])).values()].reverse();
  const complete = offered.filter(({ hasAll }) => hasAll);
  const completing = complete.some(hasName) ? [] : offered.filter((entry) => !entry.hasAll && (complete.length === 0 || hasName(entry)));
  // "maths kan" is rather maths in Kandy than a second name of maths.
  const best = [...(completing.length > 0 ? complete.slice(0, 1) : complete), ...completing]
    .map((entry) => ({ ...entry, ...(entry.hasAll ? around.allWords : around.lastWord) }))
    .filter((entry) => keepsFilters(entry.before + entry.name + entry.after, typed.filters));
  const ofKind = (kind: Entry['kind']) => best.filter((entry) => entry.kind === kind).slice(0, SUGGESTIONS.perGroup);
  return share({ subjects: ofKind('subject'), topics: ofKind('topic'), places: ofKind('place'), tutors: listed.tutors });
}

/** The last word is one of its own names, or begins one. */
const hasName = ({ lastWay }: Entry): boolean => lastWay <= 1;

type TextAround = Pick<Suggestions['subjects'][number], 'before' | 'after'>;

/** What is left of the text where an entry takes the place of its last word, or of all its words: then the filters. */
function findTextAround(text: string, { words, filters }: SearchText): { lastWord: TextAround; allWords: TextAround } | null {
  const [word] = words.slice(-1);
  const filterPlaces = findFilterPlaces(text, filters);
  const isInFilter = (place: TextPlace) => filterPlaces.some(({ from, to }) => from <= place.from && place.from < to);
  const last = word && placesInText(text, word.text).findLast((place) => !isInFilter(place));
  if (!last) return null;
  const filterTexts = (isOnSide: (place: TextPlace) => boolean) => filterPlaces.filter(isOnSide).map(({ from, to }) => text.slice(from, to));
  return {
    lastWord: { before: text.slice(0, last.from), after: text.slice(last.to) },
    allWords: {
      before: filterTexts(({ from }) => from < last.from)
        .map((filter) => `${filter} `)
        .join(''),
      after: filterTexts(({ from }) => from > last.from)
        .map((filter) => ` ${filter}`)
        .join(''),
    },
  };
}

function findFilterPlaces(text: string, filters: readonly TextFilter[]): TextPlace[] {
  const places: TextPlace[] = [];
  for (const filter of filters) {
    const end = places.at(-1)?.to ?? 0;
    places.push(
      ...placesInText(text, filter.text)
        .filter(({ from }) => from >= end)
        .slice(0, 1),
    );
  }
  return places;
}

/** A text that is too long, or has too many words, loses what stands at its end. */
function keepsFilters(text: string, filters: readonly TextFilter[]): boolean {
  const read = parseSearchText(text).filters.map((filter) => filter.text);
  return text.length <= LIMITS.searchText && filters.every((filter) => read.includes(filter.text));
}

/** The first of each group before the second of any. */
function share(all: Suggestions): Suggestions {
  const groups = [all.subjects, all.topics, all.places, all.tutors];
  const sizes = groups.map(() => 0);
  let left: number = SUGGESTIONS.most;
  for (let place = 0; place < SUGGESTIONS.perGroup; place += 1) {
    for (const [index, group] of groups.entries()) {
      if (left === 0 || group.length <= place) continue;
      sizes[index] = place + 1;
      left -= 1;
    }
  }
  const [subjects, topics, places, tutors] = sizes;
  return {
    subjects: all.subjects.slice(0, subjects),
    topics: all.topics.slice(0, topics),
    places: all.places.slice(0, places),
    tutors: all.tutors.slice(0, tutors),
  };
}

type Entry = {
  kind: 'subject' | 'topic' | 'place';
  entity: number;
  id: string;
  name: string;
  alias: string | null;
  subject: string | null;
  hasAll: boolean;
  lastWay: number;
};
type Form = { plain: string; key: string };

/** Of each word, and of each kind; places more than are shown, because not every place has a tutor. */
const MOST_MATCHES = inline(300);
const MOST_PLACES = inline(8);
const PER_GROUP = inline(SUGGESTIONS.perGroup);
/** As many letters a sound has at least, as in `expand.queries.ts`. */
const SOUND = inline(2);
const LAST_LETTER = sql`chr(1114111)`;

/** `search_words` is exact and takes a tenth of a millisecond a name, which is too long for every other name of an entry. */
const begins = (name: SQL): SQL => sql`strpos(' ' || translate(lower(${name}), ${MARKS}, '   '), ' ' || (select plain from typed where is_last)) > 0`;
/** Three become a blank, those without width go. */
const MARKS = sql.raw("E'-/(\\u200B\\u200C\\u200D'");

/**
 * What is given stands apart in this statement and the next, so that a plan for these very values promises nothing more: planning anew for each
 * text takes three times as long as the rest. In order of `way`: the word, its beginning, the same of a synonym, the sound, its beginning.
 */
const expansion = prepareOnce((db) =>
  db
    .select({ forms: sql<Form[]>`forms`, entries: sql<Entry[]>`entries` })
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
              select entity_id, is_synonym from search_words where word ~>~ plain and word ~<~ (plain || ${LAST_LETTER}) limit ${MOST_MATCHES}
            ) begun where is_last
            union all
            select position, entity_id, 4 from typed cross join lateral (
              select entity_id from search_words known where known.key = typed.key limit ${MOST_MATCHES}
            ) sounding where char_length(typed.key) > ${SOUND}
            union all
            select position, entity_id, 5 from typed cross join lateral (
              select entity_id from search_words known where known.key ~>~ open_key and known.key ~<~ (open_key || ${LAST_LETTER}) limit ${MOST_MATCHES}
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
          select 'subject' as kind, entity_id, subject.id::text, subject.name, subject.aliases as names, null as subject, has_all, way, last_way, counter.tutors
          from suited join search_entities entity on entity.id = entity_id
          join subjects subject on subject.id = entity.subject_id and subject.is_active
          join listing_counts counter on counter.scope = subject.id and counter.tutors > 0
          left join subject_categories category on category.id = subject.category_id
          where coalesce(category.is_active, true)
          union all
          select 'topic', entity_id, topic.id::text, topic.name, topic.aliases,
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
          (select coalesce(json_agg(json_build_object(
            'kind', kind, 'entity', entity_id, 'id', id, 'name', name, 'subject', subject, 'hasAll', has_all, 'lastWay', last_way,
            'alias', case when not ${begins(sql`name`)} then coalesce(
              (select other from unnest(names) other where ${begins(sql`other`)} order by char_length(other), other limit 1),
              (select synonym from search_synonyms where term = any (terms) and ${begins(sql`synonym`)} order by char_length(synonym), synonym limit 1)
            ) end
          ) order by has_all desc, rank, kind = 'place', kind = 'topic'), '[]') from ranked cross join lateral (select search_words(name) || search_phrase(name) as terms offset 0) named
          where rank <= case kind when 'place' then ${MOST_PLACES} else ${PER_GROUP} end) as entries
      ) expanded`,
    )
    .prepare('suggested_entries'),
);

type Listed = { tutors: Suggestions['tutors']; places: number[] };

async function findListed(db: Executor, { terms, places }: { terms: string; places: readonly number[] }): Promise<Listed> {
  return only(await listed(db).execute({ terms, places: [...places] }));
}

const MOST_READ = inline(300);
const MOST_RARE = inline(100);

/**
 * A common name or place is found among the best tutors, where the index of the terms would read all who have it; a rare one by that index,
 * which is not read where the best tutors suffice.
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
              order by rating desc, total_reviews desc, profile_created_at desc, tutor_id desc limit ${MOST_READ}
            ) top
          ) placed cross join lateral ${fenced(sql`select terms from tutor_texts where tutor_texts.tutor_id = placed.tutor_id`)} text
        ), common as materialized (
          select tutor_id from best where terms @@ (select query from given) order by place limit ${PER_GROUP}
        ), found as (
          select tutor_id from common
          union
          select tutor_id from (
            select tutor_id from tutor_texts where terms @@ (select query from given) and ${makeRowsDear(sql`tutor_id`)} and (select count(*) from common) < ${PER_GROUP}
            limit ${MOST_RARE}
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

const DAY_MS = 24 * 3_600_000;
const POPULAR_MS = SUGGESTIONS.popularMinutes * 60_000;
type Popular = { readAt: number; subjects: Promise<PopularSubjects> };

const popular = prepareOnce((): { current: Popular | null } => ({ current: null }));

/** The subjects most booked of late, then those with most tutors. Read again after some minutes, by whoever needs it first. */
export function listPopularSubjects({ db, now }: Ctx): Promise<PopularSubjects> {
  const stored = popular(db);
  const readAt = now().getTime();
  if (stored.current && Math.abs(readAt - stored.current.readAt) < POPULAR_MS) return stored.current.subjects;
  const since = new Date(readAt - SUGGESTIONS.popularDays * DAY_MS).toISOString();
  const read: Popular = { readAt, subjects: selectPopular(db).execute({ since }) };
  stored.current = read;
  read.subjects.catch(() => {
    if (stored.current === read) stored.current = null;
  });
  return read.subjects;
}

const selectPopular = prepareOnce((db) =>
  db
    .select({ id: sql<string>`id`, name: sql<string>`name` })
    .from(
      sql`(
        select subject.id, subject.name, coalesce(booked.times, 0) as times, counter.tutors
        from subjects subject
        join listing_counts counter on counter.scope = subject.id and counter.tutors > 0
        left join subject_categories category on category.id = subject.category_id
        left join (
          select subject_id, count(*) as times from (
            select subject_id, status from bookings where created_at > ${sql.placeholder('since')}::timestamptz
            order by created_at desc, id desc limit ${inline(SUGGESTIONS.popularBookings)}
          ) latest where status <> 'cancelled' group by subject_id
        ) booked on booked.subject_id = subject.id
        where subject.is_active and coalesce(category.is_active, true)
      ) offered`,
    )
    .orderBy(sql`times desc, tutors desc, name, id`)
    .limit(SUGGESTIONS.popular)
    .prepare('popular_subjects'),
);
