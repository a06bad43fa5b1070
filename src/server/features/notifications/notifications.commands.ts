import { and, eq, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { type Executor, only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { notifications } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import { lockActiveAdmin, requireActive } from '#server/core/active-account.ts';
import type { CtxAs, SignedIn } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { anyOf, byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type {
  CreateNotificationInput,
  NotificationView,
  RemoveOldInput,
  ThroughInput,
  WriteNotificationInput,
  WriteNotificationsInput,
} from '#shared/contracts/notifications.ts';
import { DomainError } from '#shared/errors.ts';
import { DAY_MS } from '#shared/vocabulary/durations.ts';
import { toNotificationView } from './notifications.queries.ts';

export const markRead = (ctx: SignedIn, { ids }: { ids: string[] }) => markReadWhere(ctx, anyOf(notifications.id, ids));

export const markAllRead = (ctx: SignedIn, input: ThroughInput) => markReadWhere(ctx, isThrough(input));

function markReadWhere(ctx: SignedIn, where: SQL | undefined): Promise<{ updatedCount: number }> {
  return inUnitOfWork(ctx, async (unit) => {
    const now = unit.now();
    const { length: updatedCount } = await unit.db
      .update(notifications)
      .set({ readAt: now, updatedAt: now })
      .where(and(eq(notifications.userId, unit.actor.id), isNull(notifications.readAt), where))
      .returning({ id: notifications.id });
    if (updatedCount > 0) unit.record({ type: 'notifications.changed', userId: unit.actor.id });
    return { updatedCount };
  });
}

export async function removeNotification(ctx: SignedIn, { id }: { id: string }): Promise<void> {
  const { deletedCount } = await removeWhere(ctx, byId(notifications.id, id));
  if (deletedCount === 0) throw new DomainError('notification.not_found');
}

export const removeReadNotifications = (ctx: SignedIn) => removeWhere(ctx, isNotNull(notifications.readAt));

export const removeAllNotifications = (ctx: SignedIn, input: ThroughInput) => removeWhere(ctx, isThrough(input));

const isThrough = ({ through }: ThroughInput) => through && lte(notifications.createdAt, through);

function removeWhere(ctx: SignedIn, where: SQL | undefined): Promise<{ deletedCount: number }> {
  return inUnitOfWork(ctx, async (unit) => {
    const { length: deletedCount } = await unit.db
      .delete(notifications)
      .where(and(eq(notifications.userId, unit.actor.id), where))
      .returning({ id: notifications.id });
    if (deletedCount > 0) unit.record({ type: 'notifications.changed', userId: unit.actor.id });
    return { deletedCount };
  });
}

export function createNotification(ctx: SignedIn, { userId: recipientId, ...rest }: CreateNotificationInput): Promise<NotificationView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { actor } = unit;
    const isForOther = actor.role === 'admin' && recipientId !== undefined && recipientId !== actor.id;
    const recipient = isForOther ? only(await lockRecipients(unit, [recipientId])) : null;
    if (recipient) recordAuditEntry(unit, 'notification.created', recipient, { title: rest.title });
    return requestNotification(unit, { ...rest, userId: recipient?.id ?? actor.id });
  });
}

export function createNotifications(ctx: CtxAs<'admin'>, { notifications: requested }: WriteNotificationsInput): Promise<{ createdCount: number }> {
  return inUnitOfWork(ctx, async (unit) => {
    const recipients = await lockRecipients(unit, [...new Set(requested.map(({ userId }) => userId))]);
    for (const notification of requested) requestNotification(unit, notification);
    const [recipient] = recipients;
    const subject = recipients.length === 1 && recipient ? recipient : { id: null, name: '' };
    const details = { count: requested.length, people: recipients.length, title: requested[0]?.title };
    recordAuditEntry(unit, 'notification.created', subject, details);
    return { createdCount: requested.length };
  });
}

function requestNotification({ now, record }: Unit<SignedIn>, { userId, action, expiresAt, ...rest }: WriteNotificationInput): NotificationView {
  const at = now();
  const notice = { ...rest, id: uuidV7(at.getTime()), userId, action: action ?? null, expiresAt: expiresAt ?? null };
  record({ type: 'notification.requested', notification: notice });
  return toNotificationView({ ...notice, kind: 'custom', params: {}, readAt: null, createdAt: at, updatedAt: at });
}

async function lockRecipients({ db, actor }: Unit<SignedIn>, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const locked = await withLocks(db, { users: { keyShare: anyOf(users.id, [actor.id, ...ids]) } });
  requireActive(locked.users, actor);
  const recipients = await db.select({ id: users.id, name: users.name }).from(users).where(anyOf(users.id, ids));
  if (recipients.length < ids.length) throw new DomainError('user.not_found');
  return recipients;
}

const BATCH_ROWS = 5_000;

export async function removeOldNotifications(ctx: CtxAs<'admin'>, { daysOld }: RemoveOldInput): Promise<{ deletedCount: number }> {
  const olderThan = new Date(ctx.now().getTime() - daysOld * DAY_MS);
  let deletedCount = 0;
  let batchCount: number;
  do {
    // Each batch is logged together with its deletion, so that the log is right if a later batch fails.
    batchCount = await inUnitOfWork(ctx, async (unit) => {
      await lockActiveAdmin(unit);
      const { length: count } = await removeBatch(unit.db, olderThan);
      const isWorthLogging = count > 0 || deletedCount === 0;
      if (isWorthLogging) recordAuditEntry(unit, 'notifications.removed', { id: null, name: '' }, { daysOld, count });
      return count;
    });
    deletedCount += batchCount;
  } while (batchCount === BATCH_ROWS);
  return { deletedCount };
}

function removeBatch(db: Executor, olderThan: Date) {
  const isOld = and(isNotNull(notifications.readAt), lt(notifications.createdAt, olderThan));
  const rowIds = db.select({ rowId: sql`ctid` }).from(notifications).where(isOld).limit(BATCH_ROWS);
  return db
    .delete(notifications)
    .where(and(isOld, sql`ctid = any(array(${rowIds}))`))
    .returning({ id: notifications.id });
}
