import { z } from 'zod';
import { tooLong, tooMany, VALIDATION } from '#shared/messages.ts';
import { CATEGORY_COLOR, COLOR_FORMAT } from '#shared/vocabulary/content.ts';
import { CATALOGUE, LIMITS } from '#shared/vocabulary/limits.ts';
import { CATEGORY_ICON } from '#shared/vocabulary/search.ts';
import { described, id, named, requiredText, text, toWellFormed } from './common.ts';

/** Needs at least one visible letter. */
const ALIAS_FORMAT = /(?!\p{Default_Ignorable_Code_Point})\p{L}/u;

const activity = z.enum(['true', 'false', 'all']);

export const categoriesQuery = z.object({ activeOnly: z.boolean().default(false) }).prefault({});
export const subjectsQuery = z
  .object({ search: z.string().max(LIMITS.searchText).optional(), category: id.optional(), active: activity.optional() })
  .prefault({});
export const topicsQuery = z
  .object({ search: z.string().max(LIMITS.searchText).optional(), subjectId: id.optional(), active: activity.default('true') })
  .prefault({});
export const subjectTopicsQuery = z.object({ subjectId: id, activeOnly: z.boolean().default(false) });
export type CategoriesQuery = z.infer<typeof categoriesQuery>;
export type SubjectTopicsQuery = z.infer<typeof subjectTopicsQuery>;
export type SubjectsQuery = z.infer<typeof subjectsQuery>;
export type TopicsQuery = z.infer<typeof topicsQuery>;

export const categoryRef = named.extend({ icon: z.string(), color: z.string(), order: z.number() });
export type CategoryRef = z.infer<typeof categoryRef>;

/** Other names that people search for; in answers to admins only. */
const ownAliases = z.array(z.string()).optional();

/** In answers to admins only, and not over REST. `compiled` is the translation of the build, shown where no admin has entered one. */
const ownTranslation = z.string().nullable().optional();
const ownTranslations = { nameSi: ownTranslation, nameTa: ownTranslation, compiledSi: ownTranslation, compiledTa: ownTranslation };

const state = { aliases: ownAliases, ...ownTranslations, isActive: z.boolean(), createdAt: z.date(), updatedAt: z.date() };

export const categoryView = categoryRef.extend({
  description: z.string(),
  subjects: z.array(described.extend({ isActive: z.boolean() })),
  ...state,
});
export type CategoryView = z.infer<typeof categoryView>;

/** What visitors choose from: active entries, in the catalogue's order. */
export const catalogueMenu = z.object({
  categories: z.array(z.object({ name: z.string(), icon: z.string(), subjects: z.array(named) })),
  uncategorized: z.array(named),
});
export type CatalogueMenu = z.infer<typeof catalogueMenu>;

export const namesQuery = z.object({ locale: z.enum(['si', 'ta']) });
export type NamesQuery = z.infer<typeof namesQuery>;
/** The names that admins have translated, in English and in that language. */
export const catalogueNames = z.array(z.tuple([z.string(), z.string()])).max(CATALOGUE.mostNames);
export type CatalogueNames = z.infer<typeof catalogueNames>;

export const subjectView = described.extend({ category: categoryRef.nullable(), ...state });
export type SubjectView = z.infer<typeof subjectView>;

export const topicView = described.extend({ subject: named, ...state });
export type TopicView = z.infer<typeof topicView>;

export const topicCount = z.object({ subjectId: z.string(), active: z.number(), total: z.number() });
export type TopicCount = z.infer<typeof topicCount>;

export const tutorCount = z.object({ tutorCount: z.number() });
export type TutorCount = z.infer<typeof tutorCount>;
export const subjectTutorCount = tutorCount.extend({ subjectId: z.string(), subjectName: z.string() });
export type SubjectTutorCount = z.infer<typeof subjectTutorCount>;
export const topicTutorCount = tutorCount.extend({ topicId: z.string(), topicName: z.string(), topicDescription: z.string() });
export type TopicTutorCount = z.infer<typeof topicTutorCount>;

export const catalogueId = z.object({ id });
export type CatalogueId = z.infer<typeof catalogueId>;
export const subjectIdInput = z.object({ subjectId: id });
export type SubjectIdInput = z.infer<typeof subjectIdInput>;

