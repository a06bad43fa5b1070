import { and, asc, count, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { only } from '#db/executor.ts';
import { notifications } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import type { As, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type {
  AllNotificationsPage,
  AllNotificationsQuery,
  NotificationStats,
  NotificationsPage,
  NotificationsQuery,
  NotificationView,
} from '#shared/contracts/notifications.ts';

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

/** What everybody has, or one person, page by page; those that have expired left out. */
export async function allNotifications(ctx: As<'admin'>, query: AllNotificationsQuery): Promise<AllNotificationsPage> {
  const whose = query.userId === undefined ? undefined : byId(notifications.userId, query.userId);
  const { page, limit, sortBy, sortOrder } = query;
  const where = and(whose, hasNotExpired(ctx), filtered(query));
  const direction = sortOrder === 'asc' ? asc : downwards;
  const [rows, totals] = await Promise.all([
    ctx.db
      .select({ notification: notifications, user: { id: users.id, name: users.name, email: users.email, role: users.role } })
      .from(notifications)
      .innerJoin(users, eq(users.id, notifications.userId))
      .where(where)
      .orderBy(direction(SORT_COLUMNS[sortBy]), direction(notifications.id))
      .limit(limit)
      .offset((page - 1) * limit),
    ctx.db.select({ total: count() }).from(notifications).where(where),
  ]);
  const { total } = only(totals);
  const totalPages = Math.ceil(total / limit);
  const shown = rows.map(({ notification, user }) => ({ ...toNotificationView(notification), user }));
  return { notifications: shown, total, currentPage: page, totalPages, hasMore: page < totalPages };
}

/** One's own, those that have expired left out. */
export async function notificationsOf(ctx: SignedIn, query: NotificationsQuery): Promise<NotificationsPage> {
  const { page, limit, sortBy, sortOrder } = query;
  const where = and(current(ctx), filtered(query));
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
  return and(eq(notifications.userId, ctx.actor.id), hasNotExpired(ctx));
}

function hasNotExpired(ctx: SignedIn): SQL | undefined {
  return or(isNull(notifications.expiresAt), gt(notifications.expiresAt, ctx.now()));
}

function filtered({ read, category }: Pick<NotificationsQuery, 'read' | 'category'>): SQL | undefined {
  return and(read === undefined ? undefined : isRead(read), category && eq(notifications.category, category));
}

function isRead(read: boolean): SQL {
  return read ? isNotNull(notifications.readAt) : isNull(notifications.readAt);
}
