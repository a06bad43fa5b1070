import { z } from '@hono/zod-openapi';
import { callGroup, ok } from './calls.ts';
import * as wire from './wire/catalogue.ts';

const { app, call } = callGroup('Catalogue', 'anyone');
export const catalogueRoutes = app;

call('GET /api/subjects', 'catalogue.subjects', {
  contract: 14,
  summary: 'Subjects by name',
  description:
    'In order of their names, without pages. Without `active`, admins get all of them, tutors the active ones and those on their own profile, everybody else the active ones. With `active=false` or `active=all` anyone gets inactive ones, too: being inactive is no secret.\n\nAn inactive subject is left out of the search and of public profiles, and cannot be booked or added to a profile. The tutors who have it keep it in their own profile, and bookings that were made stay.',
  query: wire.subjectsQuery,
  answers: ok(z.array(wire.subject)),
  handle: ({ api, input }) => api.catalogue.subjects(input),
});

call('GET /api/subject-categories', 'catalogue.categories', {
  contract: 18,
  summary: 'Categories in their order, each with its subjects',
  description: 'In order of `order`, then of name, without pages. Without `active=true`, inactive categories and inactive subjects are among them.',
  query: wire.categoriesQuery,
  answers: ok(z.array(wire.category)),
  handle: ({ api, input }) => api.catalogue.categories(input),
});

call('GET /api/topics', 'catalogue.topics', {
  contract: 23,
  summary: 'Topics by name',
  description:
    'In order of their names, without pages. Active ones only, unless `active` says otherwise. Inactive topics are no secret: anyone may ask for them.',
  query: wire.topicsQuery,
  answers: ok(z.array(wire.topic)),
  handle: ({ api, input }) => api.catalogue.topics(input),
});

call('GET /api/topics/subject/{subjectId}', 'catalogue.topicsOfSubject', {
  contract: 24,
  summary: 'Topics of one subject, active and inactive',
  description: 'In order of their names, without pages. Check `isActive`, or ask with `active=true`.',
  params: wire.topicsOfSubjectParams,
  query: wire.topicsOfSubjectQuery,
  answers: ok(z.array(wire.topic)),
  handle: ({ api, input }) => api.catalogue.topicsOfSubject(input),
});

call('GET /api/subjects/tutor-counts', 'catalogue.subjectTutorCounts', {
  summary: 'Listed tutors of each active subject',
  description: 'In order of the names of the subjects. What a listed tutor is, the introduction says.',
  answers: ok(wire.subjectTutorCounts),
  handle: ({ api }) => api.catalogue.subjectTutorCounts(),
});

call('GET /api/subjects/{id}/tutor-count', 'catalogue.subjectTutorCount', {
  summary: 'Listed tutors of a subject',
  params: wire.subjectParams,
  answers: ok(wire.tutorCount),
  errors: ['subject.not_found'],
  handle: ({ api, input }) => api.catalogue.subjectTutorCount(input),
});

call('GET /api/subjects/{id}', 'catalogue.subjectById', {
  summary: 'A subject; an inactive one for admins, and for tutors who have it',
  description:
    'An inactive one answers 404 to everybody else. Unlike this call, the list of subjects answers inactive ones to anyone who asks for them.',
  params: wire.subjectParams,
  answers: ok(wire.subject),
  errors: ['subject.not_found'],
  handle: ({ api, input }) => api.catalogue.subjectById(input),
});

call('GET /api/subject-categories/{id}', 'catalogue.categoryById', {
  summary: 'A category with its subjects',
  description: 'Active or not, with its active and inactive subjects.',
  params: wire.categoryParams,
  answers: ok(wire.category),
  errors: ['category.not_found'],
  handle: ({ api, input }) => api.catalogue.categoryById(input),
});

call('GET /api/topics/subject/{subjectId}/tutor-counts', 'catalogue.topicTutorCounts', {
  summary: 'Listed tutors of each topic of a subject; inactive topics for admins only',
  params: wire.topicsOfSubjectParams,
  answers: ok(wire.topicTutorCounts),
  handle: ({ api, input }) => api.catalogue.topicTutorCounts(input),
});

call('GET /api/topics/{id}', 'catalogue.topicById', {
  summary: 'A topic',
  description: 'Active or not.',
  params: wire.topicParams,
  answers: ok(wire.topic),
  errors: ['topic.not_found'],
  handle: ({ api, input }) => api.catalogue.topicById(input),
});

call('GET /api/topics/{id}/tutor-count', 'catalogue.topicTutorCount', {
  summary: 'Listed tutors of a topic',
  params: wire.topicParams,
  answers: ok(wire.tutorCount),
  errors: ['topic.not_found'],
  handle: ({ api, input }) => api.catalogue.topicTutorCount(input),
});

call('GET /api/stats/public', 'statistics.public', {
  contract: 28,
  summary: 'The numbers of the platform',
  description:
    '`totalTutors` counts verified tutors whose accounts are active, listed or not. `averageRating` is the mean of all reviews, `activeSubjects` counts active subjects.',
  answers: ok(wire.publicStats),
  handle: ({ api }) => api.statistics.public(),
});
