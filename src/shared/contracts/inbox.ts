import { z } from 'zod';
import { BOOKING_STATUSES, BOOKING_UPDATES } from '#shared/vocabulary/bookings.ts';
import { NOTIFICATION_CATEGORIES, NOTIFICATION_KINDS, NOTIFICATION_PRIORITIES, NOTIFICATION_TYPES } from '#shared/vocabulary/notifications.ts';
import { id } from './common.ts';
import { announcementTexts, notificationAction } from './notifications.ts';

/** The reader caused it, and the page where they did it has already shown the result. */
const isOwn = z.literal(true).optional();

/** `notificationId`: the reader's stored notification of the same change. */
export const bookingUpdateEvent = z.object({
  type: z.literal('booking_update'),
  notificationId: z.string(),
  /** Events stored by an earlier version lack it. */
  notificationType: z.enum(NOTIFICATION_TYPES).default('info'),
  isOwn,
  bookingId: z.string(),
  updateType: z.enum(BOOKING_UPDATES),
  booking: z.object({
    id: z.string(),
    subject: z.string(),
    status: z.enum(BOOKING_STATUSES),
    startTime: z.coerce.date(),
    endTime: z.coerce.date(),
  }),
});

export const newNotificationEvent = z.object({
  type: z.literal('new_notification'),
  isOwn,
  notification: z.object({
    id: z.string(),
    /** Events of older versions have neither. */
    kind: z.enum(NOTIFICATION_KINDS).optional(),
    params: z.record(z.string(), z.unknown()).optional(),
    type: z.enum(NOTIFICATION_TYPES),
    title: z.string(),
    message: z.string(),
    action: notificationAction.nullable(),
    category: z.enum(NOTIFICATION_CATEGORIES),
    priority: z.enum(NOTIFICATION_PRIORITIES),
    createdAt: z.coerce.date(),
  }),
});

export const threadChangedEvent = z.object({ type: z.literal('thread_changed'), threadId: z.string() });

export const notificationsChangedEvent = z.object({ type: z.literal('notifications_changed') });

const announcement = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  action: notificationAction.nullable(),
  /** Servers of an earlier version send none. */
  translations: announcementTexts.optional(),
  createdAt: z.coerce.date(),
});
export const broadcastEvent = z.object({ type: z.literal('broadcast'), announcement });
export const systemMessageEvent = z.object({ type: z.literal('system_message'), announcement });
export type AnnouncementEvent = z.infer<typeof broadcastEvent> | z.infer<typeof systemMessageEvent>;

/** The cursor is too old: everything on screen must be read again. */
export const resetEvent = z.object({ type: z.literal('reset') });

export const storedEvent = z.discriminatedUnion('type', [bookingUpdateEvent, newNotificationEvent, threadChangedEvent, notificationsChangedEvent]);
export type StoredEvent = z.infer<typeof storedEvent>;

export const inboxEvent = z.discriminatedUnion('type', [
  bookingUpdateEvent,
  newNotificationEvent,
  threadChangedEvent,
  notificationsChangedEvent,
  broadcastEvent,
  systemMessageEvent,
  resetEvent,
]);
export type InboxEvent = z.infer<typeof inboxEvent>;

const cursor = z.string().max(50).nullish();
/** `<seq>.<announcement>`; tRPC sends the last one again when it reconnects. */
export const streamInput = z.object({ lastEventId: cursor }).prefault({});
export const afterInput = z.object({ cursor }).prefault({});
export const afterOutput = z.object({ cursor: z.string(), events: z.array(z.object({ id: z.string(), event: inboxEvent })) });
/** `since`: the server time in milliseconds at which everything shown was read; then the first message comes only after a change. */
export const watchInput = z.object({ tutorId: id, since: z.int().min(0).optional(), lastEventId: cursor });
