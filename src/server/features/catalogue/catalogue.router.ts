import { anyone, router } from '#server/core/trpc.ts';
import {
  catalogueId,
  categoriesQuery,
  categoryView,
  subjectIdInput,
  subjectsQuery,
  subjectTopicsQuery,
  subjectTutorCount,
  subjectView,
  topicsQuery,
  topicTutorCount,
  topicView,
  tutorCount,
} from '#shared/contracts/catalogue.ts';
import { categoriesWithSubjects, categoryById, subjectById, subjectsFor, topicById, topicsFor, topicsOfSubject } from './catalogue.queries.ts';
import { subjectTutorCountOf, subjectTutorCounts, topicTutorCountOf, topicTutorCounts } from './counts.queries.ts';
import { editingProcedures } from './editing.router.ts';

const categoriesFailing = anyone.meta({ failed: 'Failed to fetch categories' });
const subjectsFailing = anyone.meta({ failed: 'Failed to fetch subjects' });
const topicsFailing = anyone.meta({ failed: 'Failed to fetch topics' });

export const catalogueRouter = router({
  categories: categoriesFailing
    .input(categoriesQuery)
    .output(categoryView.array())
    .query(({ ctx, input }) => categoriesWithSubjects(ctx, input)),
  subjects: subjectsFailing
    .input(subjectsQuery)
    .output(subjectView.array())
    .query(({ ctx, input }) => subjectsFor(ctx, input)),
  topics: topicsFailing
    .input(topicsQuery)
    .output(topicView.array())
    .query(({ ctx, input }) => topicsFor(ctx, input)),
  topicsOfSubject: topicsFailing
    .input(subjectTopicsQuery)
    .output(topicView.array())
    .query(({ ctx, input }) => topicsOfSubject(ctx, input)),
  categoryById: categoriesFailing
    .input(catalogueId)
    .output(categoryView)
    .query(({ ctx, input }) => categoryById(ctx, input)),
  subjectById: subjectsFailing
    .input(catalogueId)
    .output(subjectView)
    .query(({ ctx, input }) => subjectById(ctx, input)),
  topicById: topicsFailing
    .input(catalogueId)
    .output(topicView)
    .query(({ ctx, input }) => topicById(ctx, input)),
  subjectTutorCounts: subjectsFailing.output(subjectTutorCount.array()).query(({ ctx }) => subjectTutorCounts(ctx)),
  subjectTutorCount: subjectsFailing
    .input(catalogueId)
    .output(tutorCount)
    .query(({ ctx, input }) => subjectTutorCountOf(ctx, input)),
  topicTutorCount: topicsFailing
    .input(catalogueId)
    .output(tutorCount)
    .query(({ ctx, input }) => topicTutorCountOf(ctx, input)),
  topicTutorCounts: topicsFailing
    .input(subjectIdInput)
    .output(topicTutorCount.array())
    .query(({ ctx, input }) => topicTutorCounts(ctx, input)),
  ...editingProcedures,
});
