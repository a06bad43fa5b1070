import { anyone, router } from '#server/core/trpc.ts';
import {
  categoriesQuery,
  categoryView,
  subjectsQuery,
  subjectTopicsQuery,
  subjectView,
  topicsQuery,
  topicView,
} from '#shared/contracts/catalogue.ts';
import { categoriesWithSubjects, subjectsFor, topicsFor, topicsOfSubject } from './catalogue.queries.ts';

const topicsFailing = anyone.meta({ failed: 'Failed to fetch topics' });

export const catalogueRouter = router({
  categories: anyone
    .meta({ failed: 'Failed to fetch categories' })
    .input(categoriesQuery)
    .output(categoryView.array())
    .query(({ ctx, input }) => categoriesWithSubjects(ctx, input)),
  subjects: anyone
    .meta({ failed: 'Failed to fetch subjects' })
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
});
