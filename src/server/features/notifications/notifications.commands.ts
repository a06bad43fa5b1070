import { and, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { type Executor, only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { notifications } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import { lockActiveAdmin, requireActive } from '#server/core/active-account.ts';
import type { As, SignedIn } from '#server/core/context.ts';
import { recordDeed } from '#server/core/deeds.ts';
import { anyOf, byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type {
  CreateNotificationInput,
  NotificationView,
  RemoveOldInput,
  WriteNotificationInput,
  WriteNotificationsInput,
} from '#shared/contracts/notifications.ts';
import { DomainError } from '#shared/errors.ts';
import { toNotificationView } from './notifications.queries.ts';

/** Unknown and foreign ids are skipped. */
export const markRead = (ctx: SignedIn, { ids }: { ids: string[] }) => markWhere(ctx, anyOf(notifications.id, ids));

export const markAllRead = (ctx: SignedIn) => markWhere(ctx, undefined);

function markWhere(ctx: SignedIn, which: SQL | undefined): Promise<{ updatedCount: number }> {
  return inUnitOfWork(ctx, async (unit) => {
    const now = unit.now();
    const { length: updatedCount } = await unit.db
      .update(notifications)
      .set({ readAt: now, updatedAt: now })
      .where(and(eq(notifications.userId, unit.actor.id), isNull(notifications.readAt), which))
      .returning({ id: notifications.id });
    if (updatedCount > 0) unit.record({ type: 'notifications.changed', userId: unit.actor.id });
    return { updatedCount };
  });
}

export async function remove(ctx: SignedIn, { id }: { id: string }): Promise<void> {
  const { deletedCount } = await removeWhere(ctx, byId(notifications.id, id));
  if (deletedCount === 0) throw new DomainError('notification.not_found');
}

export const removeRead = (ctx: SignedIn) => removeWhere(ctx, isNotNull(notifications.readAt));

export const removeAll = (ctx: SignedIn) => removeWhere(ctx, undefined);

function removeWhere(ctx: SignedIn, which: SQL | undefined): Promise<{ deletedCount: number }> {
  return inUnitOfWork(ctx, async (unit) => {
    const { length: deletedCount } = await unit.db
      .delete(notifications)
      .where(and(eq(notifications.userId, unit.actor.id), which))
      .returning({ id: notifications.id });
    if (deletedCount > 0) unit.record({ type: 'notifications.changed', userId: unit.actor.id });
    return { deletedCount };
  });
}

/** For the caller; an admin may name somebody else. */
export function create(ctx: SignedIn, { userId: wanted, ...rest }: CreateNotificationInput): Promise<NotificationView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { actor } = unit;
    const other = actor.role === 'admin' && wanted !== undefined && wanted !== actor.id ? only(await recipients(unit, [wanted])) : null;
    if (other) recordDeed(unit, 'notification.created', other, { title: rest.title });
    return write(unit, { ...rest, userId: other?.id ?? actor.id });
  });
}

/** For whomever an admin names, all or none. */
export function createMany(ctx: As<'admin'>, { notifications: wanted }: WriteNotificationsInput): Promise<{ createdCount: number }> {
  return inUnitOfWork(ctx, async (unit) => {
    const people = await recipients(unit, [...new Set(wanted.map(({ userId }) => userId))]);
    for (const notification of wanted) write(unit, notification);
    const [person] = people;
    const subject = people.length === 1 && person ? person : { id: null, name: '' };
    const details = { count: wanted.length, people: people.length, title: wanted[0]?.title };
    recordDeed(unit, 'notification.created', subject, details);
    return { createdCount: wanted.length };
  });
}

function write({ now, record }: Unit<SignedIn>, { userId, action, expiresAt, ...rest }: WriteNotificationInput): NotificationView {
  const at = now();
  const notice = { ...rest, id: uuidV7(at.getTime()), userId, action: action ?? null, expiresAt: expiresAt ?? null };
  record({ type: 'notification.requested', notice });
  return toNotificationView({ ...notice, kind: 'custom', params: {}, readAt: null, createdAt: at, updatedAt: at });
}

/** All of these people, kept from leaving meanwhile, as is the admin who names them. */
async function recipients({ db, actor }: Unit<SignedIn>, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const locked = await withLocks(db, { users: { keyShare: anyOf(users.id, [actor.id, ...ids]) } });
  requireActive(locked.users, actor);
  const people = await db.select({ id: users.id, name: users.name }).from(users).where(anyOf(users.id, ids));
  if (people.length < ids.length) throw new DomainError('user.not_found');
  return people;
}

const DAY = 24 * 3_600_000;
/** Rows at a time, so that nobody waits long for those that go. */
const MOST_ROWS = 5_000;

/** Everybody's read ones that are older than so many days. */
export async function removeOld(ctx: As<'admin'>, { daysOld }: RemoveOldInput): Promise<{ deletedCount: number }> {
  const before = new Date(ctx.now().getTime() - daysOld * DAY);
  let deletedCount = 0;
  for (let last = MOST_ROWS; last === MOST_ROWS; deletedCount += last) {
    // What has gone is in the log, also when the rest does not go.
    last = await inUnitOfWork(ctx, async (unit) => {
      await lockActiveAdmin(unit);
      const { length: count } = await removeSome(unit.db, before);
      const isNews = count > 0 || deletedCount === 0;
      if (isNews) recordDeed(unit, 'notifications.removed', { id: null, name: '' }, { daysOld, count });
      return count;
    });
  }
  return { deletedCount };
}

function removeSome(db: Executor, before: Date) {
  const old = and(isNotNull(notifications.readAt), lt(notifications.createdAt, before));
  const places = db.select({ place: sql`ctid` }).from(notifications).where(old).limit(MOST_ROWS);
  return db
    .delete(notifications)
    .where(and(old, sql`ctid = any(array(${places}))`))
    .returning({ id: notifications.id });
}
