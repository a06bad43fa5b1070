import { sql } from 'drizzle-orm';
import { boolean, check, customType, index, integer, pgTable, primaryKey, real, text, unique, uuid } from 'drizzle-orm/pg-core';
import { subjectCategories, subjects, topics } from './catalogue.ts';

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** The districts and towns of Sri Lanka, written by a migration; docs/places.md says where they come from. */
export const places = pgTable('places', {
  key: text().primaryKey(),
  /** A district's own key is its district. */
  district: text().notNull(),
  name: text().notNull(),
  lat: real().notNull(),
  lng: real().notNull(),
});

const placeKey = () =>
  text()
    .notNull()
    .references(() => places.key);

export const placeNames = pgTable(
  'place_names',
  {
    place: placeKey(),
    name: text().notNull(),
    /** The words of the name with a blank between them. */
    phrase: text().notNull().generatedAlwaysAs(sql`search_phrase(name)`),
  },
  (t) => [primaryKey({ columns: [t.place, t.name] }), index('place_names_phrase_idx').on(t.phrase)],
);

/** A tutor with `term` in a catalogue name or in the name of a person is found by the words of `synonym` too. */
export const searchSynonyms = pgTable('search_synonyms', { term: text().notNull(), synonym: text().notNull() }, (t) => [
  primaryKey({ columns: [t.term, t.synonym] }),
]);

/** Subjects, topics, categories and places by which tutors are found; `tutor_texts.terms` contains their numbers. */
export const searchEntities = pgTable(
  'search_entities',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    categoryId: uuid().references(() => subjectCategories.id, { onDelete: 'cascade' }),
    subjectId: uuid().references(() => subjects.id, { onDelete: 'cascade' }),
    topicId: uuid().references(() => topics.id, { onDelete: 'cascade' }),
    place: text().references(() => places.key, { onDelete: 'cascade' }),
  },
  (t) => [
    unique('search_entities_category_key').on(t.categoryId),
    unique('search_entities_subject_key').on(t.subjectId),
    unique('search_entities_topic_key').on(t.topicId),
    unique('search_entities_place_key').on(t.place),
    check('search_entities_is_one', sql`num_nonnulls(${t.categoryId}, ${t.subjectId}, ${t.topicId}, ${t.place}) = 1`),
  ],
);

/** Each word of each name of an entity, in every script. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text().notNull(),
    entityId: integer()
      .notNull()
      .references(() => searchEntities.id, { onDelete: 'cascade' }),
    /** The word is in no name of the entity, but is a synonym of a word that is. */
    isSynonym: boolean().notNull(),
    /** The sound of the word in Latin letters. */
    key: text().notNull().generatedAlwaysAs(sql`latin_key(word)`),
  },
  (t) => [
    primaryKey({ columns: [t.word, t.entityId] }),
    index('search_words_entity_idx').on(t.entityId),
    index('search_words_prefix_idx').on(t.word.op('text_pattern_ops')),
    index('search_words_key_idx').on(t.key.op('text_pattern_ops')),
    index('search_words_slips_idx').using('gin', sql`word_slips(${t.word})`).with({ fastupdate: false }),
  ],
);
