import { admin } from '#server/core/trpc.ts';
import {
  catalogueId,
  categoryView,
  createCategoryInput,
  createSubjectInput,
  createTopicInput,
  dependants,
  dependantsQuery,
  reorderCategoriesInput,
  setActiveInput,
  subjectView,
  topicCount,
  topicView,
  updateCategoryInput,
  updateSubjectInput,
  updateTopicInput,
} from '#shared/contracts/catalogue.ts';
import { done } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { createCategory, deleteCategory, reorderCategories, setCategoryActive, updateCategory } from './categories.commands.ts';
import { dependantsOf, topicCounts } from './counts.queries.ts';
import { createSubject, deleteSubject, setSubjectActive, updateSubject } from './subjects.commands.ts';
import { createTopic, deleteTopic, setTopicActive, updateTopic } from './topics.commands.ts';

const forAdmins = (failed: string) => admin.meta({ failed, refused: 'Only admins can change the catalogue' });

const categoryProcedures = {
  createCategory: forAdmins('Failed to save category')
    .input(createCategoryInput)
    .output(categoryView)
    .mutation(({ ctx, input }) => createCategory(ctx, input)),
  updateCategory: forAdmins('Failed to save category')
    .input(updateCategoryInput)
    .output(categoryView)
    .mutation(({ ctx, input }) => updateCategory(ctx, input)),
  setCategoryActive: forAdmins('Failed to update category status')
    .input(setActiveInput)
    .output(categoryView)
    .mutation(({ ctx, input }) => setCategoryActive(ctx, input)),
  deleteCategory: forAdmins('Failed to delete category')
    .input(catalogueId)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteCategory(ctx, input);
      return { message: SUCCESS.categoryDeleted };
    }),
  reorderCategories: forAdmins('Failed to save category')
    .input(reorderCategoriesInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await reorderCategories(ctx, input);
      return { message: SUCCESS.categoriesReordered };
    }),
};

const subjectProcedures = {
  createSubject: forAdmins('Failed to save subject')
    .input(createSubjectInput)
    .output(subjectView)
    .mutation(({ ctx, input }) => createSubject(ctx, input)),
  updateSubject: forAdmins('Failed to save subject')
    .input(updateSubjectInput)
    .output(subjectView)
    .mutation(({ ctx, input }) => updateSubject(ctx, input)),
  setSubjectActive: forAdmins('Failed to update subject status')
    .input(setActiveInput)
    .output(subjectView)
    .mutation(({ ctx, input }) => setSubjectActive(ctx, input)),
  deleteSubject: forAdmins('Failed to delete subject')
    .input(catalogueId)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteSubject(ctx, input);
      return { message: SUCCESS.subjectDeleted };
    }),
};

const topicProcedures = {
  createTopic: forAdmins('Failed to save topic')
    .input(createTopicInput)
    .output(topicView)
    .mutation(({ ctx, input }) => createTopic(ctx, input)),
  updateTopic: forAdmins('Failed to save topic')
    .input(updateTopicInput)
    .output(topicView)
    .mutation(({ ctx, input }) => updateTopic(ctx, input)),
  setTopicActive: forAdmins('Failed to update topic status')
    .input(setActiveInput)
    .output(topicView)
    .mutation(({ ctx, input }) => setTopicActive(ctx, input)),
  deleteTopic: forAdmins('Failed to delete topic')
    .input(catalogueId)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteTopic(ctx, input);
      return { message: SUCCESS.topicDeleted };
    }),
};

/** Part of `catalogue`. */
export const editingProcedures = {
  ...categoryProcedures,
  ...subjectProcedures,
  ...topicProcedures,
  topicCounts: forAdmins('Failed to fetch topics')
    .output(topicCount.array())
    .query(({ ctx }) => topicCounts(ctx)),
  dependants: forAdmins('Failed to fetch what would go with it')
    .input(dependantsQuery)
    .output(dependants)
    .query(({ ctx, input }) => dependantsOf(ctx, input)),
};
