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
import { SUCCESS } from '#shared/messages.ts';
import {
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_KINDS,
  NOTIFICATION_PRIORITIES,
  NOTIFICATION_TYPES,
  SORT_DIRECTIONS,
} from '#shared/vocabulary/content.ts';
import { LIMITS, NOTIFICATIONS, SEARCH } from '#shared/vocabulary/limits.ts';
import { ROLES } from '#shared/vocabulary/people.ts';
import { IDS, NOTE, NOTIFICATION, OWNER } from './examples.ts';
import {
  body,
  countOf,
  idOf,
  instant,
  isSent,
  listOf,
  MOST_PAGES,
  oneOf,
  parameter,
  pathId,
  type Sent,
  something,
  trimmed,
  unlessAll,
} from './reading.ts';
import { count, date, email, entity, id, success, told, withId } from './shapes.ts';

export const notificationParams = z.object({ id: pathId('The id of an own notification.', NOTIFICATION.id) });

const BOOLEANS = ['true', 'false'] as const;

export const notificationsQuery = z.object({
  page: parameter({ description: 'From 1', type: 'integer', least: 1, example: 1, read: (text) => countOf(text, MOST_PAGES) }),
  limit: parameter({
    description: 'Notifications a page: 20 where it is absent, for the list of everybody 50',
    type: 'integer',
    least: 1,
    most: SEARCH.mostPerPage,
    example: NOTIFICATIONS.loaded,
    read: (text) => countOf(text, SEARCH.mostPerPage),
  }),
  read: parameter({
    description: '`true`: those that are read; `false`: the others',
    values: BOOLEANS,
    read: (text) => (oneOf(BOOLEANS, text) ? text === 'true' : undefined),
  }),
  category: parameter({ description: 'One category', values: NOTIFICATION_CATEGORIES, read: (text) => oneOf(NOTIFICATION_CATEGORIES, text) }),
  sortBy: parameter({
    description: 'What they are ordered by; `createdAt` where it is absent',
    values: NOTIFICATION_SORTS,
    read: (text) => oneOf(NOTIFICATION_SORTS, text),
  }),
  sortOrder: parameter({
    description: '`desc` where it is absent: the newest first',
    values: SORT_DIRECTIONS,
    read: (text) => oneOf(SORT_DIRECTIONS, text),
  }),
});

/** Without the key all of them are meant, with an empty list none. */
export const markReadBody = body('MarkRead', {
  contract: markReadInput.partial(),
  documented: z.object({ notificationIds: z.array(z.string().max(LIMITS.id)).max(1000).optional() }),
  example: { notificationIds: [IDS.notification] },
  fields: { notificationIds: { description: 'Without the key all are meant, with an empty list none; a single text is a list of one.' } },
  read: (sent) => ('notificationIds' in sent ? { ids: listOf(sent.notificationIds).flatMap((id) => idOf(id) ?? []) } : {}),
});

const readNotification = (sent: Sent) => ({
  ...sent,
  type: trimmed(sent.type),
  category: something(trimmed(sent.category)),
  priority: something(trimmed(sent.priority)),
  metadata: something(sent.metadata),
  action: actionIn(sent.action),
  expiresAt: instant(sent.expiresAt),
  userId: something(idOf(sent.userId)),
});

const NOTE_FIELDS = {
  action: { description: 'A link below it: label and address, both or neither. The address begins with / (on this site) or https://.' },
  metadata: { description: 'Whatever a program wants to keep with it.' },
  expiresAt: { description: 'From then on it is not listed. UTC where it names no zone.' },
};

export const createNotificationBody = body('CreateNotification', {
  contract: createNotificationInput,
  example: NOTE,
  fields: { ...NOTE_FIELDS, userId: { description: 'The id of an account. From an admin: somebody else; ignored from anyone else.' } },
  read: readNotification,
});
export const writeNotificationBody = body('WriteNotification', {
  contract: writeNotificationInput,
  example: { ...NOTE, userId: IDS.student },
  fields: { ...NOTE_FIELDS, userId: { description: 'The id of an account.' } },
  read: readNotification,
});
export const writeNotificationsBody = body('WriteNotifications', {
  contract: writeNotificationsInput,
  example: { notifications: [{ ...NOTE, userId: IDS.student }] },
  read: ({ notifications }) => ({
    notifications: Array.isArray(notifications) ? notifications.map((sent) => (isSent(sent) ? readNotification(sent) : sent)) : notifications,
  }),
});

