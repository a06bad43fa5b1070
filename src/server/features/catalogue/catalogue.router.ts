import { adminProcedure, router, sharedProcedure } from '#server/core/trpc.ts';
import {
  catalogueId,
  catalogueMenu,
  catalogueNames,
  categoriesQuery,
  categoryView,
  createCategoryInput,
  createSubjectInput,
  createTopicInput,
  dependants,
  dependantsQuery,
  namesQuery,
  reorderCategoriesInput,
  setActiveInput,
  subjectIdInput,
  subjectsQuery,
  subjectTopicsQuery,
  subjectTutorCount,
  subjectView,
  topicCount,
  topicsQuery,
  topicTutorCount,
  topicView,
  tutorCount,
  updateCategoryInput,
  updateSubjectInput,
  updateTopicInput,
} from '#shared/contracts/catalogue.ts';
import { done } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import {
  getCategory,
  getMenu,
  getSubject,
  getTopic,
  listCategories,
  listNames,
  listSubjects,
  listTopics,
  listTopicsOfSubject,
} from './catalogue.queries.ts';
import { createCategory, deleteCategory, reorderCategories, setCategoryActive, updateCategory } from './categories.commands.ts';
import {
  countDependants,
  countTopics,
  getSubjectTutorCount,
  getTopicTutorCount,
  listSubjectTutorCounts,
  listTopicTutorCounts,
} from './counts.queries.ts';
import { createSubject, deleteSubject, setSubjectActive, updateSubject } from './subjects.commands.ts';
import { createTopic, deleteTopic, setTopicActive, updateTopic } from './topics.commands.ts';

const readCategories = sharedProcedure.meta({ failed: 'Failed to fetch categories', isSharedWithStudents: true });
const readSubjects = sharedProcedure.meta({ failed: 'Failed to fetch subjects', isSharedWithStudents: true });
const readTopics = sharedProcedure.meta({ failed: 'Failed to fetch topics', isSharedWithStudents: true });

const forAdmins = (failed: string) => adminProcedure.meta({ failed, refused: 'Only admins can change the catalogue' });

export const catalogueRouter = router({
  menu: readCategories.output(catalogueMenu).query(({ ctx }) => getMenu(ctx)),
  names: readCategories
    .input(namesQuery)
    .output(catalogueNames)
    .query(({ ctx, input }) => listNames(ctx, input)),
  categories: readCategories
    .input(categoriesQuery)
    .output(categoryView.array())
    .query(({ ctx, input }) => listCategories(ctx, input)),
  subjects: readSubjects
    .input(subjectsQuery)
    .output(subjectView.array())
    .query(({ ctx, input }) => listSubjects(ctx, input)),
  topics: readTopics
    .input(topicsQuery)
    .output(topicView.array())
    .query(({ ctx, input }) => listTopics(ctx, input)),
  topicsOfSubject: readTopics
    .input(subjectTopicsQuery)
    .output(topicView.array())
    .query(({ ctx, input }) => listTopicsOfSubject(ctx, input)),
  categoryById: readCategories
    .input(catalogueId)
    .output(categoryView)
    .query(({ ctx, input }) => getCategory(ctx, input)),
  subjectById: readSubjects
    .input(catalogueId)
    .output(subjectView)
    .query(({ ctx, input }) => getSubject(ctx, input)),
  topicById: readTopics
    .input(catalogueId)
    .output(topicView)
    .query(({ ctx, input }) => getTopic(ctx, input)),
  subjectTutorCounts: readSubjects.output(subjectTutorCount.array()).query(({ ctx }) => listSubjectTutorCounts(ctx)),
  subjectTutorCount: readSubjects
    .input(catalogueId)
    .output(tutorCount)
    .query(({ ctx, input }) => getSubjectTutorCount(ctx, input)),
  topicTutorCount: readTopics
    .input(catalogueId)
    .output(tutorCount)
    .query(({ ctx, input }) => getTopicTutorCount(ctx, input)),
  topicTutorCounts: readTopics
    .input(subjectIdInput)
    .output(topicTutorCount.array())
    .query(({ ctx, input }) => listTopicTutorCounts(ctx, input)),
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
  topicCounts: forAdmins('Failed to fetch topics')
    .output(topicCount.array())
    .query(({ ctx }) => countTopics(ctx)),
  dependants: forAdmins('Failed to fetch what would go with it')
    .input(dependantsQuery)
    .output(dependants)
    .query(({ ctx, input }) => countDependants(ctx, input)),
});
