import { z } from '@hono/zod-openapi';
import * as contract from '#shared/contracts/catalogue.ts';
import { publicStats as publicStatsView } from '#shared/contracts/statistics.ts';
import { splitAliases } from '#shared/domain/aliases.ts';
import { colorFrom, orderFrom } from '#shared/domain/category-look.ts';
import { CATEGORY_COLOR } from '#shared/vocabulary/content.ts';
import { CATEGORY, CATEGORY_REF, SUBJECT, TOPIC } from './examples.ts';
import {
  body,
  choice,
  emptyToUndefined,
  filter,
  flag,
  idParams,
  type JsonObject,
  nullToEmpty,
  pathId,
  searchText,
  toBoolean,
  toId,
} from './input.ts';
import { count, id } from './schemas.ts';
import { wireSchema } from './views.ts';

const search = searchText('Part of the name', 'math');
const activity = (description: string) => choice(description, ['true', 'false', 'all'] as const);

export const subjectsQuery = z
  .object({
    search,
    category: filter('Id of a category, or `uncategorized`', { example: CATEGORY.id }),
    active: activity('`true`: active ones; `false`: inactive ones; `all`: both. Without it, see above'),
    isActive: activity('The same as `active`'),
  })
  .transform(({ isActive, ...query }) => ({ ...query, active: query.active ?? isActive }));

export const categoriesQuery = z
  .object({ active: flag('`true`: active categories with their active subjects only') })
  .transform(({ active }) => ({ activeOnly: active }));

export const topicsQuery = z
  .object({
    search,
    subjectId: filter('Id of a subject', { example: SUBJECT.id }),
    subject: filter('The same as `subjectId`', { example: SUBJECT.id }),
    active: activity('`true`, also where it is absent: active ones; `false`: inactive ones; `all`: both'),
  })
  .transform(({ subject, ...query }) => ({ ...query, subjectId: query.subjectId ?? subject }));

export const topicsOfSubjectParams = z.object({ subjectId: pathId('The id of a subject. An unknown one has no topics.', SUBJECT.id) });
export const topicsOfSubjectQuery = z.object({ active: flag('`true`: active topics only') }).transform(({ active }) => ({ activeOnly: active }));

export const categoryParams = idParams('The id of a category.', CATEGORY.id);
export const subjectParams = idParams('The id of a subject.', SUBJECT.id);
export const topicParams = idParams('The id of a topic.', TOPIC.id);

export const categoryRef = wireSchema(contract.categoryRef).openapi('CategoryRef', { example: CATEGORY_REF });
/** Kept at the admin desk alone. */
const TRANSLATED = { nameSi: true, nameTa: true } as const;
const TRANSLATIONS = { ...TRANSLATED, compiledSi: true, compiledTa: true } as const;

const ALIASES = 'Other names that people search for. Present in answers to admins only.';
export const category = wireSchema(contract.categoryView.omit(TRANSLATIONS), { aliases: ALIASES }).openapi('SubjectCategory', { example: CATEGORY });
/** To a client that reads `typeof null`, a subject without a category would have one. */
export const subject = wireSchema(contract.subjectView.omit(TRANSLATIONS), {
  aliases: ALIASES,
  category: categoryRef.optional().openapi({ description: 'Absent where the subject has none.' }),
}).openapi('Subject', { example: SUBJECT });
export const topic = wireSchema(contract.topicView.omit(TRANSLATIONS), { aliases: ALIASES }).openapi('Topic', { example: TOPIC });

export const publicStats = wireSchema(publicStatsView).openapi('PublicStats', {
  example: { totalTutors: 184, activeSubjects: 46, averageRating: 4.71, totalReviews: 2390 },
});

const tutors = count.openapi({ example: 14 });
export const tutorCount = z.object({ tutorCount: tutors });
export const subjectTutorCounts = z.array(
  z.object({ subjectId: id.openapi({ example: SUBJECT.id }), subjectName: z.string().openapi({ example: SUBJECT.name }), tutorCount: tutors }),
);
export const topicTutorCounts = z.array(
  z.object({
    topicId: id.openapi({ example: TOPIC.id }),
    topicName: z.string().openapi({ example: TOPIC.name }),
    topicDescription: z.string().openapi({ example: TOPIC.description }),
    tutorCount: tutors,
  }),
);

