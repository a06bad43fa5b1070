import { z } from '@hono/zod-openapi';
import type { CategoryRef, CategoryView, SubjectView, TopicView } from '#shared/contracts/catalogue.ts';
import type { PublicStats } from '#shared/contracts/statistics.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { CATEGORY, CATEGORY_REF, SUBJECT, TOPIC } from './examples.ts';
import { oneOf, parameter, pathId, unlessAll } from './reading.ts';
import { count, date, described, entity, named, rating, withId } from './shapes.ts';

const ACTIVITY = ['true', 'false', 'all'] as const;

const search = parameter({ description: 'Part of the name', example: 'math', read: (text) => text?.slice(0, LIMITS.searchText) });
const idFilter = (description: string, example: string) => parameter({ description, example, read: (text) => unlessAll(text)?.slice(0, LIMITS.id) });
const activity = (description: string) => parameter({ description, values: ACTIVITY, read: (text) => oneOf(ACTIVITY, text) });

export const subjectsQuery = z
  .object({
    search,
    category: idFilter('Id of a category, or `uncategorized`', CATEGORY.id),
    active: activity('`true`: active ones; `false`: inactive ones; `all`: both. Without it, see above'),
    isActive: activity('The same as `active`'),
  })
  .transform(({ isActive, ...query }) => ({ ...query, active: query.active ?? isActive }));

export const categoriesQuery = z
  .object({
    active: parameter({
      description: '`true`: active categories with their active subjects only',
      values: ['true'],
      read: (text) => text === 'true',
    }),
  })
  .transform(({ active }) => ({ activeOnly: active }));

export const topicsQuery = z
  .object({
    search,
    subjectId: idFilter('Id of a subject', SUBJECT.id),
    subject: idFilter('The same as `subjectId`', SUBJECT.id),
    active: activity('`true`, also where it is absent: active ones; `false`: inactive ones; `all`: both'),
  })
  .transform(({ subject, ...query }) => ({ ...query, subjectId: query.subjectId ?? subject }));

const SUBJECT_ID = pathId('The id of a subject. An unknown one has no topics.', SUBJECT.id);
export const topicsOfSubjectParams = z.object({ subjectId: SUBJECT_ID });
export const topicsOfSubjectQuery = z
  .object({ active: parameter({ description: '`true`: active topics only', values: ['true'], read: (text) => text === 'true' }) })
  .transform(({ active }) => ({ activeOnly: active }));

const state = { isActive: z.boolean(), createdAt: date, updatedAt: date };

export const categoryRef = entity({ name: z.string(), icon: z.string(), color: z.string(), order: count }).openapi('CategoryRef', {
  example: CATEGORY_REF,
});
export const category = entity({
  name: z.string(),
  icon: z.string(),
  color: z.string(),
  order: count,
  description: z.string(),
  subjects: z.array(described.extend({ isActive: z.boolean() })),
  ...state,
}).openapi('SubjectCategory', { example: CATEGORY });
export const subject = described
  .extend({ category: categoryRef.optional().openapi({ description: 'Absent where the subject has none.' }), ...state })
  .openapi('Subject', { example: SUBJECT });
export const topic = described.extend({ subject: named, ...state }).openapi('Topic', { example: TOPIC });

export const publicStats = z
  .object({ totalTutors: count, activeSubjects: count, averageRating: rating, totalReviews: count })
  .openapi('PublicStats', {
    example: { totalTutors: 184, activeSubjects: 46, averageRating: 4.71, totalReviews: 2390 },
  }) satisfies z.ZodType<PublicStats>;

export const toCategory = (view: CategoryView) => ({ ...withId(view), subjects: view.subjects.map(withId) });

/** A subject without a category has no such key on the wire: to a client `typeof null` is an object. */
export const withCategory = <T extends { id: string; category: CategoryRef | null }>(view: T) => ({
  ...withId(view),
  category: view.category ? withId(view.category) : undefined,
});

export const toSubject = (view: SubjectView) => withCategory(view);

export const toTopic = (view: TopicView) => ({ ...withId(view), subject: withId(view.subject) });
