import { createRoute, z } from '@hono/zod-openapi';
import { ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import {
  categoriesQuery,
  category,
  publicStats,
  subject,
  subjectsQuery,
  toCategory,
  topic,
  topicsOfSubjectParams,
  topicsOfSubjectQuery,
  topicsQuery,
  toSubject,
  toTopic,
} from './wire/catalogue.ts';
import { catalogueParams, subjectParams, subjectTutorCounts, topicTutorCounts, tutorCount } from './wire/catalogue-editing.ts';

const TAG = 'Catalogue';

const subjects = createRoute({
  method: 'get',
  path: '/subjects',
  ...operation(TAG, 'anyone', 'Subjects by name'),
  request: { query: subjectsQuery },
  responses: ok(z.array(subject)),
});

const categories = createRoute({
  method: 'get',
  path: '/subject-categories',
  ...operation(TAG, 'anyone', 'Categories in their order, each with its subjects'),
  request: { query: categoriesQuery },
  responses: ok(z.array(category)),
});

const topics = createRoute({
  method: 'get',
  path: '/topics',
  ...operation(TAG, 'anyone', 'Topics by name'),
  request: { query: topicsQuery },
  responses: ok(z.array(topic)),
});

const topicsOfSubject = createRoute({
  method: 'get',
  path: '/topics/subject/{subjectId}',
  ...operation(TAG, 'anyone', 'Topics of one subject, active and inactive'),
  request: { params: topicsOfSubjectParams, query: topicsOfSubjectQuery },
  responses: ok(z.array(topic)),
});

const subjectCounts = createRoute({
  method: 'get',
  path: '/subjects/tutor-counts',
  ...operation(TAG, 'anyone', 'Listed tutors of each active subject'),
  responses: ok(subjectTutorCounts),
});

const subjectCount = createRoute({
  method: 'get',
  path: '/subjects/{id}/tutor-count',
  ...operation(TAG, 'anyone', 'Listed tutors of a subject'),
  request: { params: catalogueParams },
  responses: { ...ok(tutorCount), ...refusals(404) },
});

const oneSubject = createRoute({
  method: 'get',
  path: '/subjects/{id}',
  ...operation(TAG, 'anyone', 'A subject; an inactive one for admins, and for tutors who have it'),
  request: { params: catalogueParams },
  responses: { ...ok(subject), ...refusals(404) },
});

const oneCategory = createRoute({
  method: 'get',
  path: '/subject-categories/{id}',
  ...operation(TAG, 'anyone', 'A category with its subjects'),
  request: { params: catalogueParams },
  responses: { ...ok(category), ...refusals(404) },
});

const oneTopic = createRoute({
  method: 'get',
  path: '/topics/{id}',
  ...operation(TAG, 'anyone', 'A topic'),
  request: { params: catalogueParams },
  responses: { ...ok(topic), ...refusals(404) },
});

const topicCount = createRoute({
  method: 'get',
  path: '/topics/{id}/tutor-count',
  ...operation(TAG, 'anyone', 'Listed tutors of a topic'),
  request: { params: catalogueParams },
  responses: { ...ok(tutorCount), ...refusals(404) },
});

const topicCounts = createRoute({
  method: 'get',
  path: '/topics/subject/{subjectId}/tutor-counts',
  ...operation(TAG, 'anyone', 'Listed tutors of each topic of a subject; inactive topics for admins only'),
  request: { params: subjectParams },
  responses: ok(topicTutorCounts),
});

const stats = createRoute({
  method: 'get',
  path: '/stats/public',
  ...operation(TAG, 'anyone', 'The numbers of the platform'),
  responses: ok(publicStats),
});

/** Mounted at `/api`. */
export function catalogueRoutes() {
  const group = restGroup();

  group.openapi(subjects, async (c) => c.json((await c.var.api.catalogue.subjects(c.req.valid('query'))).map(toSubject), 200));
  group.openapi(categories, async (c) => c.json((await c.var.api.catalogue.categories(c.req.valid('query'))).map(toCategory), 200));
  group.openapi(topics, async (c) => c.json((await c.var.api.catalogue.topics(c.req.valid('query'))).map(toTopic), 200));
  group.openapi(topicsOfSubject, async (c) => {
    const found = await c.var.api.catalogue.topicsOfSubject({ ...c.req.valid('param'), ...c.req.valid('query') });
    return c.json(found.map(toTopic), 200);
  });
  // Before `{id}`: the first that fits answers.
  group.openapi(subjectCounts, async (c) => c.json(await c.var.api.catalogue.subjectTutorCounts(), 200));
  group.openapi(subjectCount, async (c) => c.json(await c.var.api.catalogue.subjectTutorCount(c.req.valid('param')), 200));
  group.openapi(oneSubject, async (c) => c.json(toSubject(await c.var.api.catalogue.subjectById(c.req.valid('param'))), 200));
  group.openapi(oneCategory, async (c) => c.json(toCategory(await c.var.api.catalogue.categoryById(c.req.valid('param'))), 200));
  group.openapi(topicCounts, async (c) => c.json(await c.var.api.catalogue.topicTutorCounts(c.req.valid('param')), 200));
  group.openapi(oneTopic, async (c) => c.json(toTopic(await c.var.api.catalogue.topicById(c.req.valid('param'))), 200));
  group.openapi(topicCount, async (c) => c.json(await c.var.api.catalogue.topicTutorCount(c.req.valid('param')), 200));
  group.openapi(stats, async (c) => c.json(await c.var.api.statistics.public(), 200));

  return group;
}
