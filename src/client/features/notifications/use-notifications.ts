import { useMemo } from 'react';
import { newId } from '#client/lib/new-id.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { present } from '#client/ui/clock.ts';
import type { NotificationView } from '#shared/contracts/notifications.ts';
import { NOTIFICATIONS } from '#shared/vocabulary/limits.ts';
import { type Change, unreadWith, withChanges } from './changes.ts';
import { useChanges } from './changes-store.ts';
import { type LocalNotification, localEntries } from './local-entries.ts';
import { clearLocal, markAllLocalRead, markLocalRead, removeLocal } from './local-writes.ts';
import { sendChange } from './send-change.ts';

/** Stored, or kept by this browser alone. */
export type ShownNotification = Pick<NotificationView, 'id' | 'type' | 'title' | 'message' | 'action' | 'read' | 'createdAt'> & { isLocal: boolean };

/** As the loader of the page asks for it: the input of an answer is its key. */
const FIRST_PAGE = { limit: NOTIFICATIONS.loaded };

/** The newest first, none twice. */
export function merged(stored: readonly Omit<ShownNotification, 'isLocal'>[], local: readonly LocalNotification[]): ShownNotification[] {
  const shown = new Map<string, ShownNotification>();
  for (const { isRemoved, ...entry } of local) {
    if (!isRemoved) shown.set(entry.id, { ...entry, type: 'info', createdAt: new Date(entry.createdAt), isLocal: true });
  }
  for (const one of stored) shown.set(one.id, { ...one, isLocal: false });
  return [...shown.values()].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

/** So many pages of stored notifications with what this browser keeps, as whoever changed some of them wants to see it. */
export function useNotifications(userId: string | undefined, pages = 1) {
  const changes = useChanges(userId);
  const local = localEntries.use(userId);
  const answers = trpc.useQueries((t) =>
    Array.from({ length: pages }, (_, nth) => t.notifications.list(nth === 0 ? FIRST_PAGE : { ...FIRST_PAGE, page: nth + 1 })),
  );
  const [first] = answers;
  const last = answers.findLast(({ data }) => data)?.data;
  return {
    notifications: merged(
      withChanges(
        answers.flatMap(({ data }) => data?.notifications ?? []),
        changes,
      ),
      local,
    ),
    isPending: first?.isPending ?? true,
    isPendingMore: answers.some(({ isPending }) => isPending),
    /** The first page that failed after others came: those behind it wait for it. */
    failed: last && answers.find(({ data, isError }) => isError && !data),
    hasMore: last?.hasMore ?? false,
  };
}

/** How many are unread, whether they are on a page or not. */
export function useUnread(userId: string | undefined): number {
  const { data } = trpc.notifications.unreadCount.useQuery(undefined, { enabled: userId !== undefined });
  const announced = localEntries.use(userId).filter(({ read, isRemoved }) => !read && !isRemoved).length;
  return unreadWith(data?.unreadCount ?? 0, useChanges(userId)) + announced;
}

/** What can be done with them: at once on the screen, whatever the server says. */
export function useNotificationDeeds(userId: string) {
  const utils = trpc.useUtils();
  return useMemo(() => {
    const send = (change: Change) => void sendChange(utils, userId, change);
    const through = (shown: readonly ShownNotification[]) => (shown.find(({ isLocal }) => !isLocal)?.createdAt ?? present()).toISOString();
    return {
      markRead({ id, isLocal, read }: ShownNotification): void {
        if (read) return;
        if (isLocal) markLocalRead(userId, id);
        else send({ kind: 'read', id, key: newId(), unread: 1 });
      },
      remove({ id, isLocal, read }: ShownNotification): void {
        if (isLocal) removeLocal(userId, id);
        else send({ kind: 'removed', id, key: newId(), unread: read ? 0 : 1 });
      },
      /** `unread`: as the bell counts them. */
      markAllRead(shown: readonly ShownNotification[], unread: number): void {
        send({ kind: 'allRead', through: through(shown), key: newId(), unread: storedOf(unread, userId) });
        markAllLocalRead(userId);
      },
      clearAll(shown: readonly ShownNotification[], unread: number): void {
        send({ kind: 'cleared', through: through(shown), key: newId(), unread: storedOf(unread, userId) });
        clearLocal(userId);
      },
    };
  }, [userId, utils]);
}

/** Those of a count that the server keeps. */
function storedOf(unread: number, userId: string): number {
  return Math.max(0, unread - localEntries.of(userId).filter(({ read, isRemoved }) => !read && !isRemoved).length);
}
