import { and, eq, type SQL, sql } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { insertOnce } from '#db/rows.ts';
import { notifications } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import type { BookingEventData, DomainEvent, Projector } from '#server/core/events.ts';
import type { StoredEvent } from '#shared/contracts/inbox.ts';
import { toBookingUpdate } from '#shared/domain/booking-lifecycle.ts';
import { notificationCopy } from '#shared/domain/notification-copy.ts';
import { describeSearch, toSearchAddress } from '#shared/domain/saved-search.ts';
import type { BookingActor, BookingStatus, Party } from '#shared/vocabulary/bookings.ts';
import type { NotificationKind } from '#shared/vocabulary/notifications.ts';

type Row = Required<typeof notifications.$inferInsert>;
/** `isStoredOnly`: not pushed, because the recipient has just been signed out everywhere. */
type NewNotification = { row: Row; booking?: BookingEventData; isStoredOnly?: true; isOwn?: true };

const BOOKING_KINDS = {
  pending: 'booking.created',
  confirmed: 'booking.confirmed',
  completed: 'booking.completed',
  cancelled: 'booking.cancelled',
} as const satisfies Record<BookingStatus, NotificationKind>;

export const notificationsProjector: Projector = async ({ db, now, platform, record, deliver }, events) => {
  await markReadConversations(db, events, now());
  for (const event of events) {
    if (event.type === 'notifications.changed')
      deliver({ to: event.userId, kind: 'notifications_changed', ref: null, payload: { type: 'notifications_changed' } satisfies StoredEvent });
  }
  const admins = events.some(({ type }) => ADMIN_EVENTS.includes(type)) ? await listAdminIds(db) : [];
  const newNotifications = events.flatMap((event) => toNotifications(event, { admins, now: now(), ...platform }));
  if (newNotifications.length === 0) return;
  const devices = await store(
    db,
    newNotifications.map(({ row }) => row),
  );
  for (const { row, booking, isStoredOnly, isOwn } of newNotifications) {
    const deviceIds = devices.get(row.id);
    if (isStoredOnly || !deviceIds) continue;
    const { userId, kind, title } = row;
    if (!isOwn) record({ type: 'notification.stored', userId, kind, title, url: row.action?.url ?? null, deviceIds });
    const payload = { ...(booking ? toBookingUpdateEvent(row, booking) : toNotificationEvent(row)), ...(isOwn && { isOwn }) };
    deliver({ to: row.userId, kind: payload.type, ref: row.id, payload });
  }
};

async function markReadConversations(db: Executor, events: readonly DomainEvent[], at: Date): Promise<void> {
  for (const event of events) {
    if (event.type !== 'thread.read') continue;
    await db.update(notifications).set({ readAt: at, updatedAt: at }).where(isUnreadMessage(event.userId, event.threadId));
  }
}

const isUnreadMessage = (userId: string, threadId: string) =>
  sql`kind = 'message.received' and user_id = ${userId} and read_at is null and params ->> 'threadId' = ${threadId}`;

const withDevices = (insert: SQL) => sql`
  with stored as (${insert} returning id, user_id)
  select id, to_json(array(select device.id from push_subscriptions device where device.user_id = stored.user_id order by device.id)) as devices
  from stored`;
// Not `not exists`, for which the planner, expecting many rows, would read all unread notifications.
const IS_NEWS = sql`item.kind <> 'message.received' or (
  select true from notifications known where known.kind = 'message.received' and known.user_id = item.user_id and known.read_at is null
    and known.params ->> 'threadId' = item.params ->> 'threadId' limit 1) is null`;
const insertAll = insertOnce(notifications, withDevices);
const insertNews = insertOnce(notifications, withDevices, IS_NEWS);

/**
 * Returns the stored notifications with the devices of their recipients. A message notifies only if the recipient has no unread notification of
 * that thread.
 */
