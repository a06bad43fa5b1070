import { inArray, sql } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import { textOnce } from '#db/text-once.ts';
import type { BookingEventData, DomainEvent, ProjectionContext, Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { enqueue } from '#server/core/jobs.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import type { WebhookEvent } from '#shared/vocabulary/integrations.ts';
import { cancelDeliveries } from './webhooks.steps.ts';

export type BookingsForWebhooks = (
  context: Pick<ProjectionContext, 'db' | 'platform'>,
  bookingIds: readonly string[],
) => Promise<ReadonlyMap<string, object>>;

export function webhooksProjector(readBookings: BookingsForWebhooks): Projector {
  return async (context, events) => {
    const { db, now } = context;
    await cancelForSuspended(db, events);
    await removeRevokedEndpoints(db, events);
    const notices = events.flatMap(toNotices);
    if (notices.length === 0) return;
    const endpoints = await listActiveEndpoints(db, [...new Set(notices.flatMap(({ userIds }) => userIds))]);
    const planned = notices.flatMap(({ event, bookingId, userIds }) =>
      endpoints
        .filter(({ userId, events }) => userIds.includes(userId) && events.includes(event))
        .map((endpoint) => ({ event, bookingId, endpointId: endpoint.id, ownerId: endpoint.userId })),
    );
    if (planned.length === 0) return;
    const bookings = await readBookings(context, [...new Set(planned.map(({ bookingId }) => bookingId))]);
    const at = now();
    const rows = planned.flatMap(({ event, bookingId, endpointId, ownerId }) => {
      const booking = bookings.get(bookingId);
      if (!booking) return [];
      const id = uuidV7(at.getTime());
      const body = JSON.stringify({ id, type: event, createdAt: at, data: { booking } });
      return [{ delivery: { id, endpointId, event, body, nextTryAt: at, createdAt: at }, ownerId }];
    });
    if (rows.length === 0) return;
    await db.insert(webhookDeliveries).values(rows.map(({ delivery }) => delivery));
    for (const { delivery, ownerId } of rows) {
      const params = { deliveryId: delivery.id, isReplay: false };
      enqueue(context, { kind: 'webhook.send', params, ownerId, key: `webhook.send ${delivery.id} 0` });
    }
  };
}

/** Gives up pending deliveries for good; a reinstatement does not send them either. */
async function cancelForSuspended(db: Executor, events: readonly DomainEvent[]): Promise<void> {
  const suspended = events.flatMap((event) => (event.type === 'account.suspended' ? [event.userId] : []));
  if (suspended.length === 0) return;
  const endpointIds = db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(anyOf(webhookEndpoints.userId, suspended));
  await cancelDeliveries(db, inArray(webhookDeliveries.endpointId, endpointIds));
}

async function removeRevokedEndpoints(db: Executor, events: readonly DomainEvent[]): Promise<void> {
  const userIds = events.flatMap((event) => (event.type === 'access.revoked' ? [event.userId] : []));
  if (userIds.length > 0) await db.delete(webhookEndpoints).where(anyOf(webhookEndpoints.userId, userIds));
}

type BookingNotice = { event: WebhookEvent; bookingId: string; userIds: string[] };

const STATUS_EVENTS: Record<BookingStatus, WebhookEvent | null> = {
  pending: null,
  confirmed: 'booking.confirmed',
  completed: 'booking.completed',
  cancelled: 'booking.cancelled',
};

function toNotices(event: DomainEvent): BookingNotice[] {
  switch (event.type) {
    case 'booking.requested':
      return toPartyNotices('booking.created', event.booking);
    case 'booking.changed':
      return toPartyNotices(STATUS_EVENTS[event.booking.status], event.booking);
    case 'booking.rescheduled':
      return toPartyNotices('booking.rescheduled', event.booking);
    default:
      return [];
  }
}

function toPartyNotices(event: WebhookEvent | null, { id, studentId, tutorUserId }: BookingEventData): BookingNotice[] {
  const userIds = [studentId, tutorUserId].filter((userId) => userId !== null);
  return event === null || userIds.length === 0 ? [] : [{ event, bookingId: id, userIds }];
}

const selectActiveEndpoints = textOnce<'userIds'>(
  (value) => sql`select endpoint.id, endpoint.user_id as "userId", to_json(endpoint.events) as events from webhook_endpoints endpoint
    join users owner on owner.id = endpoint.user_id and owner.status = 'active'
    where endpoint.user_id = any(${value('userIds')}::uuid[]) and endpoint.off_at is null
    order by endpoint.id`,
);

type ActiveEndpoint = { id: string; userId: string; events: WebhookEvent[] };

const listActiveEndpoints = (db: Executor, userIds: readonly string[]) => db.execute<ActiveEndpoint>(selectActiveEndpoints({ userIds }));