export const allNotificationsQuery = notificationsQuery.extend({
  userId: parameter({ description: 'Of one person', example: IDS.student, read: (text) => unlessAll(text)?.slice(0, LIMITS.id) }),
});
export const cleanupQuery = z.object({
  daysOld: parameter({
    description: 'Days; 90 where it is absent or empty. What is no whole number from 0 is refused',
    type: 'integer',
    least: 0,
    most: NOTIFICATIONS.mostCleanupDays,
    example: 90,
    read: daysOf,
  }),
});

/** What is deleted has no way back: a number that is mistyped is left for the procedure to refuse. */
function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Math.min(Number(text), NOTIFICATIONS.mostCleanupDays) : Number.NaN;
}

/** An action is a label and an address, both or none. */
function actionIn(action: unknown): unknown {
  if (isNoAction(action)) return null;
  return isSent(action) ? { ...action, url: trimmed(action.url) } : action;
}
const isNoAction = (action: unknown): boolean =>
  something(action) === undefined || (isSent(action) && something(action.label) === undefined && something(action.url) === undefined);

const notification = entity({
  user: id.openapi({ description: 'The id of the account that it is for.' }),
  type: z.enum(NOTIFICATION_TYPES),
  category: z.enum(NOTIFICATION_CATEGORIES),
  title: z.string(),
  message: z.string(),
  action: z.object({ label: z.string(), url: z.string() }).nullable(),
  priority: z.enum(NOTIFICATION_PRIORITIES),
  metadata: z.record(z.string(), z.unknown()).openapi({
    description: `\`kind\` and \`params\` say in data what title and message say in English. Kinds: ${NOTIFICATION_KINDS.filter((kind) => kind !== 'custom').join(', ')}; more may come. One that somebody wrote has its own metadata, and no kind.`,
  }),
  expiresAt: date.nullable().openapi({ description: 'From then on it is not listed; null for never.' }),
  read: z.boolean(),
  timestamp: date.openapi({ description: 'The same as `createdAt`.' }),
  createdAt: date,
  updatedAt: date,
}).openapi('Notification', { example: NOTIFICATION });

const enveloped = <S extends z.ZodType>(data: S) => z.object({ success, data });
const saying = <S extends z.ZodType>(sentence: string, data: S) => z.object({ success, message: told(sentence), data });
const some = count.openapi({ example: 3 });
const one = count.openapi({ example: 1 });
const pages = {
  total: one,
  currentPage: z.int().min(1).openapi({ example: 1 }),
  totalPages: one,
  hasMore: z.boolean().openapi({ description: 'Whether there is a next page.', example: false }),
};

export const notificationsBody = enveloped(z.object({ notifications: z.array(notification), ...pages }));
export const unreadCountBody = enveloped(z.object({ unreadCount: some }));
export const statsBody = enveloped(
  z.object({
    total: count.openapi({ example: 12 }),
    unread: some,
    read: count.openapi({ example: 9 }),
    categories: z.record(z.string(), count).openapi({ example: { booking: 10, system: 2 } }),
  }),
);
export const updatedBody = saying(SUCCESS.notificationsRead, z.object({ updatedCount: some }));
export const deletedBody = saying(SUCCESS.notificationsDeleted, z.object({ deletedCount: some }));
export const createdBody = saying(SUCCESS.notificationCreated, notification);

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

/** Not an extension of the other, whose `user` is a text. */
const owned = z
  .object({ ...notification.shape, user: entity({ name: z.string(), email, role: z.enum(ROLES).nullable() }) })
  .openapi('OwnedNotification', { example: { ...NOTIFICATION, user: OWNER } });
export const allNotificationsBody = enveloped(z.object({ notifications: z.array(owned), ...pages }));
export const createdManyBody = saying(SUCCESS.notificationsCreated, z.object({ createdCount: some }));

export const toAllPage = (page: AllNotificationsPage) => ({
  ...page,
  notifications: page.notifications.map((view) => ({ ...toNotification(view), user: withId(view.user) })),
});

export const toPage = (page: NotificationsPage) => ({ ...page, notifications: page.notifications.map(toNotification) });
