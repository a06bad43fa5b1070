import { z } from '@hono/zod-openapi';
import {
  createNotificationInput,
  markReadInput,
  NOTIFICATION_SORTS,
  type NotificationView,
  notificationView,
  ownedNotificationView,
  writeNotificationInput,
  writeNotificationsInput,
} from '#shared/contracts/notifications.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LIMITS, NOTIFICATIONS, SEARCH } from '#shared/vocabulary/limits.ts';
import { NOTIFICATION_CATEGORIES, NOTIFICATION_KINDS } from '#shared/vocabulary/notifications.ts';
import { SORT_DIRECTIONS } from '#shared/vocabulary/search.ts';
import { IDS, NOTIFICATION, NOTIFICATION_INPUT, NOTIFICATION_USER } from './examples.ts';
import {
  body,
  choice,
  emptyToUndefined,
  filter,
  idParams,
  isJsonObject,
  type JsonObject,
  limit,
  oneOf,
  page,
  parameter,
  toArray,
  toDate,
  toId,
  trim,
} from './input.ts';
import { count, date, entity, id, message, success } from './schemas.ts';
import { wireSchema } from './views.ts';

export const notificationParams = idParams('The id of an own notification.', NOTIFICATION.id);

const BOOLEANS = ['true', 'false'] as const;

export const notificationsQuery = z.object({
  page: page(),
  limit: limit('Notifications a page: 20 where it is absent, for the list of everybody 50', {
    maximum: SEARCH.mostPerPage,
    example: NOTIFICATIONS.loaded,
  }),
  read: parameter({
    description: '`true`: those that are read; `false`: the others',
    values: BOOLEANS,
    read: (text) => (oneOf(BOOLEANS, text) ? text === 'true' : undefined),
  }),
  category: choice('One category', NOTIFICATION_CATEGORIES),
  sortBy: choice('What they are ordered by; `createdAt` where it is absent', NOTIFICATION_SORTS),
  sortOrder: choice('`desc` where it is absent: the newest first', SORT_DIRECTIONS),
});
export const allNotificationsQuery = notificationsQuery.extend({ userId: filter('Of one person', { example: IDS.student }) });

export const cleanupQuery = z.object({
  daysOld: parameter({
    description: 'Days; 90 where it is absent or empty. What is no whole number from 0 is refused',
    type: 'integer',
    minimum: 0,
    maximum: NOTIFICATIONS.mostCleanupDays,
    example: 90,
    read: toDays,
  }),
});

function toDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Math.min(Number(text), NOTIFICATIONS.mostCleanupDays) : Number.NaN;
}

export const markReadBody = body('MarkRead', {
  contract: markReadInput.partial(),
  documented: z.object({ notificationIds: z.array(z.string().max(LIMITS.id)).max(1000).optional() }),
  example: { notificationIds: [IDS.notification] },
  fields: { notificationIds: 'Without the key all are meant, with an empty list none; a single text is a list of one.' },
  read: (sent) => ('notificationIds' in sent ? { ids: toArray(sent.notificationIds).flatMap((id) => toId(id) ?? []) } : {}),
});

const readNotification = (sent: JsonObject) => ({
  ...sent,
  type: trim(sent.type),
  category: emptyToUndefined(trim(sent.category)),
  priority: emptyToUndefined(trim(sent.priority)),
  metadata: emptyToUndefined(sent.metadata),
  action: readAction(sent.action),
  expiresAt: toDate(sent.expiresAt),
  userId: emptyToUndefined(toId(sent.userId)),
});

function readAction(action: unknown): unknown {
  if (emptyToUndefined(action) === undefined) return null;
  if (!isJsonObject(action)) return action;
  const isEmpty = emptyToUndefined(action.label) === undefined && emptyToUndefined(action.url) === undefined;
  return isEmpty ? null : { ...action, url: trim(action.url) };
}

const FIELDS = {
  action: 'A link below it: label and address, both or neither. The address begins with / (on this site) or https://.',
  metadata: 'Whatever a program wants to keep with it.',
  expiresAt: 'From then on it is not listed. UTC where it names no zone.',
};

export const createNotificationBody = body('CreateNotification', {
  contract: createNotificationInput,
  example: NOTIFICATION_INPUT,
  fields: { ...FIELDS, userId: 'The id of an account. From an admin: somebody else; ignored from anyone else.' },
  read: readNotification,
});
export const writeNotificationBody = body('WriteNotification', {
  contract: writeNotificationInput,
  example: { ...NOTIFICATION_INPUT, userId: IDS.student },
  fields: { ...FIELDS, userId: 'The id of an account.' },
  read: readNotification,
});
export const writeNotificationsBody = body('WriteNotifications', {
  contract: writeNotificationsInput,
  example: { notifications: [{ ...NOTIFICATION_INPUT, userId: IDS.student }] },
  read: ({ notifications }) => ({
    notifications: Array.isArray(notifications) ? notifications.map((sent) => (isJsonObject(sent) ? readNotification(sent) : sent)) : notifications,
  }),
});

const {
  _id,
  id: notificationId,
  ...fields
} = wireSchema(notificationView.omit({ userId: true, kind: true, params: true, createdAt: true, updatedAt: true }), {
  metadata: z.record(z.string(), z.unknown()).openapi({
    description: `\`kind\` and \`params\` say in data what title and message say in English. Kinds: ${NOTIFICATION_KINDS.filter((kind) => kind !== 'custom').join(', ')}; more may come. One that somebody wrote has its own metadata, and no kind.`,
  }),
  expiresAt: 'From then on it is not listed; null for never.',
}).shape;
const notification = entity({
  user: id.openapi({ description: 'The id of the account that it is for.' }),
  ...fields,
  timestamp: date.openapi({ description: 'The same as `createdAt`.' }),
  createdAt: date,
  updatedAt: date,
}).openapi('Notification', { example: NOTIFICATION });
/** Not an extension of the other schema, whose `user` is a text. */
const ownedNotification = z
  .object({ ...notification.shape, user: wireSchema(ownedNotificationView.shape.user) })
  .openapi('OwnedNotification', { example: { ...NOTIFICATION, user: NOTIFICATION_USER } });

const three = count.openapi({ example: 3 });
const one = count.openapi({ example: 1 });
const pages = {
  total: one,
  currentPage: z.int().min(1).openapi({ example: 1 }),
  totalPages: one,
  hasMore: z.boolean().openapi({ description: 'Whether there is a next page.', example: false }),
};
const withData = <S extends z.ZodType>(data: S) => z.object({ success, data });
const withMessage = <S extends z.ZodType>(example: string, data: S) => z.object({ success, message: message(example), data });

export const notificationsBody = withData(z.object({ notifications: z.array(notification), ...pages }));
export const allNotificationsBody = withData(z.object({ notifications: z.array(ownedNotification), ...pages }));
export const unreadCountBody = withData(z.object({ unreadCount: three }));
export const statsBody = withData(
  z.object({
    total: count.openapi({ example: 12 }),
    unread: three,
    read: count.openapi({ example: 9 }),
    categories: z.record(z.string(), count).openapi({ example: { booking: 10, system: 2 } }),
  }),
);
export const updatedBody = withMessage(SUCCESS.notificationsRead, z.object({ updatedCount: three }));
export const deletedBody = withMessage(SUCCESS.notificationsDeleted, z.object({ deletedCount: three }));
export const createdBody = withMessage(SUCCESS.notificationCreated, notification);
export const createdManyBody = withMessage(SUCCESS.notificationsCreated, z.object({ createdCount: three }));

export const toNotification = (view: NotificationView) => ({
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
