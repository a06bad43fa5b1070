import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { tooLong, tooMany, VALIDATION } from '#shared/messages.ts';
import { PUSH } from '#shared/vocabulary/account-limits.ts';
import { LIMITS, NOTIFICATIONS, SEARCH } from '#shared/vocabulary/limits.ts';
import {
  type AnnouncementText,
  type AnnouncementTexts,
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_KINDS,
  NOTIFICATION_PRIORITIES,
  NOTIFICATION_TYPES,
} from '#shared/vocabulary/notifications.ts';
import { ROLES } from '#shared/vocabulary/people.ts';
import { SORT_DIRECTIONS } from '#shared/vocabulary/search.ts';
import { id, toWellFormed } from './common.ts';

const { title, message, url, label } = LIMITS.notification;

export const notificationAction = z.object({ label: z.string(), url: z.string() });

export const notificationView = z.object({
  id: z.string(),
  userId: z.string(),
  kind: z.enum(NOTIFICATION_KINDS),
  params: z.record(z.string(), z.unknown()),
  type: z.enum(NOTIFICATION_TYPES),
  category: z.enum(NOTIFICATION_CATEGORIES),
  title: z.string(),
  message: z.string(),
  action: notificationAction.nullable(),
  priority: z.enum(NOTIFICATION_PRIORITIES),
  metadata: z.record(z.string(), z.unknown()),
  expiresAt: z.date().nullable(),
  read: z.boolean(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type NotificationView = z.infer<typeof notificationView>;

/** `booking`: the current state of the booking that the notification is about. `with`: the other party, empty for a deleted account. */
export const listedNotificationView = notificationView.extend({ booking: z.object({ with: z.string(), startTime: z.date() }).nullable() });
export type ListedNotificationView = z.infer<typeof listedNotificationView>;

export const NOTIFICATION_SORTS = ['createdAt', 'updatedAt', 'type', 'read', 'priority', 'title'] as const;

export const notificationsQuery = z
  .object({
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(SEARCH.mostPerPage).default(NOTIFICATIONS.pageSize),
    read: z.boolean().optional(),
    category: z.enum(NOTIFICATION_CATEGORIES).optional(),
    sortBy: z.enum(NOTIFICATION_SORTS).default('createdAt'),
    sortOrder: z.enum(SORT_DIRECTIONS).default('desc'),
  })
  .prefault({});
export type NotificationsQuery = z.infer<typeof notificationsQuery>;

export const notificationsPage = z.object({
  notifications: z.array(listedNotificationView),
  total: z.number(),
  currentPage: z.number(),
  totalPages: z.number(),
  hasMore: z.boolean(),
});
export type NotificationsPage = z.infer<typeof notificationsPage>;

export const notificationStats = z.object({
  total: z.number(),
  unread: z.number(),
  read: z.number(),
  categories: z.record(z.string(), z.number()),
});
export type NotificationStats = z.infer<typeof notificationStats>;

export const markReadInput = z.object({ ids: z.array(id).max(1000) });

/** Without it all are meant. */
export const throughInput = z.object({ through: z.date().optional() }).prefault({});
export type ThroughInput = z.infer<typeof throughInput>;

/** Browsers read `/\host` as `//host`, and leave tabs and line breaks out of addresses. */
const ELSEWHERE = /^\/\\|\p{Cc}/u;

/** Root-relative or https, so that a link never runs a script. */
export const actionUrl = z
  .string()
  .overwrite(toWellFormed)
  .max(url, tooLong('Action URL', url))
  .regex(/^(\/(?!\/)|https:\/\/)/, VALIDATION.actionUrl)
  .refine((address) => !ELSEWHERE.test(address), VALIDATION.actionUrl);

const announcementText = z.object({ title: z.string(), message: z.string(), actionLabel: z.string() }) satisfies z.ZodType<AnnouncementText>;
export const announcementTexts = z.object({
  si: announcementText.optional(),
  ta: announcementText.optional(),
}) satisfies z.ZodType<AnnouncementTexts>;

const MAX_LEVELS = 20;

function isAtMostSoDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isAtMostSoDeep(inner, levels - 1));
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return toWellFormed(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toWellFormed(key), storable(inner)]));
}

