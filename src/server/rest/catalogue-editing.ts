import { SUCCESS, tooMany, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { callGroup, created, done, ok } from './calls.ts';
import * as wire from './wire/catalogue.ts';

const ALIASES = tooMany('Other names', LIMITS.aliases);

const { app, call } = callGroup('Catalogue', 'admin');
export const catalogueEditingRoutes = app;

call('POST /api/subject-categories', 'catalogue.createCategory', {
  contract: 19,
  summary: 'Create a category',
  description: 'Without `icon` it is `BookOpen`, without `color` `#6366f1`.',
  body: wire.createCategoryBody,
  answers: created(wire.category),
  errors: ['category.name_taken'],
  invalid: { name: VALIDATION.categoryName, aliases: ALIASES },
  handle: ({ api, input }) => api.catalogue.createCategory(input),
});

call('PUT /api/subject-categories/{id}', 'catalogue.updateCategory', {
  contract: 20,
  summary: 'Change a category; an absent key keeps its value',
  params: wire.categoryParams,
  body: wire.updateCategoryBody,
  answers: ok(wire.category),
  errors: ['category.not_found', 'category.name_taken'],
  invalid: { name: VALIDATION.categoryName, aliases: ALIASES },
  handle: ({ api, input }) => api.catalogue.updateCategory(input),
});

call('DELETE /api/subject-categories/{id}', 'catalogue.deleteCategory', {
  contract: 21,
  summary: 'Delete a category; its subjects have none from then on',
  params: wire.categoryParams,
  answers: done(SUCCESS.categoryDeleted),
  errors: ['category.not_found'],
  handle: ({ api, input }) => api.catalogue.deleteCategory(input),
});

call('PATCH /api/subject-categories/{id}/toggle-status', 'catalogue.setCategoryActive', {
  contract: 22,
  summary: 'Switch a category off, or on again',
  params: wire.categoryParams,
  answers: ok(wire.category),
  errors: ['category.not_found'],
  handle: ({ api, input }) => api.catalogue.setCategoryActive(input),
});

call('POST /api/subjects', 'catalogue.createSubject', {
  contract: 15,
  summary: 'Create a subject',
  body: wire.createSubjectBody,
  answers: created(wire.subject),
  errors: ['subject.category_unknown', 'subject.name_taken'],
  invalid: { name: VALIDATION.subjectName, category: VALIDATION.subjectCategory, aliases: ALIASES },
  handle: ({ api, input }) => api.catalogue.createSubject(input),
});

call('PUT /api/subjects/{id}', 'catalogue.updateSubject', {
  contract: 16,
  summary: 'Change a subject; an absent key keeps its value',
  description: 'With `isActive: false` it is left out of the search and of public profiles and cannot be booked; bookings that were made stay.',
  params: wire.subjectParams,
  body: wire.updateSubjectBody,
  answers: ok(wire.subject),
  errors: ['subject.category_unknown', 'subject.not_found', 'subject.name_taken'],
  invalid: { name: VALIDATION.subjectName, category: VALIDATION.subjectCategory, aliases: ALIASES },
  handle: ({ api, input }) => api.catalogue.updateSubject(input),
});

call('DELETE /api/subjects/{id}', 'catalogue.deleteSubject', {
  contract: 17,
  summary: 'Delete a subject with its topics; bookings and reviews keep its name',
  params: wire.subjectParams,
  answers: done(SUCCESS.subjectDeleted),
  errors: ['subject.not_found'],
  handle: ({ api, input }) => api.catalogue.deleteSubject(input),
});

for (const [path, id] of [
  ['PATCH /api/subjects/{id}/toggle', 'catalogue.toggleSubject'],
  ['PATCH /api/subjects/{id}/toggle-status', 'catalogue.toggleSubjectStatus'],
] as const) {
  call(path, id, {
    summary: 'Switch a subject off, or on again',
    procedure: 'catalogue.setSubjectActive',
    params: wire.subjectParams,
    answers: ok(wire.subject),
    errors: ['subject.not_found'],
    handle: ({ api, input }) => api.catalogue.setSubjectActive(input),
  });
}

call('POST /api/topics', 'catalogue.createTopic', {
  contract: 25,
  summary: 'Create a topic of a subject',
  description: 'The name has to be new among the topics of its subject.',
  body: wire.createTopicBody,
  answers: created(wire.topic),
  errors: ['subject.not_found', 'topic.name_taken'],
  invalid: { name: VALIDATION.topicName, aliases: ALIASES },
  handle: ({ api, input }) => api.catalogue.createTopic(input),
});

call('PUT /api/topics/{id}', 'catalogue.updateTopic', {
  contract: 26,
  summary: 'Change a topic; with another subject it leaves the selections of tutors',
  params: wire.topicParams,
  body: wire.updateTopicBody,
  answers: ok(wire.topic),
  errors: ['topic.not_found', 'subject.not_found', 'topic.name_taken'],
  invalid: { name: VALIDATION.topicName, aliases: ALIASES },
  handle: ({ api, input }) => api.catalogue.updateTopic(input),
});

call('DELETE /api/topics/{id}', 'catalogue.deleteTopic', {
  contract: 27,
  summary: 'Delete a topic; bookings and reviews keep its name',
  params: wire.topicParams,
  answers: done(SUCCESS.topicDeleted),
  errors: ['topic.not_found'],
  handle: ({ api, input }) => api.catalogue.deleteTopic(input),
});
