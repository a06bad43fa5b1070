import type { ListedNotificationView } from '#shared/contracts/notifications.ts';
import { groupNotifications } from '#shared/domain/notification-groups.ts';
import { type Answers, networkError } from './fake-api.ts';
import { STUDENT } from './render.tsx';

const NOW = new Date();
export const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

/** `News 1` is one minute old, `News 2` two. */
export const aNotificationView = (index: number, overrides: Partial<ListedNotificationView> = {}): ListedNotificationView => ({
  id: `news-${index}`,
  userId: STUDENT.id,
  kind: 'booking.confirmed',
  params: {},
  type: 'success',
  category: 'booking',
  title: `News ${index}`,
  message: `Message ${index}`,
  action: { label: 'View Booking', url: '/bookings/b-1' },
  priority: 'medium',
  metadata: {},
  expiresAt: null,
  read: false,
  createdAt: minutesAgo(index),
  updatedAt: NOW,
  booking: null,
  ...overrides,
});

export const notificationViews = (count: number) => Array.from({ length: count }, (_, index) => aNotificationView(index));

const isThrough = ({ createdAt }: ListedNotificationView, through?: Date) => !through || createdAt <= through;

/** A server that stores notifications; it cannot be reached while `isDown`. */
export function notificationServer(rows: ListedNotificationView[]) {
  const server = { rows, isDown: false };
  const change = (next: ListedNotificationView[]) => {
    if (server.isDown) throw networkError();
    server.rows = next;
    return { updatedCount: 1, deletedCount: 1, message: 'done' };
  };
  const answers = {
    'notifications.list': ({ page = 1, limit = 50, read } = {}) => {
      const matching = server.rows.filter((row) => read === undefined || row.read === read);
      const notifications = matching.slice((page - 1) * limit, page * limit);
      const totalPages = Math.ceil(matching.length / limit);
      return { notifications, total: matching.length, currentPage: page, totalPages, hasMore: page < totalPages };
    },
    'notifications.unreadGroups': () => ({ unreadCount: groupNotifications(server.rows).filter((group) => group.some(({ read }) => !read)).length }),
    'notifications.markRead': ({ ids }) => change(server.rows.map((row) => (ids.includes(row.id) ? { ...row, read: true } : row))),
    'notifications.markAllRead': ({ through } = {}) => change(server.rows.map((row) => (isThrough(row, through) ? { ...row, read: true } : row))),
    'notifications.remove': ({ id }) => change(server.rows.filter((row) => row.id !== id)),
    'notifications.removeAll': ({ through } = {}) => change(server.rows.filter((row) => !isThrough(row, through))),
  } satisfies Answers;
  return { server, answers };
}
