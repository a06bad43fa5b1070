import { createRoute } from '@hono/zod-openapi';
import { created, json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { category, subject, toCategory, topic, toSubject, toTopic } from './wire/catalogue.ts';
import {
  catalogueParams,
  createCategoryBody,
  createSubjectBody,
  createTopicBody,
  updateCategoryBody,
  updateSubjectBody,
  updateTopicBody,
} from './wire/catalogue-editing.ts';
import { okBody } from './wire/shapes.ts';

const TAG = 'Catalogue';
const REFUSED = refusals(400, 401, 403, 404, 409);
const NOT_THERE = refusals(401, 403, 404);

const createCategory = createRoute({
  method: 'post',
  path: '/subject-categories',
  ...operation(TAG, 'admin', 'Create a category'),
  request: json(createCategoryBody),
  responses: { ...created(category), ...refusals(400, 401, 403, 409) },
});
const updateCategory = createRoute({
  method: 'put',
  path: '/subject-categories/{id}',
  ...operation(TAG, 'admin', 'Change a category; an absent key keeps its value'),
  request: { params: catalogueParams, ...json(updateCategoryBody) },
  responses: { ...ok(category), ...REFUSED },
});
const deleteCategory = createRoute({
  method: 'delete',
  path: '/subject-categories/{id}',
  ...operation(TAG, 'admin', 'Delete a category; its subjects have none from then on'),
  request: { params: catalogueParams },
  responses: { ...ok(okBody), ...NOT_THERE },
});
const toggleCategory = createRoute({
  method: 'patch',
  path: '/subject-categories/{id}/toggle-status',
  ...operation(TAG, 'admin', 'Switch a category off, or on again'),
  request: { params: catalogueParams },
  responses: { ...ok(category), ...NOT_THERE },
});

const createSubject = createRoute({
  method: 'post',
  path: '/subjects',
  ...operation(TAG, 'admin', 'Create a subject'),
  request: json(createSubjectBody),
  responses: { ...created(subject), ...refusals(400, 401, 403, 409) },
});
const updateSubject = createRoute({
  method: 'put',
  path: '/subjects/{id}',
  ...operation(TAG, 'admin', 'Change a subject; an absent key keeps its value'),
  request: { params: catalogueParams, ...json(updateSubjectBody) },
  responses: { ...ok(subject), ...REFUSED },
});
const deleteSubject = createRoute({
  method: 'delete',
  path: '/subjects/{id}',
  ...operation(TAG, 'admin', 'Delete a subject with its topics; bookings and reviews keep its name'),
  request: { params: catalogueParams },
  responses: { ...ok(okBody), ...NOT_THERE },
});
const TOGGLED = ['/subjects/{id}/toggle', '/subjects/{id}/toggle-status'].map((path) =>
  createRoute({
    method: 'patch',
    path,
    ...operation(TAG, 'admin', 'Switch a subject off, or on again'),
    request: { params: catalogueParams },
    responses: { ...ok(subject), ...NOT_THERE },
  }),
);

const createTopic = createRoute({
  method: 'post',
  path: '/topics',
  ...operation(TAG, 'admin', 'Create a topic of a subject'),
  request: json(createTopicBody),
  responses: { ...created(topic), ...REFUSED },
});
const updateTopic = createRoute({
  method: 'put',
  path: '/topics/{id}',
  ...operation(TAG, 'admin', 'Change a topic; with another subject it leaves the selections of tutors'),
  request: { params: catalogueParams, ...json(updateTopicBody) },
  responses: { ...ok(topic), ...REFUSED },
});
const deleteTopic = createRoute({
  method: 'delete',
  path: '/topics/{id}',
  ...operation(TAG, 'admin', 'Delete a topic; bookings and reviews keep its name'),
  request: { params: catalogueParams },
  responses: { ...ok(okBody), ...NOT_THERE },
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
