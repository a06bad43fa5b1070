import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { users } from '#db/schema/people.ts';
import { webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import type { BookingNews, DomainEvent, Projector, Settling } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { enqueue } from '#server/core/jobs.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import type { WebhookEvent } from '#shared/vocabulary/outside.ts';
import { giveUp } from './webhooks.steps.ts';

/** Bookings by their ids, as clients of REST that belong to a party are shown them. */
export type BookingsAsSent = (settling: Pick<Settling, 'db' | 'platform'>, ids: readonly string[]) => Promise<ReadonlyMap<string, object>>;

/** Keeps the news of bookings for the endpoints of their parties, as it stands with the commit, and plans its sending. */
export function webhooksProjector(bookingsAsSent: BookingsAsSent): Projector {
  return async (settling, events) => {
    const { db, now } = settling;
    await giveUpForSuspended(db, events);
    await removeRevoked(db, events);
    const news = events.flatMap(newsOf);
    if (news.length === 0) return;
    const endpoints = await endpointsOf(db, [...new Set(news.flatMap(({ userIds }) => userIds))]);
    const due = news.flatMap(({ event, bookingId, userIds }) =>
      endpoints
        .filter(({ userId, events }) => userIds.includes(userId) && events.includes(event))
        .map((endpoint) => ({ event, bookingId, endpointId: endpoint.id })),
    );
    if (due.length === 0) return;
    const bookings = await bookingsAsSent(settling, [...new Set(due.map(({ bookingId }) => bookingId))]);
    const at = now();
    const rows = due.flatMap(({ event, bookingId, endpointId }) => {
      const booking = bookings.get(bookingId);
      if (!booking) return [];
      const id = uuidV7(at.getTime());
      const body = JSON.stringify({ id, type: event, createdAt: at, data: { booking } });
      return [{ id, endpointId, event, body, nextTryAt: at, createdAt: at }];
    });
    if (rows.length === 0) return;
    await db.insert(webhookDeliveries).values(rows);
    for (const { id } of rows) enqueue(settling, { kind: 'webhook.send', params: { deliveryId: id, isReplay: false }, key: `webhook.send ${id} 0` });
  };
}

/** They get no news, and what waits for them is not sent once they are reinstated. */
async function giveUpForSuspended(db: Executor, events: readonly DomainEvent[]): Promise<void> {
  const suspended = events.flatMap((event) => (event.type === 'account.suspended' ? [event.userId] : []));
  if (suspended.length === 0) return;
  const theirs = db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(anyOf(webhookEndpoints.userId, suspended));
  await giveUp(db, inArray(webhookDeliveries.endpointId, theirs));
}

/** With what waits for them: a delivery that is under way finds nothing to keep. */
async function removeRevoked(db: Executor, events: readonly DomainEvent[]): Promise<void> {
  const ids = events.flatMap((event) => (event.type === 'access.revoked' ? [event.userId] : []));
  if (ids.length > 0) await db.delete(webhookEndpoints).where(anyOf(webhookEndpoints.userId, ids));
}

type News = { event: WebhookEvent; bookingId: string; userIds: string[] };

const OF_STATUS: Record<BookingStatus, WebhookEvent | null> = {
  pending: null,
  confirmed: 'booking.confirmed',
  completed: 'booking.completed',
  cancelled: 'booking.cancelled',
};

function newsOf(event: DomainEvent): News[] {
  switch (event.type) {
    case 'booking.requested':
      return toParties('booking.created', event.booking);
    case 'booking.changed':
      return toParties(OF_STATUS[event.booking.status], event.booking);
    case 'booking.rescheduled':
      return toParties('booking.rescheduled', event.booking);
    default:
      return [];
  }
}

/** To those of the two who are still there. */
function toParties(event: WebhookEvent | null, { id, studentId, tutorUserId }: BookingNews): News[] {
  const userIds = [studentId, tutorUserId].filter((userId) => userId !== null);
  return event === null || userIds.length === 0 ? [] : [{ event, bookingId: id, userIds }];
}

function endpointsOf(db: Executor, userIds: readonly string[]) {
  return db
    .select({ id: webhookEndpoints.id, userId: webhookEndpoints.userId, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .innerJoin(users, eq(users.id, webhookEndpoints.userId))
    .where(and(anyOf(webhookEndpoints.userId, userIds), isNull(webhookEndpoints.offAt), eq(users.status, 'active')))
    .orderBy(asc(webhookEndpoints.id));
}
