import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '#db/columns.ts';
import { CATEGORY_COLOR } from '#shared/vocabulary/content.ts';
import { CATEGORY_ICON } from '#shared/vocabulary/search.ts';

export const subjectCategories = pgTable(
  'subject_categories',
  {
    id: id(),
    name: text().notNull(),
    /** Other names that people search for, in any script. */
    aliases: text().array().notNull().default([]),
    description: text().notNull().default(''),
    icon: text().notNull().default(CATEGORY_ICON),
    color: text().notNull().default(CATEGORY_COLOR),
    order: integer('sort_order').notNull().default(0),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('subject_categories_name_key').on(sql`lower(${t.name})`), check('subject_categories_order_not_negative', sql`${t.order} >= 0`)],
);

export const subjects = pgTable(
  'subjects',
  {
    id: id(),
    categoryId: uuid().references(() => subjectCategories.id, { onDelete: 'set null' }),
    name: text().notNull(),
    /** Other names that people search for, in any script. */
    aliases: text().array().notNull().default([]),
    description: text().notNull().default(''),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('subjects_name_key').on(sql`lower(${t.name})`), index('subjects_category_id_idx').on(t.categoryId)],
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
    description: text().notNull().default(''),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('topics_subject_name_key').on(t.subjectId, sql`lower(${t.name})`)],
);
