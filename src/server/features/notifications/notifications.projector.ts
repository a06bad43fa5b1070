import { and, eq } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { notifications } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import type { BookingNews, DomainEvent, Projector } from '#server/core/events.ts';
import type { StoredEvent } from '#shared/contracts/inbox.ts';
import { updateOf } from '#shared/domain/booking-lifecycle.ts';
import { notificationCopy } from '#shared/domain/notification-copy.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import type { NotificationKind } from '#shared/vocabulary/content.ts';

type Row = typeof notifications.$inferInsert & { id: string };
type Notice = { row: Row; booking?: BookingNews };

const BOOKING_KINDS = {
  pending: 'booking.created',
  confirmed: 'booking.confirmed',
  completed: 'booking.completed',
  cancelled: 'booking.cancelled',
} as const satisfies Record<BookingStatus, NotificationKind>;

/** Tells the people concerned, of each fact once: a stored row, and one event in the inbox that names it. */
export const notificationsProjector: Projector = async ({ db, now, platform, deliver }, events) => {
  const admins = events.some(({ type }) => type === 'profile.submitted' || type === 'profile.saved') ? await adminIds(db) : [];
  const notices = events.flatMap((event) => noticesOf(event, { admins, now: now(), appName: platform.appName }));
  if (notices.length === 0) return;
  await db.insert(notifications).values(notices.map(({ row }) => row));
  for (const { row, booking } of notices) {
    const payload = booking ? bookingUpdate(row.id, booking) : newNotification(row);
    deliver({ to: row.userId, kind: payload.type, ref: row.id, payload });
  }
};

type Moment = { admins: readonly string[]; now: Date; appName: string };

function noticesOf(event: DomainEvent, { admins, now, appName }: Moment): Notice[] {
  const notice = (userId: string, kind: NotificationKind, params: Record<string, unknown>): Row => {
    const copy = notificationCopy(kind, params);
    return { id: uuidV7(now.getTime()), userId, kind, params, ...copy, createdAt: now, updatedAt: now };
  };
  switch (event.type) {
    case 'account.registered':
      return [{ row: notice(event.userId, 'account.welcome', { role: event.role, appName }) }];
    case 'password.changed':
      return [{ row: notice(event.userId, 'account.password_changed', {}) }];
    case 'booking.requested':
    case 'booking.changed': {
      const { booking } = event;
      const params = { bookingId: booking.id, subject: booking.subjectName };
      const kind = BOOKING_KINDS[booking.status];
      const parties = [
        { userId: booking.studentId, role: 'student' },
        { userId: booking.tutorUserId, role: 'tutor' },
      ];
      return parties.flatMap(({ userId, role }) => (userId ? [{ row: notice(userId, kind, { ...params, role }), booking }] : []));
    }
    case 'profile.submitted':
      return [
        { row: notice(event.userId, 'profile.submitted', {}) },
        ...admins.map((admin) => ({ row: notice(admin, 'profile.to_review', { tutor: event.name }) })),
      ];
    case 'verification.decided':
      return [{ row: notice(event.userId, `profile.${event.decision}`, event.decision === 'rejected' ? { reason: event.reason } : {}) }];
    case 'profile.saved':
      if (!event.isVerified || event.changed.length === 0) return [];
      return admins.map((admin) => ({ row: notice(admin, 'profile.changed', { tutor: event.name, changed: event.changed }) }));
    case 'notification.requested':
      return [{ row: { ...event.notice, kind: 'custom', params: {}, createdAt: now, updatedAt: now } }];
    default:
      return [];
  }
}

async function adminIds(db: Executor): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.status, 'active')));
  return rows.map(({ id }) => id);
}

function bookingUpdate(notificationId: string, { id, subjectName, status, startTime, endTime }: BookingNews): StoredEvent {
  return {
    type: 'booking_update',
    notificationId,
    bookingId: id,
    updateType: updateOf(status),
    booking: { id, subject: subjectName, status, startTime, endTime },
  };
}

function newNotification({ id, type, title, message, action, category, priority, createdAt }: Row): StoredEvent {
  return {
    type: 'new_notification',
    notification: { id, type, title, message, action: action ?? null, category, priority: priority ?? 'medium', createdAt: createdAt ?? new Date(0) },
  };
}
