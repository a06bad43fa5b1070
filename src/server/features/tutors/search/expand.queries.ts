import { or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { inline, unseen } from '#db/planner-hints.ts';
import { subjects, topics } from '#db/schema/catalogue.ts';
import { listingCounts, listingWords, tutorListings } from '#db/schema/listing.ts';
import { placeNames, places, searchEntities, searchWords } from '#db/schema/search.ts';
import type { IndexedWord } from '#shared/domain/typos.ts';

/** How a word matches an entity: by its name, by a synonym, by the sound in Latin letters, or as a prefix of a word. */
export type WordMatch = 'word' | 'synonym' | 'sound' | 'prefix';
export type EntityKind = 'category' | 'subject' | 'topic' | 'place';

export type Entity = {
  id: number;
  kind: EntityKind;
  /** The scope in `tutor_listings`; null for a place. */
  scope: string | null;
  /** The category of a subject, subject and category of a topic, the district of a town: a tutor who has the entity has these too. */
  parents: number[];
  /** The English name; null for a category. */
  name: string | null;
  /** False where no listed tutor has the subject, topic or category. */
  hasTutors: boolean;
};

export type ScopeEntity = { id: number; isTopic: boolean };

/** `word`: the word of the entity. `isSynonym`: it is a synonym of a word in the name. `isPlaceName`: it is the whole name of a place. */
export type EntityMatch = { entity: Entity; word: string; match: WordMatch; isSynonym: boolean; isPlaceName: boolean };

export type ExpandedWord = {
  /** The word as the database normalises it, and its sound; several for a corrected word. */
  forms: { plain: string; key: string; isLatin: boolean }[];
  isLast: boolean;
  /** For the last word: longer words of tutors that begin with it. Null where there are too many, or the word is too short. */
  longerWords: readonly string[] | null;
  matches: EntityMatch[];
};

const MAX_PREFIX_MATCHES = 300;
const MAX_LONGER_WORDS = 20;
/** `listing_words` has no shorter ones. */
const MIN_LISTED_WORD = 3;

/** What each word may stand for. Only the last one may be a prefix. */
export async function expandWords(db: Executor, words: readonly string[]): Promise<ExpandedWord[]> {
  const [expanded = []] = await expandTexts(db, [words]);
  return expanded;
}

/** Expands the words of several texts; a word that occurs in many of them is looked up once. */
export async function expandTexts(db: Executor, texts: readonly (readonly string[])[]): Promise<ExpandedWord[][]> {
  const keyed = texts.map((words) => words.map((word, index) => ({ word, isLast: index === words.length - 1 })));
  const different = [...new Map(keyed.flat().map((one) => [keyOf(one), one])).values()];
  if (different.length === 0) return texts.map(() => []);
  const rows = await expansion(db).execute({ words: different.map(({ word }) => word), lasts: different.map(({ isLast }) => String(isLast)) });
  const expanded = new Map(
    rows.map(({ word, isLast, plain, key, longerWords, matches }) => [
      keyOf({ word, isLast }),
      {
        forms: [{ plain, key, isLatin: isLatin(plain) }],
        isLast,
        longerWords: longerWords && longerWords.length <= MAX_LONGER_WORDS ? longerWords : null,
        matches: matches.map(({ word: met, match, isSynonym, isPlaceName, ...entity }) => ({ entity, word: met, match, isSynonym, isPlaceName })),
      },
    ]),
  );
  return keyed.map((words) => words.flatMap((one) => expanded.get(keyOf(one)) ?? []));
}

export const isLatin = (word: string): boolean => /^[ -~]*$/.test(word);
const keyOf = ({ word, isLast }: { word: string; isLast: boolean }): string => `${isLast} ${word}`;

/** Stands for the number of tutors of a catalogue or place word; larger than that of any other word. */
export const OF_CATALOGUE = 1_000_000;

/** Words of the catalogue, of places and of tutors that are similar to misspelled words. */
export async function findSimilarWords(db: Executor, words: readonly string[]): Promise<IndexedWord[]> {
  return similarWords(db).execute({ words: [...words] });
}

/** For each part of a word, the words of tutors that contain it. */
export async function findWordsWith(db: Executor, pieces: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const rows = await wordsWithPieces(db).execute({ pieces: [...pieces] });
  return new Map(rows.map(({ piece, words }) => [piece, words]));
}

/** The entities of these scopes; fewer than scopes where one has none, such as `NO_CATEGORY`. */
export async function listEntities(db: Executor, scopes: readonly string[]): Promise<ScopeEntity[]> {
  return entitiesOfScopes(db).execute({ scopes: [...scopes] });
}

const entitiesOfScopes = prepareOnce((db) => {
  const isGiven = (column: AnyPgColumn) => sql`${column} = any(${sql.placeholder('scopes')}::uuid[])`;
  const { id, categoryId, subjectId, topicId } = searchEntities;
  return db
    .select({ id, isTopic: sql<boolean>`${topicId} is not null` })
    .from(searchEntities)
    .where(or(isGiven(categoryId), isGiven(subjectId), isGiven(topicId)))
    .prepare('entities_of_scopes');
});

const entitiesWhere = (condition: SQL, match: SQL) =>
  sql`select ${searchWords.entityId}, ${searchWords.word}, ${searchWords.isSynonym}, ${match} as match from ${searchWords} where ${condition}`;

const matchesOfWord = sql`
  ${entitiesWhere(sql`${searchWords.word} = plain`, sql`case when ${searchWords.isSynonym} then 'synonym' else 'word' end`)}
  union all (${entitiesWhere(sql`${searchWords.key} = sound.key and ${searchWords.word} <> plain and char_length(sound.key) > 2`, sql`'sound'`)})
  union all (${entitiesWhere(
    sql`is_last and ${searchWords.word} ~>~ plain and ${searchWords.word} ~<~ (plain || chr(1114111))`,
    sql`'prefix'`,
  )} limit ${sql.raw(String(MAX_PREFIX_MATCHES))})`;

const parentsOfEntity = sql`array(
  select parent.id from ${searchEntities} parent
  where parent.category_id = coalesce(${subjects.categoryId}, topic_subject.category_id) or parent.subject_id = topic_subject.id
    or (parent.place = ${places.district} and parent.id <> ${searchEntities.id})
)`;

const scopeOfEntity = sql`coalesce(${searchEntities.subjectId}, ${searchEntities.topicId}, ${searchEntities.categoryId})`;

/** Topics have no stored counts, so their listings are looked up. */
const hasTutors = sql`case when ${searchEntities.place} is not null then true
  when ${searchEntities.topicId} is not null then exists (select from ${tutorListings} where ${tutorListings.scope} = ${searchEntities.topicId})
  else exists (select from ${listingCounts} where ${listingCounts.scope} = ${scopeOfEntity} and ${listingCounts.tutors} > 0) end`;

const matchedEntities = sql`
  select json_agg(json_build_object('word', found.word, 'isSynonym', found.is_synonym, 'match', found.match, 'id', ${searchEntities.id},
    'kind', case when ${searchEntities.subjectId} is not null then 'subject' when ${searchEntities.topicId} is not null then 'topic'
      when ${searchEntities.categoryId} is not null then 'category' else 'place' end,
    'scope', ${scopeOfEntity}, 'parents', ${parentsOfEntity}, 'name', coalesce(${places.name}, ${subjects.name}, ${topics.name}), 'hasTutors', ${hasTutors},
    'isPlaceName', exists (select from ${placeNames} where ${placeNames.phrase} = found.word)))
  from (${matchesOfWord}) found
  join ${searchEntities} on ${searchEntities.id} = found.entity_id
  left join ${places} on ${places.key} = ${searchEntities.place}
  left join ${subjects} on ${subjects.id} = ${searchEntities.subjectId}
  left join ${topics} on ${topics.id} = ${searchEntities.topicId}
  left join ${subjects} topic_subject on topic_subject.id = ${topics.subjectId}
  where coalesce(${subjects.isActive}, ${topics.isActive} and topic_subject.is_active, true)`;

type MatchedEntity = Entity & Omit<EntityMatch, 'entity'>;

const expansion = prepareOnce((db) =>
  db
    .select({
      word: sql<string>`typed.word`,
      isLast: sql<boolean>`is_last`,
      plain: sql<string>`plain`,
      key: sql<string>`sound.key`,
      longerWords: sql<string[] | null>`case when is_last and char_length(plain) >= ${inline(MIN_LISTED_WORD)} then array(
        select ${listingWords.word} from ${listingWords} where ${listingWords.word} ~>~ plain and ${listingWords.word} ~<~ (plain || chr(1114111))
        limit ${inline(MAX_LONGER_WORDS + 1)}) end`,
      matches: sql<MatchedEntity[]>`coalesce((${matchedEntities}), '[]')`,
    })
    .from(
      sql`unnest(${unseen(sql`${sql.placeholder('words')}::text[]`)}, ${unseen(sql`${sql.placeholder('lasts')}::text[]::boolean[]`)}) typed (word, is_last)
        cross join lateral (select search_text(word) as plain) compared
        cross join lateral (select latin_key(plain) as key) sound`,
    )
    .prepare('expand_words'),
);

const similarWords = prepareOnce((db) => {
  const slips = sql`array(select unnest(word_slips(search_text(typed.word))) from unnest(${sql.placeholder('words')}::text[]) typed (word))`;
  return db
    .select({ word: sql<string>`word`, tutors: sql<number>`tutors`.mapWith(Number) })
    .from(
      sql`(
        select ${listingWords.word}, ${listingWords.tutors} from ${listingWords} where word_slips(${listingWords.word}) && ${slips}
        union all
        select ${searchWords.word}, ${sql.raw(String(OF_CATALOGUE))} from ${searchWords} where word_slips(${searchWords.word}) && ${slips} group by ${searchWords.word}
      ) near_words`,
    )
    .prepare('similar_words');
});

/** Shorter parts occur in half of all words, and the trigram index does not support them. */
const MIN_PIECE = 3;
export const MAX_WORDS_WITH_PIECE = 50;

/** LIKE needs no escaping: a word of a search contains none of its special characters. */
const wordsWithPieces = prepareOnce((db) => {
  const words = sql`array(
    select ${listingWords.word} from ${listingWords} where ${listingWords.word} like '%' || piece || '%'
    order by ${listingWords.tutors} desc, ${listingWords.word} limit ${sql.raw(String(MAX_WORDS_WITH_PIECE))}
  )`;
  return db
    .select({ piece: sql<string>`piece`, words: sql<string[]>`${words}` })
    .from(sql`unnest(${sql.placeholder('pieces')}::text[]) piece`)
    .where(sql`char_length(piece) >= ${sql.raw(String(MIN_PIECE))}`)
    .prepare('words_with_pieces');
});