async function store(db: Executor, rows: readonly Row[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const insert = rows.some(({ kind }) => kind === 'message.received') ? insertNews : insertAll;
  const stored = await db.execute<{ id: string; devices: string[] }>(insert(rows));
  return new Map(stored.map(({ id, devices }) => [id, devices]));
}

const ADMIN_EVENTS: readonly DomainEvent['type'][] = ['profile.submitted', 'profile.saved', 'problem.reported'];

type ProjectionData = { admins: readonly string[]; now: Date; appName: string; zone: string };

function toNotifications(event: DomainEvent, { admins, now, appName, zone }: ProjectionData): NewNotification[] {
  const createRow = (userId: string, kind: NotificationKind, params: Record<string, unknown>): Row => {
    const { type, category, title, message, action } = notificationCopy(kind, params);
    const copy = { type, category, title, message, action, priority: 'medium' } as const;
    return { id: uuidV7(now.getTime()), userId, kind, params, ...copy, metadata: {}, expiresAt: null, readAt: null, createdAt: now, updatedAt: now };
  };
  const toParty = (party: PartyAccount, by: BookingActor, row: Row, booking: BookingEventData): NewNotification => {
    return party.role === by ? { row: { ...row, readAt: now }, booking, isOwn: true } : { row, booking };
  };
  switch (event.type) {
    case 'account.registered':
      return [{ row: createRow(event.userId, 'account.welcome', { role: event.role, appName }) }];
    case 'password.changed':
      return [{ row: createRow(event.userId, 'account.password_changed', {}) }];
    case 'account.suspended':
      return [{ row: createRow(event.userId, 'account.suspended', { reason: event.reason }), isStoredOnly: true }];
    case 'account.reinstated':
      return [{ row: createRow(event.userId, 'account.reinstated', {}) }];
    case 'booking.requested':
    case 'booking.changed': {
      const { booking } = event;
      const by = event.type === 'booking.requested' ? 'student' : event.by;
      const params = toBookingParams(booking);
      const kind = BOOKING_KINDS[booking.status];
      return listParties(booking).map((party) => toParty(party, by, createRow(party.userId, kind, { ...params, role: party.role }), booking));
    }
    case 'booking.rescheduled': {
      const { booking, by } = event;
      return listParties(booking).map((party) => toParty(party, by, createRow(party.userId, 'booking.moved', toBookingParams(booking)), booking));
    }
    case 'booking.reminder_due': {
      const params = { ...toBookingParams(event.booking), start: event.booking.startTime.toISOString(), zone };
      return listParties(event.booking).map(({ userId }) => ({ row: createRow(userId, 'booking.reminder', params) }));
    }
    case 'booking.answer_asked': {
      const { tutorUserId } = event.booking;
      return tutorUserId ? [{ row: createRow(tutorUserId, 'booking.answer_asked', toBookingParams(event.booking)) }] : [];
    }
    case 'proposal.made': {
      const params = { ...toBookingParams(event.booking), from: event.booking.startTime.toISOString(), to: event.startTime.toISOString(), zone };
      return listParties(event.booking).flatMap(({ userId, role }) =>
        role === event.by ? [] : [{ row: createRow(userId, 'proposal.made', params) }],
      );
    }
    case 'proposal.declined':
    case 'proposal.lapsed': {
      const params = { ...toBookingParams(event.booking), to: event.startTime.toISOString(), zone };
      const recipients = listParties(event.booking).filter(({ role }) => event.type === 'proposal.lapsed' || role === event.by);
      return recipients.map(({ userId }) => ({ row: createRow(userId, event.type, params) }));
    }
    case 'problem.reported': {
      const { booking } = event;
      const others = listParties(booking).filter(({ role }) => role !== event.by);
      return [
        ...others.map(({ userId }) => ({ row: createRow(userId, 'problem.reported', toBookingParams(booking)) })),
        ...admins.map((admin) => ({ row: createRow(admin, 'problem.to_review', toBookingParams(booking)) })),
      ];
    }
    case 'problem.decided': {
      const params = { ...toBookingParams(event.booking), state: event.state };
      return listParties(event.booking).map(({ userId }) => ({ row: createRow(userId, 'problem.decided', params) }));
    }
    case 'webhook.switched_off':
      return [{ row: createRow(event.userId, 'webhook.switched_off', { url: event.url }) }];
    case 'archive.ready':
      return [{ row: createRow(event.userId, 'archive.ready', {}) }];
    case 'search.found':
      return [{ row: createRow(event.userId, 'search.found', { search: describeSearch(event.filters), url: toSearchAddress(event.filters) }) }];
    case 'review.written':
      if (!event.isNew || !event.tutorUserId) return [];
      return [{ row: createRow(event.tutorUserId, 'review.received', { rating: event.rating, excerpt: toExcerpt(event.review) }) }];
    case 'review.replied':
      if (!event.studentId) return [];
      return [{ row: createRow(event.studentId, 'review.replied', { bookingId: event.bookingId, tutor: event.tutorName }) }];
    case 'message.sent':
      if (event.isBeingRead) return [];
      return [{ row: createRow(event.to, 'message.received', { sender: event.sender, threadId: event.threadId }) }];
    case 'profile.submitted':
      return [
        { row: createRow(event.userId, 'profile.submitted', {}), isOwn: true },
        ...admins.map((admin) => ({ row: createRow(admin, 'profile.to_review', { tutor: event.name }) })),
      ];
    case 'verification.decided':
      return [{ row: createRow(event.userId, `profile.${event.decision}`, event.decision === 'rejected' ? { reason: event.reason } : {}) }];
    case 'profile.saved':
      if (!event.isVerified || event.changed.length === 0) return [];
      return admins.map((admin) => ({ row: createRow(admin, 'profile.changed', { tutor: event.name, changed: event.changed }) }));
    case 'profile.reminded':
      return [{ row: createRow(event.userId, 'profile.reminded', { missing: event.missing }) }];
    case 'notification.requested':
      return [{ row: { ...event.notification, kind: 'custom', params: {}, readAt: null, createdAt: now, updatedAt: now } }];
    default:
      return [];
  }
}

type PartyAccount = { userId: string; role: Party };

function listParties({ studentId, tutorUserId }: BookingEventData): PartyAccount[] {
  return [
    ...(studentId ? [{ userId: studentId, role: 'student' } as const] : []),
    ...(tutorUserId ? [{ userId: tutorUserId, role: 'tutor' } as const] : []),
  ];
}

const toBookingParams = ({ id, subjectName }: BookingEventData) => ({ bookingId: id, subject: subjectName });

const EXCERPT_LENGTH = 50;
const toExcerpt = (review: string): string => {
  const characters = [...review];
  return characters.length > EXCERPT_LENGTH ? `${characters.slice(0, EXCERPT_LENGTH).join('')}…` : review;
};

async function listAdminIds(db: Executor): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.status, 'active')));
  return rows.map(({ id }) => id);
}

function toBookingUpdateEvent(
  { id: notificationId, kind, type: notificationType }: Row,
  { id, subjectName, status, startTime, endTime }: BookingEventData,
): StoredEvent {
  return {
    type: 'booking_update',
    notificationId,
    notificationType,
    bookingId: id,
    updateType: kind === 'booking.moved' ? 'updated' : toBookingUpdate(status),
    booking: { id, subject: subjectName, status, startTime, endTime },
  };
}

function toNotificationEvent({ id, kind, params, type, title, message, action, category, priority, createdAt }: Row): StoredEvent {
  return {
    type: 'new_notification',
    notification: { id, kind, params, type, title, message, action, category, priority, createdAt },
  };
}
