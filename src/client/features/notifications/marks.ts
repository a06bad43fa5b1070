import type { StoredList } from '#client/lib/stored-list.ts';
import type { NotificationView } from '#shared/contracts/notifications.ts';

type Stored = Pick<NotificationView, 'id' | 'read' | 'createdAt'>;
type Target = { kind: 'read' | 'removed'; id: string } | { kind: 'allRead' | 'cleared'; through: string };

/** `unread`: how many the server counts as unread until it has applied the mark. */
export type Mark = Target & { key: string; unread: number };

export function unsentMarks(userId: string): StoredList<Mark> {
  return { key: `notification_changes_${userId}`, parse };
}

export function isMarked(mark: Mark, { id, createdAt }: Pick<Stored, 'id' | 'createdAt'>): boolean {
  return 'id' in mark ? mark.id === id : createdAt.getTime() <= Date.parse(mark.through);
}

export function withMarks<T extends Stored>(notifications: readonly T[], marks: readonly Mark[]): T[] {
  return marks.reduce<T[]>(applyMark, [...notifications]);
}

export function countUnread(unreadCount: number, marks: readonly Mark[]): number {
  return Math.max(0, unreadCount - marks.reduce((sum, { unread }) => sum + unread, 0));
}

function applyMark<T extends Stored>(notifications: T[], mark: Mark): T[] {
  if (mark.kind === 'removed' || mark.kind === 'cleared') return notifications.filter((notification) => !isMarked(mark, notification));
  return notifications.map((notification) => (!notification.read && isMarked(mark, notification) ? { ...notification, read: true } : notification));
}

function parse(entry: unknown): Mark | null {
  const { key, kind, id, through, unread }: Partial<Record<'key' | 'kind' | 'id' | 'through' | 'unread', unknown>> = { ...Object(entry) };
  if (typeof key !== 'string' || typeof unread !== 'number') return null;
  if ((kind === 'read' || kind === 'removed') && typeof id === 'string') return { kind, id, key, unread };
  if ((kind === 'allRead' || kind === 'cleared') && typeof through === 'string' && !Number.isNaN(Date.parse(through)))
    return { kind, through, key, unread };
  return null;
}