export const dependantsQuery = z.object({ of: z.enum(['category', 'subject', 'topic']), id });
export type DependantsQuery = z.infer<typeof dependantsQuery>;
export const dependants = z.object({ subjects: z.number(), topics: z.number(), tutors: z.number() });
export type Dependants = z.infer<typeof dependants>;

export const setActiveInput = z.object({ id, isActive: z.boolean().optional() });
export type SetActiveInput = z.infer<typeof setActiveInput>;

const name = (missing: string) => requiredText('Name', { max: LIMITS.name.max }, { missing });
const description = text('Description', LIMITS.description);
const isActive = z.boolean();
/** The length counts in the stored form. `cleanAliases` drops empty ones. */
const alias = z
  .string()
  .overwrite((sent) => toWellFormed(sent).normalize('NFC'))
  .trim()
  .max(LIMITS.name.max, tooLong('Other name', LIMITS.name.max))
  .refine((name) => name === '' || ALIAS_FORMAT.test(name), VALIDATION.aliasLetter);
const aliases = z.array(alias).max(LIMITS.aliases, tooMany('Other names', LIMITS.aliases));
/** An empty text removes the translation. */
const translation = (field: string) =>
  z
    .string()
    .overwrite((sent) => toWellFormed(sent).normalize('NFC').replace(/\s+/g, ' '))
    .trim()
    .max(LIMITS.name.max, tooLong(field, LIMITS.name.max))
    .refine((name) => name === '' || ALIAS_FORMAT.test(name), VALIDATION.translatedNameLetter)
    .transform((name) => name || null)
    .nullable();
const translations = { nameSi: translation('Name in Sinhala').optional(), nameTa: translation('Name in Tamil').optional() };

const categoryFields = {
  name: name(VALIDATION.categoryName),
  aliases,
  ...translations,
  description,
  icon: text('Icon', CATALOGUE.icon).transform((icon) => icon || CATEGORY_ICON),
  color: z.string().trim().regex(COLOR_FORMAT, VALIDATION.categoryColor),
  order: z.int().min(0).max(CATALOGUE.mostOrder),
};
const presentation = {
  aliases: aliases.default([]),
  ...translations,
  description: description.default(''),
  isActive: isActive.default(true),
};

export const createCategoryInput = z.object({
  name: categoryFields.name,
  ...presentation,
  icon: categoryFields.icon.default(CATEGORY_ICON),
  color: categoryFields.color.default(CATEGORY_COLOR),
  order: categoryFields.order.default(0),
});
export type CreateCategoryInput = z.infer<typeof createCategoryInput>;
export const updateCategoryInput = z
  .object({ ...categoryFields, isActive })
  .partial()
  .extend({ id });
export type UpdateCategoryInput = z.infer<typeof updateCategoryInput>;

export const reorderCategoriesInput = z.object({ ids: z.array(id).max(CATALOGUE.mostCategories) });
export type ReorderCategoriesInput = z.infer<typeof reorderCategoriesInput>;

const category = z.string({ error: VALIDATION.subjectCategory }).min(1, VALIDATION.subjectCategory).max(LIMITS.id);

export const createSubjectInput = z.object({ name: name(VALIDATION.subjectName), ...presentation, category });
export type CreateSubjectInput = z.infer<typeof createSubjectInput>;
/** Refused here instead of by the schema: the REST document has always allowed null and an empty text. */
const changedCategory = id.nullable().transform((sent, { issues }): string => {
  const named = sent?.trim();
  if (named) return named;
  issues.push({ code: 'custom', message: VALIDATION.subjectCategory, input: sent });
  return z.NEVER;
});
export const updateSubjectInput = z
  .object({ name: name(VALIDATION.subjectName), aliases, ...translations, description, category: changedCategory, isActive })
  .partial()
  .extend({ id });
export type UpdateSubjectInput = z.infer<typeof updateSubjectInput>;
export const subjectForm = z.object({ name: name(VALIDATION.subjectName), aliases, ...translations, description, category });

export const createTopicInput = z.object({ name: name(VALIDATION.topicName), ...presentation, subject: id });
export type CreateTopicInput = z.infer<typeof createTopicInput>;
export const updateTopicInput = z
  .object({ name: name(VALIDATION.topicName), aliases, ...translations, description, subject: id, isActive })
  .partial()
  .extend({ id });
export type UpdateTopicInput = z.infer<typeof updateTopicInput>;
