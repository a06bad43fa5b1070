import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { notifications } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import type { SignedIn } from '#server/core/context.ts';
import { anyOf, byId } from '#server/core/ids.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { CreateNotificationInput, NotificationView } from '#shared/contracts/notifications.ts';
import { DomainError } from '#shared/errors.ts';
import { toNotificationView } from './notifications.queries.ts';

/** Unknown and foreign ids are skipped. */
export const markRead = (ctx: SignedIn, { ids }: { ids: string[] }) => markWhere(ctx, anyOf(notifications.id, ids));

export const markAllRead = (ctx: SignedIn) => markWhere(ctx, undefined);

async function markWhere(ctx: SignedIn, which: SQL | undefined): Promise<{ updatedCount: number }> {
  const now = ctx.now();
  const rows = await ctx.db
    .update(notifications)
    .set({ readAt: now, updatedAt: now })
    .where(and(eq(notifications.userId, ctx.actor.id), isNull(notifications.readAt), which))
    .returning({ id: notifications.id });
  return { updatedCount: rows.length };
}

export async function remove(ctx: SignedIn, { id }: { id: string }): Promise<void> {
  const { deletedCount } = await removeWhere(ctx, byId(notifications.id, id));
  if (deletedCount === 0) throw new DomainError('notification.not_found');
}

export const removeRead = (ctx: SignedIn) => removeWhere(ctx, isNotNull(notifications.readAt));

export const removeAll = (ctx: SignedIn) => removeWhere(ctx, undefined);

async function removeWhere(ctx: SignedIn, which: SQL | undefined): Promise<{ deletedCount: number }> {
  const rows = await ctx.db
    .delete(notifications)
    .where(and(eq(notifications.userId, ctx.actor.id), which))
    .returning({ id: notifications.id });
  return { deletedCount: rows.length };
}

/** For the caller; an admin may name somebody else. */
export function create(ctx: SignedIn, { userId: wanted, action, expiresAt, ...rest }: CreateNotificationInput): Promise<NotificationView> {
  return inUnitOfWork(ctx, async ({ db, actor, now, record }) => {
    const userId = actor.role === 'admin' && wanted !== undefined ? await accountId(db, wanted) : actor.id;
    const at = now();
    const notice = { ...rest, id: uuidV7(at.getTime()), userId, action: action ?? null, expiresAt: expiresAt ?? null };
    record({ type: 'notification.requested', notice });
    return toNotificationView({ ...notice, kind: 'custom', params: {}, readAt: null, createdAt: at, updatedAt: at });
  });
}

async function accountId(db: Executor, id: string): Promise<string> {
  const [account] = await db.select({ id: users.id }).from(users).where(byId(users.id, id));
  if (!account) throw new DomainError('user.not_found');
  return account.id;
}
