import { z } from 'zod';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { described, id, named } from './common.ts';

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

const state = { isActive: z.boolean(), createdAt: z.date(), updatedAt: z.date() };

export const categoryView = categoryRef.extend({
  description: z.string(),
  subjects: z.array(described.extend({ isActive: z.boolean() })),
  ...state,
});
export type CategoryView = z.infer<typeof categoryView>;

export const subjectView = described.extend({ category: categoryRef.nullable(), ...state });
export type SubjectView = z.infer<typeof subjectView>;

export const topicView = described.extend({ subject: named, ...state });
export type TopicView = z.infer<typeof topicView>;
