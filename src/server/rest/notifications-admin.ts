import { createRoute } from '@hono/zod-openapi';
import { SUCCESS } from '#shared/messages.ts';
import { created, json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import {
  allNotificationsBody,
  allNotificationsQuery,
  cleanupQuery,
  createdBody,
  createdManyBody,
  deletedBody,
  toAllPage,
  toNotification,
  writeNotificationBody,
  writeNotificationsBody,
} from './wire/notifications.ts';

const TAG = 'Notifications';
const success = true as const;

const all = createRoute({
  method: 'get',
  path: '/all',
  ...operation(TAG, 'admin', 'Notifications of everybody, or of one person'),
  request: { query: allNotificationsQuery },
  responses: { ...ok(allNotificationsBody), ...refusals(401, 403) },
});

const write = createRoute({
  method: 'post',
  path: '/create',
  ...operation(TAG, 'admin', 'Write one to somebody'),
  request: json(writeNotificationBody),
  responses: { ...created(createdBody), ...refusals(400, 401, 403, 404, 429) },
});

const writeMany = createRoute({
  method: 'post',
  path: '/bulk',
  ...operation(TAG, 'admin', 'Write many at once, all or none'),
  request: json(writeNotificationsBody),
  responses: { ...created(createdManyBody), ...refusals(400, 401, 403, 404, 429) },
});

const cleanup = createRoute({
  method: 'delete',
  path: '/cleanup',
  ...operation(TAG, 'admin', 'Delete what everybody has read and is older than so many days'),
  request: { query: cleanupQuery },
  responses: { ...ok(deletedBody), ...refusals(401, 403) },
});

/** Mounted at `/api/notifications/admin`. */
export function notificationAdminRoutes() {
  const group = restGroup();

  group.openapi(all, async (c) => c.json({ success, data: toAllPage(await c.var.api.notifications.all(c.req.valid('query'))) }, 200));
  group.openapi(write, async (c) => {
    const notification = await c.var.api.notifications.write(c.req.valid('json'));
    return c.json({ success, message: SUCCESS.notificationCreated, data: toNotification(notification) }, 201);
  });
  group.openapi(writeMany, async (c) => {
    const data = await c.var.api.notifications.writeMany(c.req.valid('json'));
    return c.json({ success, message: SUCCESS.notificationsCreated, data }, 201);
  });
  group.openapi(cleanup, async (c) => {
    const data = await c.var.api.notifications.removeOld(c.req.valid('query'));
    return c.json({ success, message: SUCCESS.notificationsDeleted, data }, 200);
  });

  return group;
}
