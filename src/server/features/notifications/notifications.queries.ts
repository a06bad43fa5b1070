import { and, asc, count, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { downwards } from '#db/columns.ts';
import { bookings } from '#db/schema/bookings.ts';
import { notifications } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import type { CtxAs, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type {
  AllNotificationsPage,
  AllNotificationsQuery,
  ListedNotificationView,
  NotificationStats,
  NotificationsPage,
  NotificationsQuery,
  NotificationView,
} from '#shared/contracts/notifications.ts';
import { groupNotifications } from '#shared/domain/notification-groups.ts';
import { NOTIFICATIONS } from '#shared/vocabulary/limits.ts';

const otherParty = alias(users, 'other_party');

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

export async function listAllNotifications(ctx: CtxAs<'admin'>, query: AllNotificationsQuery): Promise<AllNotificationsPage> {
  const isOfUser = query.userId === undefined ? undefined : byId(notifications.userId, query.userId);
  const where = and(isOfUser, hasNotExpired(ctx), toFilter(query));
  const [rows, total] = await Promise.all([
    ctx.db
      .select({ notification: notifications, user: { id: users.id, name: users.name, email: users.email, role: users.role } })
      .from(notifications)
      .innerJoin(users, eq(users.id, notifications.userId))
      .where(where)
      .orderBy(...toOrder(query))
      .limit(query.limit)
      .offset((query.page - 1) * query.limit),
    ctx.db.$count(notifications, where),
  ]);
  return { notifications: rows.map(({ notification, user }) => ({ ...toNotificationView(notification), user })), ...toPageInfo(total, query) };
}

export async function listNotifications(ctx: SignedIn, query: NotificationsQuery): Promise<NotificationsPage> {
  const where = and(isOwnCurrent(ctx), toFilter(query));
  const [rows, total] = await Promise.all([
    selectWithBooking(ctx)
      .where(where)
      .orderBy(...toOrder(query))
      .limit(query.limit)
      .offset((query.page - 1) * query.limit),
    ctx.db.$count(notifications, where),
  ]);
  return { notifications: rows.map(toListed), ...toPageInfo(total, query) };
}

const selectWithBooking = (ctx: SignedIn) =>
  ctx.db
    .select({ notification: notifications, booking: { with: sql<string>`coalesce(${otherParty.name}, '')`, startTime: bookings.startTime } })
    .from(notifications)
    .leftJoin(bookings, eq(bookings.id, sql`(${notifications.params} ->> 'bookingId')::uuid`))
    .leftJoin(otherParty, eq(otherParty.id, otherPartyOf(ctx.actor.id)));

function toListed({ notification, booking }: Awaited<ReturnType<typeof selectWithBooking>>[number]): ListedNotificationView {
  return { ...toNotificationView(notification), booking: booking?.startTime ? { with: booking.with, startTime: booking.startTime } : null };
}

/** Of admins, who are told of problems, the student. */
const otherPartyOf = (userId: string) =>
  sql`case ${bookings.studentId} when ${userId}::uuid then ${bookings.tutorUserId} else ${bookings.studentId} end`;

type PageQuery = Pick<NotificationsQuery, 'page' | 'limit' | 'sortBy' | 'sortOrder'>;

function toOrder({ sortBy, sortOrder }: Pick<PageQuery, 'sortBy' | 'sortOrder'>): SQL[] {
  const direction = sortOrder === 'asc' ? asc : downwards;
  return [direction(SORT_COLUMNS[sortBy]), direction(notifications.id)];
}

function toPageInfo(total: number, { page, limit }: PageQuery) {
  const totalPages = Math.ceil(total / limit);
  return { total, currentPage: page, totalPages, hasMore: page < totalPages };
}

export async function countUnread(ctx: SignedIn): Promise<{ unreadCount: number }> {
  return { unreadCount: await ctx.db.$count(notifications, and(isOwnCurrent(ctx), isRead(false))) };
}

/** As the list shows them: what says the same of a series of bookings is one. Beyond the newest each one counts. */
export async function countUnreadGroups(ctx: SignedIn): Promise<{ unreadCount: number }> {
  const where = and(isOwnCurrent(ctx), isRead(false));
  const rows = await selectWithBooking(ctx)
    .where(where)
    .orderBy(...toOrder({ sortBy: 'createdAt', sortOrder: 'desc' }))
    .limit(NOTIFICATIONS.grouped);
  const total = rows.length < NOTIFICATIONS.grouped ? rows.length : await ctx.db.$count(notifications, where);
  return { unreadCount: total - rows.length + groupNotifications(rows.map(toListed)).length };
}

export async function getNotificationStats(ctx: SignedIn): Promise<NotificationStats> {
  const rows = await ctx.db
    .select({ category: notifications.category, total: count(), read: count(notifications.readAt) })
    .from(notifications)
    .where(isOwnCurrent(ctx))
    .groupBy(notifications.category);
  const total = rows.reduce((sum, row) => sum + row.total, 0);
  const read = rows.reduce((sum, row) => sum + row.read, 0);
  return { total, read, unread: total - read, categories: Object.fromEntries(rows.map((row) => [row.category, row.total])) };
}

function isOwnCurrent(ctx: SignedIn): SQL | undefined {
  return and(eq(notifications.userId, ctx.actor.id), hasNotExpired(ctx));
}

function hasNotExpired(ctx: SignedIn): SQL | undefined {
  return or(isNull(notifications.expiresAt), gt(notifications.expiresAt, ctx.now()));
}

function toFilter({ read, category }: Pick<NotificationsQuery, 'read' | 'category'>): SQL | undefined {
  return and(read === undefined ? undefined : isRead(read), category && eq(notifications.category, category));
}

function isRead(read: boolean): SQL {
  return read ? isNotNull(notifications.readAt) : isNull(notifications.readAt);
}
