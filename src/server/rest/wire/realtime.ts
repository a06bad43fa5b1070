import { z } from '@hono/zod-openapi';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { bookingUpdateCopy } from '#shared/domain/live-update-copy.ts';
import { BOOKING_STATUSES, BOOKING_UPDATES } from '#shared/vocabulary/bookings.ts';
import { NOTIFICATION_CATEGORIES, NOTIFICATION_PRIORITIES, NOTIFICATION_TYPES } from '#shared/vocabulary/content.ts';
import { date, entity } from './shapes.ts';

const action = z.object({ label: z.string(), url: z.string() }).optional();

/** What each event of `rest-contract.md` §7 carries, by its name; the `type` of the first is another word. */
export const realtimePayloads = {
  new_notification: z.object({
    type: z.literal('notification'),
    data: entity({
      type: z.enum(NOTIFICATION_TYPES),
      title: z.string(),
      message: z.string(),
      action,
      category: z.enum(NOTIFICATION_CATEGORIES),
      priority: z.enum(NOTIFICATION_PRIORITIES),
      read: z.literal(false),
      createdAt: date,
    }),
  }),
  booking_update: z.object({
    type: z.literal('booking_update'),
    data: z.object({
      bookingId: z.string(),
      notificationId: z.string(),
      updateType: z.enum(BOOKING_UPDATES),
      booking: entity({ subject: z.string(), status: z.enum(BOOKING_STATUSES), startTime: date, endTime: date }),
      type: z.enum(NOTIFICATION_TYPES),
      title: z.string(),
      message: z.string(),
      action: z.object({ label: z.literal('View Booking'), url: z.string() }),
    }),
  }),
  system_message: z.object({
    type: z.literal('system_message'),
    data: z.object({ type: z.literal('info'), title: z.string(), message: z.string(), action }),
  }),
  broadcast: z.object({
    type: z.literal('broadcast'),
    data: z.object({ type: z.literal('info'), title: z.string(), message: z.string(), action }),
  }),
} as const;

type Payloads = { [N in keyof typeof realtimePayloads]: z.infer<(typeof realtimePayloads)[N]> };
type Of<T extends InboxEvent['type']> = Extract<InboxEvent, { type: T }>;
export type RealtimeName = keyof Payloads;
export type RealtimePayload = Payloads[RealtimeName];

/** The same news for external clients; null where the contract knows no such event. */
export function toRealtime(event: InboxEvent): { name: RealtimeName; payload: RealtimePayload } | null {
  switch (event.type) {
    case 'new_notification':
      return { name: event.type, payload: toNotification(event) };
    case 'booking_update':
      return { name: event.type, payload: toBookingUpdate(event) };
    case 'system_message':
      return { name: event.type, payload: { type: event.type, data: toAnnouncement(event) } };
    case 'broadcast':
      return { name: event.type, payload: { type: event.type, data: toAnnouncement(event) } };
    default:
      return null;
  }
}

function toNotification({ notification }: Of<'new_notification'>): Payloads['new_notification'] {
  const { id, type, title, message, action: linked, category, priority, createdAt } = notification;
  const data = {
    _id: id,
    id,
    type,
    title,
    message,
    ...actionOf(linked),
    category,
    priority,
    read: false as const,
    createdAt: createdAt.toISOString(),
  };
  return { type: 'notification', data };
}

function toBookingUpdate({ bookingId, notificationId, notificationType, updateType, booking }: Of<'booking_update'>): Payloads['booking_update'] {
  const { id, subject, status, startTime, endTime } = booking;
  const { title, message } = bookingUpdateCopy(updateType, subject);
  return {
    type: 'booking_update',
    data: {
      bookingId,
      notificationId,
      updateType,
      booking: { _id: id, id, subject, status, startTime: startTime.toISOString(), endTime: endTime.toISOString() },
      type: notificationType,
      title,
      message,
      action: { label: 'View Booking', url: `/bookings/${bookingId}` },
    },
  };
}

function toAnnouncement({ announcement: { title, message, action: linked } }: Of<'broadcast' | 'system_message'>): Payloads['broadcast']['data'] {
  return { type: 'info', title, message, ...actionOf(linked) };
}

/** An empty one would be shown as a link that leads nowhere. */
const actionOf = <A>(linked: A | null): { action?: A } => (linked === null ? {} : { action: linked });