export const createNotificationInput = z.object({
  type: z.enum(NOTIFICATION_TYPES, { error: ERRORS['notification.type'].message }),
  title: z
    .string({ error: VALIDATION.notificationTitle })
    .overwrite(toWellFormed)
    .trim()
    .min(1, VALIDATION.notificationTitle)
    .max(title, tooLong('Title', title)),
  message: z
    .string({ error: VALIDATION.notificationMessage })
    .overwrite(toWellFormed)
    .trim()
    .min(1, VALIDATION.notificationMessage)
    .max(message, tooLong('Message', message)),
  category: z.enum(NOTIFICATION_CATEGORIES).default('general'),
  action: z
    .object({
      label: z.string().overwrite(toWellFormed).trim().min(1, VALIDATION.actionLabel).max(label, tooLong('Action label', label)),
      url: actionUrl,
    })
    .nullish(),
  metadata: z
    .record(z.string().max(LIMITS.id), z.unknown())
    .refine((metadata) => isAtMostSoDeep(metadata, MAX_LEVELS), { error: VALIDATION.invalid, abort: true })
    .overwrite((metadata) => Object.fromEntries(Object.entries(metadata).map(([key, value]) => [toWellFormed(key), storable(value)])))
    .default({}),
  priority: z.enum(NOTIFICATION_PRIORITIES).default('medium'),
  expiresAt: z.date().nullish(),
  userId: id.optional(),
});
export type CreateNotificationInput = z.infer<typeof createNotificationInput>;

export const allNotificationsQuery = notificationsQuery.unwrap().extend({
  limit: z.int().min(1).max(SEARCH.mostPerPage).default(NOTIFICATIONS.loaded),
  userId: id.optional(),
});
export type AllNotificationsQuery = z.infer<typeof allNotificationsQuery>;

export const ownedNotificationView = notificationView.extend({
  user: z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(ROLES).nullable() }),
});
export const allNotificationsPage = notificationsPage.extend({ notifications: z.array(ownedNotificationView) });
export type AllNotificationsPage = z.infer<typeof allNotificationsPage>;

const userId = z.string({ error: VALIDATION.notificationUser }).min(1, VALIDATION.notificationUser).max(LIMITS.id);

export const writeNotificationInput = createNotificationInput.extend({ userId });
export type WriteNotificationInput = z.infer<typeof writeNotificationInput>;

export const writeNotificationsInput = z.object({
  notifications: z
    .array(writeNotificationInput, { error: VALIDATION.notifications })
    .min(1, VALIDATION.notifications)
    .max(NOTIFICATIONS.maxPerRequest, tooMany('Notifications', NOTIFICATIONS.maxPerRequest)),
});
export type WriteNotificationsInput = z.infer<typeof writeNotificationsInput>;

export const removeOldInput = z
  .object({
    daysOld: z.int({ error: VALIDATION.daysOld }).min(0, VALIDATION.daysOld).max(NOTIFICATIONS.mostCleanupDays).default(NOTIFICATIONS.cleanupDays),
  })
  .prefault({});
export type RemoveOldInput = z.infer<typeof removeOldInput>;

export const pushConfig = z.object({ publicKey: z.string().nullable(), endpoint: z.string().nullable() });
export type PushConfig = z.infer<typeof pushConfig>;

const endpoint = z.url().max(PUSH.endpoint);

/** A point on P-256, and 16 bytes, both base64url. */
const keys = z.object({
  p256dh: z.string().regex(/^B[\w-]{86}=?$/, VALIDATION.invalid),
  auth: z.string().regex(/^[\w-]{22}(==)?$/, VALIDATION.invalid),
});

export const subscribeInput = z.object({ endpoint, keys });
export type SubscribeInput = z.infer<typeof subscribeInput>;

export const unsubscribePushInput = z.object({ endpoint });
export type UnsubscribePushInput = z.infer<typeof unsubscribePushInput>;
