import { z } from '@hono/zod-openapi';
import {
  type AllNotificationsPage,
  createNotificationInput,
  markReadInput,
  NOTIFICATION_SORTS,
  type NotificationsPage,
  type NotificationView,
  writeNotificationInput,
  writeNotificationsInput,
} from '#shared/contracts/notifications.ts';
import { NOTIFICATION_CATEGORIES, NOTIFICATION_PRIORITIES, NOTIFICATION_TYPES, SORT_DIRECTIONS } from '#shared/vocabulary/content.ts';
import { LIMITS, NOTIFICATIONS, SEARCH } from '#shared/vocabulary/limits.ts';
import { ROLES } from '#shared/vocabulary/people.ts';
import { body, countOf, idOf, instant, isSent, listOf, MOST_PAGES, oneOf, parameter, pathId, type Sent, something } from './reading.ts';
import { date, entity, withId } from './shapes.ts';

export const notificationParams = z.object({ id: pathId });

const BOOLEANS = ['true', 'false'] as const;

export const notificationsQuery = z.object({
  page: parameter({ description: 'From 1', type: 'integer', read: (text) => countOf(text, MOST_PAGES) }),
  limit: parameter({
    description: 'Notifications a page',
    type: 'integer',
    example: String(NOTIFICATIONS.loaded),
    read: (text) => countOf(text, SEARCH.mostPerPage),
  }),
  read: parameter({
    description: 'Read ones only, or the others',
    values: BOOLEANS,
    read: (text) => (oneOf(BOOLEANS, text) ? text === 'true' : undefined),
  }),
  category: parameter({ description: 'One category', values: NOTIFICATION_CATEGORIES, read: (text) => oneOf(NOTIFICATION_CATEGORIES, text) }),
  sortBy: parameter({ description: 'By default `createdAt`', values: NOTIFICATION_SORTS, read: (text) => oneOf(NOTIFICATION_SORTS, text) }),
  sortOrder: parameter({ description: 'By default `desc`', values: SORT_DIRECTIONS, read: (text) => oneOf(SORT_DIRECTIONS, text) }),
});

/** Without the key all of them are meant, with an empty list none. */
export const markReadBody = body('MarkRead', {
  contract: markReadInput.partial(),
  documented: z.object({ notificationIds: z.array(z.string()).optional() }),
  read: (sent) => ('notificationIds' in sent ? { ids: listOf(sent.notificationIds).flatMap((id) => idOf(id) ?? []) } : {}),
});

const readNotification = (sent: Sent) => ({
  ...sent,
  category: something(sent.category),
  priority: something(sent.priority),
  metadata: something(sent.metadata),
  action: isNoAction(sent.action) ? null : sent.action,
  expiresAt: instant(sent.expiresAt),
  userId: idOf(sent.userId),
});

export const createNotificationBody = body('CreateNotification', { contract: createNotificationInput, read: readNotification });
export const writeNotificationBody = body('WriteNotification', { contract: writeNotificationInput, read: readNotification });
export const writeNotificationsBody = body('WriteNotifications', {
  contract: writeNotificationsInput,
  read: ({ notifications }) => ({
    notifications: Array.isArray(notifications) ? notifications.map((sent) => (isSent(sent) ? readNotification(sent) : sent)) : notifications,
  }),
});

export const allNotificationsQuery = notificationsQuery.extend({
  userId: parameter({ description: 'Of one person', read: (text) => text?.slice(0, LIMITS.id) }),
});
export const cleanupQuery = z.object({
  daysOld: parameter({ description: 'By default 90', type: 'integer', example: '90', read: (text) => (text === '0' ? 0 : countOf(text, 36_500)) }),
});

/** An action is a label and an address, both or none. */
const isNoAction = (action: unknown): boolean =>
  something(action) === undefined || (isSent(action) && something(action.label) === undefined && something(action.url) === undefined);

const notification = entity({
  user: z.string(),
  type: z.enum(NOTIFICATION_TYPES),
  category: z.enum(NOTIFICATION_CATEGORIES),
  title: z.string(),
  message: z.string(),
  action: z.object({ label: z.string(), url: z.string() }).nullable(),
  priority: z.enum(NOTIFICATION_PRIORITIES),
  metadata: z.record(z.string(), z.unknown()).openapi({ description: '`kind` and `params` say in data what title and message say in English.' }),
  expiresAt: date.nullable(),
  read: z.boolean(),
  timestamp: date,
  createdAt: date,
  updatedAt: date,
}).openapi('Notification');

const enveloped = <S extends z.ZodType>(data: S) => z.object({ success: z.literal(true), data });
const told = <S extends z.ZodType>(data: S) => z.object({ success: z.literal(true), message: z.string(), data });

export const notificationsBody = enveloped(
  z.object({ notifications: z.array(notification), total: z.number(), currentPage: z.number(), totalPages: z.number(), hasMore: z.boolean() }),
);
export const unreadCountBody = enveloped(z.object({ unreadCount: z.number() }));
export const statsBody = enveloped(
  z.object({ total: z.number(), unread: z.number(), read: z.number(), categories: z.record(z.string(), z.number()) }),
);
export const updatedBody = told(z.object({ updatedCount: z.number() }));
export const deletedBody = told(z.object({ deletedCount: z.number() }));
export const createdBody = told(notification);

/** One that somebody wrote says nothing beyond its own words. */
export const toNotification = (view: NotificationView) => ({
  _id: view.id,
  id: view.id,
  user: view.userId,
  type: view.type,
  category: view.category,
  title: view.title,
  message: view.message,
  action: view.action,
  priority: view.priority,
  metadata: view.kind === 'custom' ? view.metadata : { ...view.metadata, kind: view.kind, params: view.params },
  expiresAt: view.expiresAt,
  read: view.read,
  timestamp: view.createdAt,
  createdAt: view.createdAt,
  updatedAt: view.updatedAt,
});

const owned = notification.extend({ user: entity({ name: z.string(), email: z.string(), role: z.enum(ROLES).nullable() }) });
export const allNotificationsBody = enveloped(
  z.object({ notifications: z.array(owned), total: z.number(), currentPage: z.number(), totalPages: z.number(), hasMore: z.boolean() }),
);
export const createdManyBody = told(z.object({ createdCount: z.number() }));

export const toAllPage = (page: AllNotificationsPage) => ({
  ...page,
  notifications: page.notifications.map((view) => ({ ...toNotification(view), user: withId(view.user) })),
});

export const toPage = (page: NotificationsPage) => ({ ...page, notifications: page.notifications.map(toNotification) });
