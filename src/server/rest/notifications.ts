import { ERRORS } from '#shared/errors.ts';
import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import { ADDITIONAL, call, created, done, json, jsonOrNothing, ok } from './operation.ts';
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
import { inWireNames } from './wire-names.ts';

const TAG = 'Notifications';
const success = true as const;

export const NOTIFICATION_INVALID = {
  type: ERRORS['notification.type'].message,
  title: VALIDATION.notificationTitle,
  message: VALIDATION.notificationMessage,
  'action.label': VALIDATION.actionLabel,
  'action.url': VALIDATION.actionUrl,
};

const list = call('notifications.list', {
  method: 'get',
  path: '/',
  contract: 58,
  tag: TAG,
  who: 'user',
  summary: 'Own notifications, page by page',
  description:
    'The newest first unless told otherwise, 20 a page unless `limit` says otherwise. One whose `expiresAt` has passed is never among them, nor counted.',
  request: { query: notificationsQuery },
  answers: ok(notificationsBody),
});

const unreadCount = call('notifications.unreadCount', {
  method: 'get',
  path: '/unread-count',
  contract: 59,
  tag: TAG,
  who: 'user',
  summary: 'How many are unread',
  description: 'Those that have expired are not counted.',
  answers: ok(unreadCountBody),
});

const stats = call('notifications.stats', {
  method: 'get',
  path: '/stats',
  contract: 60,
  tag: TAG,
  who: 'user',
  summary: 'Totals, and counts per category',
  description: 'Those that have expired are not counted.',
  answers: ok(statsBody),
});

const markRead = call('notifications.markRead', {
  method: 'patch',
  path: '/mark-read',
  contract: 61,
  tag: TAG,
  who: 'user',
  summary: 'Mark the listed ones read; all of them without a list',
  description: 'Ids that are unknown, or of somebody else, are passed over. `updatedCount` is how many were unread before.',
  request: jsonOrNothing(markReadBody),
  answers: ok(updatedBody),
});

const markAllRead = call('notifications.markAllRead', {
  method: 'patch',
  path: '/mark-all-read',
  contract: 62,
  tag: TAG,
  who: 'user',
  summary: 'Mark all read',
  answers: ok(updatedBody),
});

const removeRead = call('notifications.removeRead', {
  method: 'delete',
  path: '/delete-read',
  contract: 64,
  tag: TAG,
  who: 'user',
  summary: 'Delete those that are read',
  answers: ok(deletedBody),
});

const removeAll = call('notifications.removeAll', {
  method: 'delete',
  path: '/clear-all',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'user',
  summary: 'Delete all, read or not',
  description: 'There is no way back.',
  answers: ok(deletedBody),
});

const remove = call('notifications.remove', {
  method: 'delete',
  path: '/{id}',
  contract: 63,
  tag: TAG,
  who: 'user',
  summary: 'Delete one',
  request: { params: notificationParams },
  answers: done(SUCCESS.notificationDeleted),
  refuses: ['notification.not_found'],
});

const create = call('notifications.create', {
  method: 'post',
  path: '/',
  contract: 65,
  tag: TAG,
  who: 'user',
  summary: 'Write one to oneself; an admin may name somebody else',
  description:
    'For the caller, told at once over Socket.IO. From anybody else than an admin `userId` is ignored. One whose `expiresAt` has passed is stored, but never listed.',
  request: json(createNotificationBody),
  answers: created(createdBody),
  refuses: ['user.not_found', 'request.limited'],
  invalid: NOTIFICATION_INVALID,
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
    const data = await (ids ? inWireNames({ ids: 'notificationIds' }, notifications.markRead({ ids })) : notifications.markAllRead());
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
