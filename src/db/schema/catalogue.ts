import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '#db/columns.ts';
import { CATEGORY_COLOR } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { CATEGORY_ICON } from '#shared/vocabulary/search.ts';

/** Set where an admin has translated the name; otherwise the compiled catalogue is used, and then English. */
const translations = () => ({ nameSi: text(), nameTa: text() });

const checkTranslations = (table: string, { nameSi, nameTa }: Record<'nameSi' | 'nameTa', AnyPgColumn>) =>
  [
    { column: 'name_si', value: nameSi },
    { column: 'name_ta', value: nameTa },
  ].map(({ column, value }) => check(`${table}_${column}_length`, sql`char_length(${value}) between 1 and ${sql.raw(String(LIMITS.name.max))}`));

const checkAliases = (name: string, aliases: AnyPgColumn) =>
  check(
    name,
    sql`cardinality(${aliases}) <= ${sql.raw(String(LIMITS.aliases))} and array_position(${aliases}, null) is null and array_position(${aliases}, '') is null`,
  );

export const subjectCategories = pgTable(
  'subject_categories',
  {
    id: id(),
    name: text().notNull(),
    /** Other names that people search for, in any script. */
    aliases: text().array().notNull().default([]),
    ...translations(),
    description: text().notNull().default(''),
    icon: text().notNull().default(CATEGORY_ICON),
    color: text().notNull().default(CATEGORY_COLOR),
    order: integer('sort_order').notNull().default(0),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('subject_categories_name_key').on(sql`lower(${t.name})`),
    check('subject_categories_order_not_negative', sql`${t.order} >= 0`),
    checkAliases('subject_categories_aliases_limit', t.aliases),
    ...checkTranslations('subject_categories', t),
  ],
);

export const subjects = pgTable(
  'subjects',
  {
    id: id(),
    categoryId: uuid().references(() => subjectCategories.id, { onDelete: 'set null' }),
    name: text().notNull(),
    /** Other names that people search for, in any script. */
    aliases: text().array().notNull().default([]),
    ...translations(),
    description: text().notNull().default(''),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('subjects_name_key').on(sql`lower(${t.name})`),
    index('subjects_category_id_idx').on(t.categoryId),
    checkAliases('subjects_aliases_limit', t.aliases),
    ...checkTranslations('subjects', t),
  ],
);

export const topics = pgTable(
  'topics',
  {
    id: id(),
    subjectId: uuid()
      .notNull()
      .references(() => subjects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Other names that people search for, in any script. */
    aliases: text().array().notNull().default([]),
    ...translations(),
    description: text().notNull().default(''),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('topics_subject_name_key').on(t.subjectId, sql`lower(${t.name})`),
    checkAliases('topics_aliases_limit', t.aliases),
    ...checkTranslations('topics', t),
  ],
);
