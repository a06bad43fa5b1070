import { createRoute, z } from '@hono/zod-openapi';
import { ok, operation } from './operation.ts';
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
  group.openapi(stats, async (c) => c.json(await c.var.api.statistics.public(), 200));

  return group;
}
