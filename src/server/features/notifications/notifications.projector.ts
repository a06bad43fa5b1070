import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { notifications } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import type { BookingNews, DomainEvent, Projector } from '#server/core/events.ts';
import type { StoredEvent } from '#shared/contracts/inbox.ts';
import { updateOf } from '#shared/domain/booking-lifecycle.ts';
import { notificationCopy } from '#shared/domain/notification-copy.ts';
import type { BookingStatus, Party } from '#shared/vocabulary/bookings.ts';
import type { NotificationKind } from '#shared/vocabulary/content.ts';

type Row = typeof notifications.$inferInsert & { id: string };
/** A quiet one is stored only: whom it tells has no socket left to hear it by. */
type Notice = { row: Row; booking?: BookingNews; isQuiet?: true };

const BOOKING_KINDS = {
  pending: 'booking.created',
  confirmed: 'booking.confirmed',
  completed: 'booking.completed',
  cancelled: 'booking.cancelled',
} as const satisfies Record<BookingStatus, NotificationKind>;

/** Tells the people concerned, of each fact once: a stored row, and one event in the inbox that names it. */
export const notificationsProjector: Projector = async ({ db, now, platform, record, deliver }, events) => {
  await readAlong(db, events, now());
  for (const event of events) {
    if (event.type === 'notifications.changed')
      deliver({ to: event.userId, kind: 'notifications_changed', ref: null, payload: { type: 'notifications_changed' } satisfies StoredEvent });
  }
  const admins = events.some(({ type }) => TOLD_TO_ADMINS.includes(type)) ? await adminIds(db) : [];
  const untold = await withoutKnown(db, events);
  const notices = untold.flatMap((event) => noticesOf(event, { admins, now: now(), ...platform }));
  if (notices.length === 0) return;
  await db.insert(notifications).values(notices.map(({ row }) => row));
  for (const { row, booking, isQuiet } of notices) {
    if (isQuiet) continue;
    record({ type: 'notification.stored', userId: row.userId, kind: row.kind, title: row.title, url: row.action?.url ?? null });
    const payload = booking ? bookingUpdate(row, booking) : newNotification(row);
    deliver({ to: row.userId, kind: payload.type, ref: row.id, payload });
  }
};

/** Whoever has read a conversation needs no news of it any more. */
async function readAlong(db: Executor, events: readonly DomainEvent[], at: Date): Promise<void> {
  for (const event of events) {
    if (event.type !== 'thread.read') continue;
    await db.update(notifications).set({ readAt: at, updatedAt: at }).where(unreadOf(event.userId, event.threadId));
  }
}

/** Not those messages that say no more than a notification which waits to be read. */
async function withoutKnown(db: Executor, events: readonly DomainEvent[]): Promise<DomainEvent[]> {
  const untold: DomainEvent[] = [];
  for (const event of events) {
    const isKnown = event.type === 'message.sent' && (await db.$count(notifications, unreadOf(event.to, event.threadId))) > 0;
    if (!isKnown) untold.push(event);
  }
  return untold;
}

/** Of one conversation, the news that this person has not read. */
function unreadOf(userId: string, threadId: string): SQL | undefined {
  const ofThread = and(eq(notifications.kind, 'message.received'), sql`${notifications.params} ->> 'threadId' = ${threadId}`);
  return and(eq(notifications.userId, userId), isNull(notifications.readAt), ofThread);
}

const TOLD_TO_ADMINS: readonly DomainEvent['type'][] = ['profile.submitted', 'profile.saved', 'problem.reported'];

type Moment = { admins: readonly string[]; now: Date; appName: string; zone: string };

