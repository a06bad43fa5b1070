import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import { ADDITIONAL, call, created, done, json, ok } from './operation.ts';
import { restGroup } from './support.ts';
import { category, subject, toCategory, topic, toSubject, toTopic } from './wire/catalogue.ts';
import {
  categoryParams,
  createCategoryBody,
  createSubjectBody,
  createTopicBody,
  subjectParams,
  topicParams,
  updateCategoryBody,
  updateSubjectBody,
  updateTopicBody,
} from './wire/catalogue-editing.ts';

const TAG = 'Catalogue';

const createCategory = call('catalogue.createCategory', {
  method: 'post',
  path: '/subject-categories',
  contract: 19,
  tag: TAG,
  who: 'admin',
  summary: 'Create a category',
  description: 'Without `icon` it is `BookOpen`, without `color` `#6366f1`.',
  request: json(createCategoryBody),
  answers: created(category),
  refuses: ['category.name_taken'],
  invalid: { name: VALIDATION.categoryName },
});
const updateCategory = call('catalogue.updateCategory', {
  method: 'put',
  path: '/subject-categories/{id}',
  contract: 20,
  tag: TAG,
  who: 'admin',
  summary: 'Change a category; an absent key keeps its value',
  request: { params: categoryParams, ...json(updateCategoryBody) },
  answers: ok(category),
  refuses: ['category.not_found', 'category.name_taken'],
  invalid: { name: VALIDATION.categoryName },
});
const deleteCategory = call('catalogue.deleteCategory', {
  method: 'delete',
  path: '/subject-categories/{id}',
  contract: 21,
  tag: TAG,
  who: 'admin',
  summary: 'Delete a category; its subjects have none from then on',
  request: { params: categoryParams },
  answers: done(SUCCESS.categoryDeleted),
  refuses: ['category.not_found'],
});
const toggleCategory = call('catalogue.setCategoryActive', {
  method: 'patch',
  path: '/subject-categories/{id}/toggle-status',
  contract: 22,
  tag: TAG,
  who: 'admin',
  summary: 'Switch a category off, or on again',
  request: { params: categoryParams },
  answers: ok(category),
  refuses: ['category.not_found'],
});

const createSubject = call('catalogue.createSubject', {
  method: 'post',
  path: '/subjects',
  contract: 15,
  tag: TAG,
  who: 'admin',
  summary: 'Create a subject',
  request: json(createSubjectBody),
  answers: created(subject),
  refuses: ['subject.category_unknown', 'subject.name_taken'],
  invalid: { name: VALIDATION.subjectName, category: VALIDATION.subjectCategory },
});
const updateSubject = call('catalogue.updateSubject', {
  method: 'put',
  path: '/subjects/{id}',
  contract: 16,
  tag: TAG,
  who: 'admin',
  summary: 'Change a subject; an absent key keeps its value',
  description: 'With `isActive: false` it is left out of the search and of public profiles and cannot be booked; bookings that were made stay.',
  request: { params: subjectParams, ...json(updateSubjectBody) },
  answers: ok(subject),
  refuses: ['subject.category_unknown', 'subject.not_found', 'subject.name_taken'],
  invalid: { name: VALIDATION.subjectName, category: VALIDATION.subjectCategory },
});
const deleteSubject = call('catalogue.deleteSubject', {
  method: 'delete',
  path: '/subjects/{id}',
  contract: 17,
  tag: TAG,
  who: 'admin',
  summary: 'Delete a subject with its topics; bookings and reviews keep its name',
  request: { params: subjectParams },
  answers: done(SUCCESS.subjectDeleted),
  refuses: ['subject.not_found'],
});
const TOGGLED = (['toggle', 'toggle-status'] as const).map((name) =>
  call(name === 'toggle' ? 'catalogue.toggleSubject' : 'catalogue.toggleSubjectStatus', {
    method: 'patch',
    path: `/subjects/{id}/${name}`,
    contract: ADDITIONAL,
    tag: TAG,
    who: 'admin',
    summary: 'Switch a subject off, or on again',
    procedure: 'catalogue.setSubjectActive',
    request: { params: subjectParams },
    answers: ok(subject),
    refuses: ['subject.not_found'],
  }),
);

const createTopic = call('catalogue.createTopic', {
  method: 'post',
  path: '/topics',
  contract: 25,
  tag: TAG,
  who: 'admin',
  summary: 'Create a topic of a subject',
  description: 'The name has to be new among the topics of its subject.',
  request: json(createTopicBody),
  answers: created(topic),
  refuses: ['subject.not_found', 'topic.name_taken'],
  invalid: { name: VALIDATION.topicName },
});
const updateTopic = call('catalogue.updateTopic', {
  method: 'put',
  path: '/topics/{id}',
  contract: 26,
  tag: TAG,
  who: 'admin',
  summary: 'Change a topic; with another subject it leaves the selections of tutors',
  request: { params: topicParams, ...json(updateTopicBody) },
  answers: ok(topic),
  refuses: ['topic.not_found', 'subject.not_found', 'topic.name_taken'],
  invalid: { name: VALIDATION.topicName },
});
const deleteTopic = call('catalogue.deleteTopic', {
  method: 'delete',
  path: '/topics/{id}',
  contract: 27,
  tag: TAG,
  who: 'admin',
  summary: 'Delete a topic; bookings and reviews keep its name',
  request: { params: topicParams },
  answers: done(SUCCESS.topicDeleted),
  refuses: ['topic.not_found'],
});

/** Mounted at `/api`. */
export function catalogueEditingRoutes() {
  const group = restGroup();

  group.openapi(createCategory, async (c) => c.json(toCategory(await c.var.api.catalogue.createCategory(c.req.valid('json'))), 201));
  group.openapi(updateCategory, async (c) =>
    c.json(toCategory(await c.var.api.catalogue.updateCategory({ ...c.req.valid('json'), ...c.req.valid('param') })), 200),
  );
  group.openapi(deleteCategory, async (c) =>
    c.json({ success: true as const, ...(await c.var.api.catalogue.deleteCategory(c.req.valid('param'))) }, 200),
  );
  group.openapi(toggleCategory, async (c) => c.json(toCategory(await c.var.api.catalogue.setCategoryActive(c.req.valid('param'))), 200));

  group.openapi(createSubject, async (c) => c.json(toSubject(await c.var.api.catalogue.createSubject(c.req.valid('json'))), 201));
  group.openapi(updateSubject, async (c) =>
    c.json(toSubject(await c.var.api.catalogue.updateSubject({ ...c.req.valid('json'), ...c.req.valid('param') })), 200),
  );
  group.openapi(deleteSubject, async (c) =>
    c.json({ success: true as const, ...(await c.var.api.catalogue.deleteSubject(c.req.valid('param'))) }, 200),
  );
  for (const toggle of TOGGLED) {
    group.openapi(toggle, async (c) => c.json(toSubject(await c.var.api.catalogue.setSubjectActive(c.req.valid('param'))), 200));
  }

  group.openapi(createTopic, async (c) => c.json(toTopic(await c.var.api.catalogue.createTopic(c.req.valid('json'))), 201));
  group.openapi(updateTopic, async (c) =>
    c.json(toTopic(await c.var.api.catalogue.updateTopic({ ...c.req.valid('json'), ...c.req.valid('param') })), 200),
  );
  group.openapi(deleteTopic, async (c) => c.json({ success: true as const, ...(await c.var.api.catalogue.deleteTopic(c.req.valid('param'))) }, 200));

  return group;
}
