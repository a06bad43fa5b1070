import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import { NOTIFICATION_INVALID } from './notifications.ts';
import { ADDITIONAL, call, created, json, ok } from './operation.ts';
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

const all = call('notifications.all', {
  method: 'get',
  path: '/all',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'admin',
  summary: 'Notifications of everybody, or of one person',
  description: 'The newest first unless told otherwise, 50 a page unless `limit` says otherwise. Expired ones are left out.',
  request: { query: allNotificationsQuery },
  answers: ok(allNotificationsBody),
});

const write = call('notifications.write', {
  method: 'post',
  path: '/create',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'admin',
  summary: 'Write one to somebody',
  request: json(writeNotificationBody),
  answers: created(createdBody),
  refuses: ['user.not_found', 'request.limited'],
  invalid: { ...NOTIFICATION_INVALID, userId: VALIDATION.notificationUser },
});

const writeMany = call('notifications.writeMany', {
  method: 'post',
  path: '/bulk',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'admin',
  summary: 'Write many at once, all or none',
  description: 'At most 1000 in one call, which counts once towards the rate limit.',
  request: json(writeNotificationsBody),
  answers: created(createdManyBody),
  refuses: ['user.not_found', 'request.limited'],
  invalid: { notifications: VALIDATION.notifications },
});

const cleanup = call('notifications.removeOld', {
  method: 'delete',
  path: '/cleanup',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'admin',
  summary: 'Delete what everybody has read and is older than so many days',
  description:
    'Without `daysOld` those older than 90 days. A `daysOld` that is no whole number from 0 is refused, and nothing is deleted; 0 deletes all that are read. Unread ones stay however old they are.',
  request: { query: cleanupQuery },
  answers: ok(deletedBody),
  invalid: { daysOld: VALIDATION.daysOld },
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
