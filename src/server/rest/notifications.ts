import { createRoute } from '@hono/zod-openapi';
import { SUCCESS } from '#shared/messages.ts';
import { created, json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import {
  createdBody,
  createNotificationBody,
  deletedBody,
  markReadBody,
  notificationParams,
  notificationsBody,
  notificationsQuery,
  statsBody,
  toNotification,
  toPage,
  unreadCountBody,
  updatedBody,
} from './wire/notifications.ts';
import { okBody } from './wire/shapes.ts';

const TAG = 'Notifications';
const success = true as const;

const list = createRoute({
  method: 'get',
  path: '/',
  ...operation(TAG, 'user', 'Own notifications, page by page'),
  request: { query: notificationsQuery },
  responses: { ...ok(notificationsBody), ...refusals(401) },
});

const unreadCount = createRoute({
  method: 'get',
  path: '/unread-count',
  ...operation(TAG, 'user', 'How many are unread'),
  responses: { ...ok(unreadCountBody), ...refusals(401) },
});

const stats = createRoute({
  method: 'get',
  path: '/stats',
  ...operation(TAG, 'user', 'Totals, and counts per category'),
  responses: { ...ok(statsBody), ...refusals(401) },
});

const markRead = createRoute({
  method: 'patch',
  path: '/mark-read',
  ...operation(TAG, 'user', 'Mark the listed ones read; all of them without a list'),
  request: json(markReadBody),
  responses: { ...ok(updatedBody), ...refusals(401) },
});

const markAllRead = createRoute({
  method: 'patch',
  path: '/mark-all-read',
  ...operation(TAG, 'user', 'Mark all read'),
  responses: { ...ok(updatedBody), ...refusals(401) },
});

const removeRead = createRoute({
  method: 'delete',
  path: '/delete-read',
  ...operation(TAG, 'user', 'Delete those that are read'),
  responses: { ...ok(deletedBody), ...refusals(401) },
});

const removeAll = createRoute({
  method: 'delete',
  path: '/clear-all',
  ...operation(TAG, 'user', 'Delete all, read or not'),
  responses: { ...ok(deletedBody), ...refusals(401) },
});

const remove = createRoute({
  method: 'delete',
  path: '/{id}',
  ...operation(TAG, 'user', 'Delete one'),
  request: { params: notificationParams },
  responses: { ...ok(okBody), ...refusals(401, 404) },
});

const create = createRoute({
  method: 'post',
  path: '/',
  ...operation(TAG, 'user', 'Write one to oneself; an admin may name somebody else'),
  request: json(createNotificationBody),
  responses: { ...created(createdBody), ...refusals(400, 401, 404, 429) },
});

/** Mounted at `/notifications` and `/api/notifications`; names in a path come before ids. */
export function notificationRoutes() {
  const group = restGroup();
  // The first is also the path of a page: a cache has to keep the two apart.
  group.use('/', async (c, next) => {
    await next();
    c.res.headers.append('vary', 'Accept, Authorization');
  });

  group.openapi(list, async (c) => c.json({ success, data: toPage(await c.var.api.notifications.list(c.req.valid('query'))) }, 200));
  group.openapi(unreadCount, async (c) => c.json({ success, data: await c.var.api.notifications.unreadCount() }, 200));
  group.openapi(stats, async (c) => c.json({ success, data: await c.var.api.notifications.stats() }, 200));

  group.openapi(markRead, async (c) => {
    const { notifications } = c.var.api;
    const { ids } = c.req.valid('json');
    const data = await (ids ? notifications.markRead({ ids }) : notifications.markAllRead());
    return c.json({ success, message: SUCCESS.notificationsRead, data }, 200);
  });
  group.openapi(markAllRead, async (c) => {
    const data = await c.var.api.notifications.markAllRead();
    return c.json({ success, message: SUCCESS.notificationsRead, data }, 200);
  });

  group.openapi(removeRead, async (c) => {
    const data = await c.var.api.notifications.removeRead();
    return c.json({ success, message: SUCCESS.notificationsDeleted, data }, 200);
  });
  group.openapi(removeAll, async (c) => {
    const data = await c.var.api.notifications.removeAll();
    return c.json({ success, message: SUCCESS.notificationsDeleted, data }, 200);
  });
  group.openapi(remove, async (c) => c.json({ success, ...(await c.var.api.notifications.remove(c.req.valid('param'))) }, 200));

  group.openapi(create, async (c) => {
    const notification = await c.var.api.notifications.create(c.req.valid('json'));
    return c.json({ success, message: SUCCESS.notificationCreated, data: toNotification(notification) }, 201);
  });

  return group;
}