const ENTRY_FIELDS = {
  aliases: {
    description:
      'What people also type for it: spellings, short forms, names in Sinhala and Tamil, each with a letter. The search finds tutors by them as by the name. A list replaces the one before, null empties it. Left out are empty ones, those that differ from another only in case, and the name itself. A text with commas is split.',
  },
};
const CATEGORY_FIELDS = {
  ...ENTRY_FIELDS,
  icon: 'The name of an icon of Lucide; `BookOpen` where a new category has none.',
  color: `\`#rgb\` or \`#rrggbb\`; anything else becomes \`${CATEGORY_COLOR}\`, as does its absence in a new category.`,
  order: 'A number, also as text; what is none is 0.',
};
const SUBJECT_FIELDS = {
  ...ENTRY_FIELDS,
  category: 'The id of a category. Null, an empty text, and in a new subject its absence are refused with `Category is required`.',
};
const TOPIC_FIELDS = { ...ENTRY_FIELDS, subject: 'The id of a subject, or an object that bears one.' };

export const createCategoryBody = body('CreateSubjectCategory', {
  contract: contract.createCategoryInput.omit(TRANSLATED),
  example: { name: 'Mathematics', description: CATEGORY.description, icon: 'Calculator', color: '#6366f1', order: 1 },
  fields: CATEGORY_FIELDS,
  read: readCategory,
});
export const updateCategoryBody = body('UpdateSubjectCategory', {
  contract: contract.updateCategoryInput.omit({ id: true, ...TRANSLATED }),
  example: { name: 'Mathematics', isActive: true },
  fields: CATEGORY_FIELDS,
  read: readCategory,
});

/** The document has always let clients leave out the category; the procedure refuses that. */
export const createSubjectBody = body('CreateSubject', {
  contract: contract.createSubjectInput.omit(TRANSLATED),
  documented: contract.createSubjectInput.omit(TRANSLATED).extend({ category: contract.updateSubjectInput.shape.category }),
  example: { name: SUBJECT.name, description: SUBJECT.description, category: CATEGORY.id },
  fields: SUBJECT_FIELDS,
  read: readSubject,
});
export const updateSubjectBody = body('UpdateSubject', {
  contract: contract.updateSubjectInput.omit({ id: true, ...TRANSLATED }),
  example: { isActive: false },
  fields: SUBJECT_FIELDS,
  read: readSubject,
});

export const createTopicBody = body('CreateTopic', {
  contract: contract.createTopicInput.omit(TRANSLATED),
  example: { name: TOPIC.name, description: TOPIC.description, subject: SUBJECT.id },
  fields: TOPIC_FIELDS,
  read: readTopic,
});
export const updateTopicBody = body('UpdateTopic', {
  contract: contract.updateTopicInput.omit({ id: true, ...TRANSLATED }),
  example: { name: 'Differentiation and its uses' },
  fields: TOPIC_FIELDS,
  read: (sent) => ({ ...readTopic(sent), subject: emptyToUndefined(toId(sent.subject)) }),
});

const readDescribed = ({ name, aliases, description, isActive }: JsonObject) => ({
  name: nullToEmpty(name),
  aliases: typeof aliases === 'string' ? splitAliases(aliases) : (aliases ?? (aliases === null ? [] : undefined)),
  description: nullToEmpty(description),
  isActive: toBoolean(isActive),
});

function readCategory(sent: JsonObject) {
  const { icon, color, order } = sent;
  return {
    ...readDescribed(sent),
    icon: nullToEmpty(icon),
    color: color === undefined ? undefined : colorFrom(color),
    order: order === undefined ? undefined : orderFrom(order),
  };
}

function readSubject(sent: JsonObject) {
  return { ...readDescribed(sent), category: sent.category === null ? null : toId(sent.category) };
}

function readTopic(sent: JsonObject) {
  return { ...readDescribed(sent), subject: toId(sent.subject) };
}