function noticesOf(event: DomainEvent, { admins, now, appName, zone }: Moment): Notice[] {
  const notice = (userId: string, kind: NotificationKind, params: Record<string, unknown>): Row => {
    const copy = notificationCopy(kind, params);
    return { id: uuidV7(now.getTime()), userId, kind, params, ...copy, createdAt: now, updatedAt: now };
  };
  switch (event.type) {
    case 'account.registered':
      return [{ row: notice(event.userId, 'account.welcome', { role: event.role, appName }) }];
    case 'password.changed':
      return [{ row: notice(event.userId, 'account.password_changed', {}) }];
    case 'account.suspended':
      return [{ row: notice(event.userId, 'account.suspended', { reason: event.reason }), isQuiet: true }];
    case 'account.reinstated':
      return [{ row: notice(event.userId, 'account.reinstated', {}) }];
    case 'booking.requested':
    case 'booking.changed': {
      const { booking } = event;
      const params = aboutOf(booking);
      const kind = BOOKING_KINDS[booking.status];
      return partiesOf(booking).map(({ userId, role }) => ({ row: notice(userId, kind, { ...params, role }), booking }));
    }
    case 'booking.rescheduled':
      return partiesOf(event.booking).map(({ userId }) => ({ row: notice(userId, 'booking.moved', aboutOf(event.booking)), booking: event.booking }));
    case 'booking.reminder_due': {
      const params = { ...aboutOf(event.booking), start: event.booking.startTime.toISOString(), zone };
      return partiesOf(event.booking).map(({ userId }) => ({ row: notice(userId, 'booking.reminder', params) }));
    }
    case 'booking.answer_asked': {
      const { tutorUserId } = event.booking;
      return tutorUserId ? [{ row: notice(tutorUserId, 'booking.answer_asked', aboutOf(event.booking)) }] : [];
    }
    case 'proposal.made': {
      const params = { ...aboutOf(event.booking), from: event.booking.startTime.toISOString(), to: event.startTime.toISOString(), zone };
      return partiesOf(event.booking).flatMap(({ userId, role }) => (role === event.by ? [] : [{ row: notice(userId, 'proposal.made', params) }]));
    }
    case 'proposal.declined':
    case 'proposal.lapsed': {
      const params = { ...aboutOf(event.booking), to: event.startTime.toISOString(), zone };
      const told = partiesOf(event.booking).filter(({ role }) => event.type === 'proposal.lapsed' || role === event.by);
      return told.map(({ userId }) => ({ row: notice(userId, event.type, params) }));
    }
    case 'problem.reported': {
      const { booking } = event;
      const others = partiesOf(booking).filter(({ role }) => role !== event.by);
      return [
        ...others.map(({ userId }) => ({ row: notice(userId, 'problem.reported', aboutOf(booking)) })),
        ...admins.map((admin) => ({ row: notice(admin, 'problem.to_review', aboutOf(booking)) })),
      ];
    }
    case 'problem.decided': {
      const params = { ...aboutOf(event.booking), state: event.state };
      return partiesOf(event.booking).map(({ userId }) => ({ row: notice(userId, 'problem.decided', params) }));
    }
    case 'webhook.switched_off':
      return [{ row: notice(event.userId, 'webhook.switched_off', { url: event.url }) }];
    case 'review.written':
      if (!event.isNew || !event.tutorUserId) return [];
      return [{ row: notice(event.tutorUserId, 'review.received', { rating: event.rating, excerpt: excerptOf(event.review) }) }];
    case 'review.replied':
      if (!event.studentId) return [];
      return [{ row: notice(event.studentId, 'review.replied', { bookingId: event.bookingId, tutor: event.tutorName }) }];
    case 'message.sent':
      if (event.isBeingRead) return [];
      return [{ row: notice(event.to, 'message.received', { sender: event.sender, threadId: event.threadId }) }];
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
    case 'profile.reminded':
      return [{ row: notice(event.userId, 'profile.reminded', { missing: event.missing }) }];
    case 'notification.requested':
      return [{ row: { ...event.notice, kind: 'custom', params: {}, createdAt: now, updatedAt: now } }];
    default:
      return [];
  }
}

type PartyOf = { userId: string; role: Party };

/** Those of the two who are still there. */
function partiesOf({ studentId, tutorUserId }: BookingNews): PartyOf[] {
  return [
    ...(studentId ? [{ userId: studentId, role: 'student' } as const] : []),
    ...(tutorUserId ? [{ userId: tutorUserId, role: 'tutor' } as const] : []),
  ];
}

const aboutOf = ({ id, subjectName }: BookingNews) => ({ bookingId: id, subject: subjectName });

const EXCERPT = 50;
/** The first characters as people count them. */
const excerptOf = (review: string): string => {
  const letters = [...review];
  return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT).join('')}…` : review;
};

async function adminIds(db: Executor): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.status, 'active')));
  return rows.map(({ id }) => id);
}

function bookingUpdate(
  { id: notificationId, kind, type: notificationType }: Row,
  { id, subjectName, status, startTime, endTime }: BookingNews,
): StoredEvent {
  return {
    type: 'booking_update',
    notificationId,
    notificationType,
    bookingId: id,
    updateType: kind === 'booking.moved' ? 'updated' : updateOf(status),
    booking: { id, subject: subjectName, status, startTime, endTime },
  };
}

function newNotification({ id, type, title, message, action, category, priority, createdAt }: Row): StoredEvent {
  return {
    type: 'new_notification',
    notification: { id, type, title, message, action: action ?? null, category, priority: priority ?? 'medium', createdAt: createdAt ?? new Date(0) },
  };
}
