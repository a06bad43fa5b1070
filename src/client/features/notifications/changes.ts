import type { NotificationView } from '#shared/contracts/notifications.ts';

type Stored = Pick<NotificationView, 'id' | 'read' | 'createdAt'>;
type Which =
  | { kind: 'read' | 'removed'; id: string }
  /** Of all that were there: `through` is when the newest of them came. */
  | { kind: 'allRead' | 'cleared'; through: string };

/** What somebody did with stored notifications and the server has not done yet. `unread`: how many it still counts as unread. */
export type Change = Which & { key: string; unread: number };

export function isCovered(change: Change, { id, createdAt }: Pick<Stored, 'id' | 'createdAt'>): boolean {
  return 'id' in change ? change.id === id : createdAt.getTime() <= Date.parse(change.through);
}

/** A list of the server's, as whoever did all that wants to see it. */
export function withChanges<T extends Stored>(stored: readonly T[], changes: readonly Change[]): T[] {
  return changes.reduce<T[]>(applied, [...stored]);
}

function applied<T extends Stored>(list: T[], change: Change): T[] {
  if (change.kind === 'removed' || change.kind === 'cleared') return list.filter((one) => !isCovered(change, one));
  return list.map((one) => (!one.read && isCovered(change, one) ? { ...one, read: true } : one));
}

/** The same of a count. */
export function unreadWith(unreadCount: number, changes: readonly Change[]): number {
  return Math.max(
    0,
    changes.reduce((left, { unread }) => left - unread, unreadCount),
  );
}
