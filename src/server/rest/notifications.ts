import { ERRORS } from '#shared/errors.ts';
import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import { callGroup, created, done, ok } from './calls.ts';
import * as wire from './wire/notifications.ts';

const INVALID = {
  type: ERRORS['notification.type'].message,
  title: VALIDATION.notificationTitle,
  message: VALIDATION.notificationMessage,
  'action.label': VALIDATION.actionLabel,
  'action.url': VALIDATION.actionUrl,
};

const { app, call } = callGroup('Notifications', 'user');
export const notificationRoutes = app;

// `GET /notifications` is also the path of a page: a cache has to keep the two apart.
app.use('/', async (c, next) => {
  await next();
  c.res.headers.append('vary', 'Accept, Authorization');
});

call('GET /', 'notifications.list', {
  contract: 58,
  summary: 'Own notifications, page by page',
  description:
    'The newest first unless told otherwise, 20 a page unless `limit` says otherwise. One whose `expiresAt` has passed is never among them, nor counted.',
  query: wire.notificationsQuery,
  answers: ok(wire.notificationsBody),
  handle: async ({ api, input }) => {
    const page = await api.notifications.list(input);
    return { data: { ...page, notifications: page.notifications.map((view) => wire.toNotification(view)) } };
  },
});

call('GET /unread-count', 'notifications.unreadCount', {
  contract: 59,
  summary: 'How many are unread',
  description: 'Those that have expired are not counted.',
  answers: ok(wire.unreadCountBody),
  handle: async ({ api }) => ({ data: await api.notifications.unreadCount() }),
});

call('GET /stats', 'notifications.stats', {
  contract: 60,
  summary: 'Totals, and counts per category',
  description: 'Those that have expired are not counted.',
  answers: ok(wire.statsBody),
  handle: async ({ api }) => ({ data: await api.notifications.stats() }),
});

call('PATCH /mark-read', 'notifications.markRead', {
  contract: 61,
  summary: 'Mark the listed ones read; all of them without a list',
  description: 'Ids that are unknown, or of somebody else, are passed over. `updatedCount` is how many were unread before.',
  body: wire.markReadBody,
  isBodyOptional: true,
  answers: ok(wire.updatedBody),
  fieldNames: { ids: 'notificationIds' },
  handle: async ({ api: { notifications }, input: { ids } }) => ({
    message: SUCCESS.notificationsRead,
    data: await (ids ? notifications.markRead({ ids }) : notifications.markAllRead()),
  }),
});

call('PATCH /mark-all-read', 'notifications.markAllRead', {
  contract: 62,
  summary: 'Mark all read',
  answers: ok(wire.updatedBody),
  handle: async ({ api }) => ({ message: SUCCESS.notificationsRead, data: await api.notifications.markAllRead() }),
});

call('DELETE /delete-read', 'notifications.removeRead', {
  contract: 64,
  summary: 'Delete those that are read',
  answers: ok(wire.deletedBody),
  handle: async ({ api }) => ({ message: SUCCESS.notificationsDeleted, data: await api.notifications.removeRead() }),
});

call('DELETE /clear-all', 'notifications.removeAll', {
  summary: 'Delete all, read or not',
  description: 'There is no way back.',
  answers: ok(wire.deletedBody),
  handle: async ({ api }) => ({ message: SUCCESS.notificationsDeleted, data: await api.notifications.removeAll() }),
});

call('DELETE /{id}', 'notifications.remove', {
  contract: 63,
  summary: 'Delete one',
  params: wire.notificationParams,
  answers: done(SUCCESS.notificationDeleted),
  errors: ['notification.not_found'],
  handle: ({ api, input }) => api.notifications.remove(input),
});

call('POST /', 'notifications.create', {
  contract: 65,
  summary: 'Write one to oneself; an admin may name somebody else',
  description:
    'For the caller, told at once over Socket.IO. From anybody else than an admin `userId` is ignored. One whose `expiresAt` has passed is stored, but never listed.',
  body: wire.createNotificationBody,
  answers: created(wire.createdBody),
  errors: ['user.not_found', 'request.limited'],
  invalid: INVALID,
  handle: async ({ api, input }) => ({ message: SUCCESS.notificationCreated, data: wire.toNotification(await api.notifications.create(input)) }),
});

const { app: adminApp, call: adminCall } = callGroup('Notifications', 'admin');
export const adminNotificationRoutes = adminApp;

adminCall('GET /api/notifications/admin/all', 'notifications.all', {
  summary: 'Notifications of everybody, or of one person',
  description: 'The newest first unless told otherwise, 50 a page unless `limit` says otherwise. Expired ones are left out.',
  query: wire.allNotificationsQuery,
  answers: ok(wire.allNotificationsBody),
  handle: async ({ api, input }) => {
    const page = await api.notifications.all(input);
    return { data: { ...page, notifications: page.notifications.map((view) => ({ ...wire.toNotification(view), user: view.user })) } };
  },
});

adminCall('POST /api/notifications/admin/create', 'notifications.write', {
  summary: 'Write one to somebody',
  body: wire.writeNotificationBody,
  answers: created(wire.createdBody),
  errors: ['user.not_found', 'request.limited'],
  invalid: { ...INVALID, userId: VALIDATION.notificationUser },
  handle: async ({ api, input }) => ({ message: SUCCESS.notificationCreated, data: wire.toNotification(await api.notifications.write(input)) }),
});

adminCall('POST /api/notifications/admin/bulk', 'notifications.writeMany', {
  summary: 'Write many at once, all or none',
  description: 'At most 1000 in one call, which counts once towards the rate limit.',
  body: wire.writeNotificationsBody,
  answers: created(wire.createdManyBody),
  errors: ['user.not_found', 'request.limited'],
  invalid: { notifications: VALIDATION.notifications },
  handle: async ({ api, input }) => ({ message: SUCCESS.notificationsCreated, data: await api.notifications.writeMany(input) }),
});

adminCall('DELETE /api/notifications/admin/cleanup', 'notifications.removeOld', {
  summary: 'Delete what everybody has read and is older than so many days',
  description:
    'Without `daysOld` those older than 90 days. A `daysOld` that is no whole number from 0 is refused, and nothing is deleted; 0 deletes all that are read. Unread ones stay however old they are.',
  query: wire.cleanupQuery,
  answers: ok(wire.deletedBody),
  invalid: { daysOld: VALIDATION.daysOld },
  handle: async ({ api, input }) => ({ message: SUCCESS.notificationsDeleted, data: await api.notifications.removeOld(input) }),
});
