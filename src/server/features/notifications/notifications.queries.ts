import { and, asc, count, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { downwards } from '#db/columns.ts';
import { only, prepareEach } from '#db/executor.ts';
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
/** For admins, who are notified of problems, the student. */
const OTHER_PARTY = sql`case ${bookings.studentId} when ${sql.placeholder('me')}::uuid then ${bookings.tutorUserId} else ${bookings.studentId} end`;

const SORT_COLUMNS = {
  createdAt: notifications.createdAt,
  updatedAt: notifications.updatedAt,
  type: notifications.type,
  read: sql`(${notifications.readAt} is not null)`,
  priority: notifications.priority,
  title: notifications.title,
} as const;

export function toNotificationView(row: typeof notifications.$inferSelect): NotificationView {
  return { ...row, action: row.action ?? null, read: row.readAt !== null };
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

type ListShape = Pick<NotificationsQuery, 'read' | 'sortBy' | 'sortOrder'> & { hasCategory: boolean };
type FilterShape = Pick<ListShape, 'read' | 'hasCategory'>;

const isOwnAndCurrent = and(
  eq(notifications.userId, sql.placeholder('me')),
  or(isNull(notifications.expiresAt), gt(notifications.expiresAt, sql.placeholder('now'))),
);

function whereOf({ read, hasCategory }: FilterShape): SQL | undefined {
  const isOfCategory = hasCategory ? eq(notifications.category, sql.placeholder('category')) : undefined;
  return and(isOwnAndCurrent, read === undefined ? undefined : isRead(read), isOfCategory);
}

const selectOwn = prepareEach((db, { sortBy, sortOrder, ...filter }: ListShape) =>
  db
    .select({
      notification: notifications,
      booking: { with: sql<string>`coalesce(${otherParty.name}, '')`, startTime: bookings.startTime },
      total: db.$count(notifications, whereOf(filter)),
    })
    .from(notifications)
    .leftJoin(bookings, eq(bookings.id, sql`(${notifications.params} ->> 'bookingId')::uuid`))
    .leftJoin(otherParty, eq(otherParty.id, OTHER_PARTY))
    .where(whereOf(filter))
    .orderBy(...toOrder({ sortBy, sortOrder }))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('own_notifications'),
);

const countOwn = prepareEach((db, filter: FilterShape) =>
  db.select({ total: count() }).from(notifications).where(whereOf(filter)).prepare('own_notifications_count'),
);

export async function listNotifications(
  ctx: SignedIn,
  { read, category, sortBy, sortOrder, page, limit }: NotificationsQuery,
): Promise<NotificationsPage> {
  const filter = { read, hasCategory: category !== undefined };
  const values = { me: ctx.actor.id, now: ctx.now().toISOString(), category };
  const rows = await selectOwn(ctx.db, { ...filter, sortBy, sortOrder }).execute({ ...values, limit, offset: (page - 1) * limit });
  // Each row contains the total. A page without rows has none, unless it is the first page.
  const total = rows[0]?.total ?? (page === 1 ? 0 : only(await countOwn(ctx.db, filter).execute(values)).total);
  return { notifications: rows.map(toListed), ...toPageInfo(total, { page, limit }) };
}

type OwnRow = Awaited<ReturnType<ReturnType<typeof selectOwn>['execute']>>[number];

/** Extends the row in place, because nothing else refers to it. */
function toListed({ notification, booking }: OwnRow): ListedNotificationView {
  return Object.assign(notification, {
    read: notification.readAt !== null,
    booking: booking?.startTime ? { with: booking.with, startTime: booking.startTime } : null,
  });
}

type PageQuery = Pick<NotificationsQuery, 'page' | 'limit' | 'sortBy' | 'sortOrder'>;

function toOrder({ sortBy, sortOrder }: Pick<PageQuery, 'sortBy' | 'sortOrder'>): SQL[] {
  const direction = sortOrder === 'asc' ? asc : downwards;
  return [direction(SORT_COLUMNS[sortBy]), direction(notifications.id)];
}

function toPageInfo(total: number, { page, limit }: Pick<PageQuery, 'page' | 'limit'>) {
  const totalPages = Math.ceil(total / limit);
  return { total, currentPage: page, totalPages, hasMore: page < totalPages };
}

const UNREAD = { read: false, hasCategory: false };
const NEWEST_FIRST = { sortBy: 'createdAt', sortOrder: 'desc' } as const;

export async function countUnread({ db, actor, now }: SignedIn): Promise<{ unreadCount: number }> {
  const { total } = only(await countOwn(db, UNREAD).execute({ me: actor.id, now: now().toISOString() }));
  return { unreadCount: total };
}

/** Counts like the list: notifications that say the same about a series of bookings count once. Older ones count one by one. */
export async function countUnreadGroups({ db, actor, now }: SignedIn): Promise<{ unreadCount: number }> {
  const newest = { me: actor.id, now: now().toISOString(), limit: NOTIFICATIONS.grouped, offset: 0 };
  const unread = await selectOwn(db, { ...UNREAD, ...NEWEST_FIRST }).execute(newest);
  const total = unread[0]?.total ?? 0;
  if (unread.filter(({ booking }) => booking?.startTime).length < 2) return { unreadCount: total };
  // In the list, those that are read stand between the others.
  const listed = (await selectOwn(db, { hasCategory: false, ...NEWEST_FIRST }).execute(newest)).map(toListed);
  const groups = groupNotifications(listed).filter((group) => group.some(({ read }) => !read));
  return { unreadCount: total - listed.filter(({ read }) => !read).length + groups.length };
}

export async function getNotificationStats(ctx: SignedIn): Promise<NotificationStats> {
  const rows = await ctx.db
    .select({ category: notifications.category, total: count(), read: count(notifications.readAt) })
    .from(notifications)
    .where(and(eq(notifications.userId, ctx.actor.id), hasNotExpired(ctx)))
    .groupBy(notifications.category);
  const total = rows.reduce((sum, row) => sum + row.total, 0);
  const read = rows.reduce((sum, row) => sum + row.read, 0);
  return { total, read, unread: total - read, categories: Object.fromEntries(rows.map((row) => [row.category, row.total])) };
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
