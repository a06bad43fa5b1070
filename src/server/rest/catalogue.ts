import { z } from '@hono/zod-openapi';
import { ADDITIONAL, call, ok } from './operation.ts';
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
import { categoryParams, subjectParams, subjectTutorCounts, topicParams, topicTutorCounts, tutorCount } from './wire/catalogue-editing.ts';

const TAG = 'Catalogue';

const subjects = call('catalogue.subjects', {
  method: 'get',
  path: '/subjects',
  contract: 14,
  tag: TAG,
  who: 'anyone',
  summary: 'Subjects by name',
  description:
    'In order of their names, without pages. Without `active`, admins get all of them, tutors the active ones and those on their own profile, everybody else the active ones. With `active=false` or `active=all` anyone gets inactive ones, too: being inactive is no secret.\n\nAn inactive subject is left out of the search and of public profiles, and cannot be booked or added to a profile. The tutors who have it keep it in their own profile, and bookings that were made stay.',
  request: { query: subjectsQuery },
  answers: ok(z.array(subject)),
});

const categories = call('catalogue.categories', {
  method: 'get',
  path: '/subject-categories',
  contract: 18,
  tag: TAG,
  who: 'anyone',
  summary: 'Categories in their order, each with its subjects',
  description: 'In order of `order`, then of name, without pages. Without `active=true`, inactive categories and inactive subjects are among them.',
  request: { query: categoriesQuery },
  answers: ok(z.array(category)),
});

const topics = call('catalogue.topics', {
  method: 'get',
  path: '/topics',
  contract: 23,
  tag: TAG,
  who: 'anyone',
  summary: 'Topics by name',
  description:
    'In order of their names, without pages. Active ones only, unless `active` says otherwise. Inactive topics are no secret: anyone may ask for them.',
  request: { query: topicsQuery },
  answers: ok(z.array(topic)),
});

const topicsOfSubject = call('catalogue.topicsOfSubject', {
  method: 'get',
  path: '/topics/subject/{subjectId}',
  contract: 24,
  tag: TAG,
  who: 'anyone',
  summary: 'Topics of one subject, active and inactive',
  description: 'In order of their names, without pages. Check `isActive`, or ask with `active=true`.',
  request: { params: topicsOfSubjectParams, query: topicsOfSubjectQuery },
  answers: ok(z.array(topic)),
});

const subjectCounts = call('catalogue.subjectTutorCounts', {
  method: 'get',
  path: '/subjects/tutor-counts',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'anyone',
  summary: 'Listed tutors of each active subject',
  description: 'In order of the names of the subjects. What a listed tutor is, the introduction says.',
  answers: ok(subjectTutorCounts),
});

const subjectCount = call('catalogue.subjectTutorCount', {
  method: 'get',
  path: '/subjects/{id}/tutor-count',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'anyone',
  summary: 'Listed tutors of a subject',
  request: { params: subjectParams },
  answers: ok(tutorCount),
  refuses: ['subject.not_found'],
});

const oneSubject = call('catalogue.subjectById', {
  method: 'get',
  path: '/subjects/{id}',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'anyone',
  summary: 'A subject; an inactive one for admins, and for tutors who have it',
  description:
    'An inactive one answers 404 to everybody else. Unlike this call, the list of subjects answers inactive ones to anyone who asks for them.',
  request: { params: subjectParams },
  answers: ok(subject),
  refuses: ['subject.not_found'],
});

const oneCategory = call('catalogue.categoryById', {
  method: 'get',
  path: '/subject-categories/{id}',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'anyone',
  summary: 'A category with its subjects',
  description: 'Active or not, with its active and inactive subjects.',
  request: { params: categoryParams },
  answers: ok(category),
  refuses: ['category.not_found'],
});

const oneTopic = call('catalogue.topicById', {
  method: 'get',
  path: '/topics/{id}',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'anyone',
  summary: 'A topic',
  description: 'Active or not.',
  request: { params: topicParams },
  answers: ok(topic),
  refuses: ['topic.not_found'],
});

const topicCount = call('catalogue.topicTutorCount', {
  method: 'get',
  path: '/topics/{id}/tutor-count',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'anyone',
  summary: 'Listed tutors of a topic',
  request: { params: topicParams },
  answers: ok(tutorCount),
  refuses: ['topic.not_found'],
});

const topicCounts = call('catalogue.topicTutorCounts', {
  method: 'get',
  path: '/topics/subject/{subjectId}/tutor-counts',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'anyone',
  summary: 'Listed tutors of each topic of a subject; inactive topics for admins only',
  request: { params: topicsOfSubjectParams },
  answers: ok(topicTutorCounts),
});

const stats = call('statistics.public', {
  method: 'get',
  path: '/stats/public',
  contract: 28,
  tag: TAG,
  who: 'anyone',
  summary: 'The numbers of the platform',
  description:
    '`totalTutors` counts verified tutors whose accounts are active, listed or not. `averageRating` is the mean of all reviews, `activeSubjects` counts active subjects.',
  answers: ok(publicStats),
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
