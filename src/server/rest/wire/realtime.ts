import { z } from '@hono/zod-openapi';
import { bookingUpdateEvent, type InboxEvent, newNotificationEvent } from '#shared/contracts/inbox.ts';
import { notificationAction } from '#shared/contracts/notifications.ts';
import { bookingUpdateCopy } from '#shared/domain/live-update-copy.ts';
import { BOOKING_UPDATES } from '#shared/vocabulary/bookings.ts';
import { NOTIFICATION_TYPES } from '#shared/vocabulary/notifications.ts';
import { toWire, wireSchema } from './views.ts';

/** An empty action would be shown as a link that leads nowhere. */
const action = notificationAction.optional();
const announcement = z.object({ type: z.literal('info'), title: z.string(), message: z.string(), action });

export const realtimePayloads = {
  new_notification: z.object({
    type: z.literal('notification'),
    data: wireSchema(newNotificationEvent.shape.notification.omit({ kind: true, params: true }), { action }).extend({ read: z.literal(false) }),
  }),
  booking_update: z.object({
    type: z.literal('booking_update'),
    data: z.object({
      bookingId: z.string(),
      notificationId: z.string(),
      updateType: z.enum(BOOKING_UPDATES),
      booking: wireSchema(bookingUpdateEvent.shape.booking),
      type: z.enum(NOTIFICATION_TYPES),
      title: z.string(),
      message: z.string(),
      action: z.object({ label: z.literal('View Booking'), url: z.string() }),
    }),
  }),
  system_message: z.object({ type: z.literal('system_message'), data: announcement }),
  broadcast: z.object({ type: z.literal('broadcast'), data: announcement }),
} as const;

type Payloads = { [N in keyof typeof realtimePayloads]: z.infer<(typeof realtimePayloads)[N]> };
export type RealtimeName = keyof Payloads;
export type RealtimePayload = Payloads[RealtimeName];

export function toRealtime(event: InboxEvent): { name: RealtimeName; payload: RealtimePayload } | null {
  switch (event.type) {
    case 'new_notification': {
      const data = { ...event.notification, read: false } as const;
      return { name: event.type, payload: toWire(realtimePayloads.new_notification, { type: 'notification', data }) };
    }
    case 'booking_update': {
      const { bookingId, notificationType, updateType, booking } = event;
      const action = { label: 'View Booking', url: `/bookings/${bookingId}` } as const;
      const data = { ...event, ...bookingUpdateCopy(updateType, booking.subject), type: notificationType, action };
      return { name: event.type, payload: toWire(realtimePayloads.booking_update, { type: event.type, data }) };
    }
    case 'system_message':
      return { name: event.type, payload: toWire(realtimePayloads.system_message, { type: event.type, data: toInfo(event.announcement) }) };
    case 'broadcast':
      return { name: event.type, payload: toWire(realtimePayloads.broadcast, { type: event.type, data: toInfo(event.announcement) }) };
    default:
      return null;
  }
}

const toInfo = <A>(announcement: A) => ({ ...announcement, type: 'info' as const });
