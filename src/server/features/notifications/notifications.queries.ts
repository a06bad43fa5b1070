import { and, asc, count, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { only } from '#db/executor.ts';
import { notifications } from '#db/schema/notifications.ts';
import type { SignedIn } from '#server/core/context.ts';
import type { NotificationStats, NotificationsPage, NotificationsQuery, NotificationView } from '#shared/contracts/notifications.ts';

const SORT_COLUMNS = {
  createdAt: notifications.createdAt,
  updatedAt: notifications.updatedAt,
  type: notifications.type,
  read: sql`(${notifications.readAt} is not null)`,
  priority: notifications.priority,
  title: notifications.title,
} as const;

export function toNotificationView({ readAt, action, ...row }: typeof notifications.$inferSelect): NotificationView {
  return { ...row, action: action ?? null, read: readAt !== null };
}

/** One's own, those that have expired left out. */
export async function notificationsOf(ctx: SignedIn, query: NotificationsQuery): Promise<NotificationsPage> {
  const { page, limit, sortBy, sortOrder } = query;
  const where = and(
    current(ctx),
    query.read === undefined ? undefined : isRead(query.read),
    query.category && eq(notifications.category, query.category),
  );
  const direction = sortOrder === 'asc' ? asc : downwards;
  const [rows, totals] = await Promise.all([
    ctx.db
      .select()
      .from(notifications)
      .where(where)
      .orderBy(direction(SORT_COLUMNS[sortBy]), direction(notifications.id))
      .limit(limit)
      .offset((page - 1) * limit),
    ctx.db.select({ total: count() }).from(notifications).where(where),
  ]);
  const { total } = only(totals);
  const totalPages = Math.ceil(total / limit);
  return { notifications: rows.map(toNotificationView), total, currentPage: page, totalPages, hasMore: page < totalPages };
}

export async function unreadCount(ctx: SignedIn): Promise<{ unreadCount: number }> {
  const rows = await ctx.db
    .select({ unreadCount: count() })
    .from(notifications)
    .where(and(current(ctx), isRead(false)));
  return only(rows);
}

export async function notificationStats(ctx: SignedIn): Promise<NotificationStats> {
  const rows = await ctx.db
    .select({ category: notifications.category, total: count(), read: count(notifications.readAt) })
    .from(notifications)
    .where(current(ctx))
    .groupBy(notifications.category);
  const total = rows.reduce((sum, row) => sum + row.total, 0);
  const read = rows.reduce((sum, row) => sum + row.read, 0);
  return { total, read, unread: total - read, categories: Object.fromEntries(rows.map((row) => [row.category, row.total])) };
}

function current(ctx: SignedIn): SQL | undefined {
  const hasNotExpired = or(isNull(notifications.expiresAt), gt(notifications.expiresAt, ctx.now()));
  return and(eq(notifications.userId, ctx.actor.id), hasNotExpired);
}

function isRead(read: boolean): SQL {
  return read ? isNotNull(notifications.readAt) : isNull(notifications.readAt);
}
