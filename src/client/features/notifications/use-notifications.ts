import { useLingui } from '@lingui/react/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { newId } from '#client/lib/new-id.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { readList, useStoredList } from '#client/lib/stored-list.ts';
import { getNow } from '#client/ui/clock.ts';
import type { ListedNotificationView } from '#shared/contracts/notifications.ts';
import { announcementIn } from '#shared/domain/live-update-copy.ts';
import { NOTIFICATIONS } from '#shared/vocabulary/limits.ts';
import { changeAnnouncements, countUnreadAnnouncements, type StoredAnnouncement, storedAnnouncements } from './announcements.ts';
import { copyInLanguage } from './copy-in-language.ts';
import { countUnread, withMarks } from './marks.ts';
import { useMarks, useSendMark } from './use-marks.ts';

/** `isLocal`: an announcement that only this browser stores. */
export type ShownNotification = Pick<ListedNotificationView, 'id' | 'type' | 'title' | 'message' | 'action' | 'read' | 'createdAt' | 'booking'> & {
  isLocal: boolean;
};

/** The same input as in the loader of the page, because it is part of the query key. */
const FIRST_PAGE = { limit: NOTIFICATIONS.loaded };

export function useNotifications(userId: string, pages = 1) {
  const { i18n } = useLingui();
  const marks = useMarks(userId);
  const announcements = useStoredList(storedAnnouncements(userId));
  const trpc = useTRPC();
  const inputs = Array.from({ length: pages }, (_, index) => (index === 0 ? FIRST_PAGE : { ...FIRST_PAGE, page: index + 1 }));
  const answers = useQueries({ queries: inputs.map((input) => trpc.notifications.list.queryOptions(input)) });
  const [first] = answers;
  const last = answers.findLast(({ data }) => data)?.data;
  const stored = answers.flatMap(({ data }) => data?.notifications ?? []).map((one) => copyInLanguage(i18n, one));
  return {
    notifications: merge(
      withMarks(stored, marks),
      announcements.map((entry) => announcementIn(i18n.locale, entry)),
    ),
    isPending: first?.isPending ?? true,
    isPendingMore: answers.some(({ isPending }) => isPending),
    /** The first page that failed after others arrived: the pages behind it wait for it. */
    failed: last && answers.find(({ data, isError }) => isError && !data),
    hasMore: last?.hasMore ?? false,
  };
}

export function useUnread(userId: string): number {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.notifications.unreadGroups.queryOptions());
  const announcements = useStoredList(storedAnnouncements(userId));
  return countUnread(data?.unreadCount ?? 0, useMarks(userId)) + countUnreadAnnouncements(announcements);
}

export function useNotificationActions(userId: string) {
  const { mutate: send } = useSendMark(userId);
  const newestOf = (shown: readonly ShownNotification[]) => shown.find(({ isLocal }) => !isLocal)?.createdAt;
  const withoutAnnouncements = (unread: number, ids: readonly string[]) => {
    const shown = readList(storedAnnouncements(userId)).filter(({ id }) => ids.includes(id));
    return Math.max(0, unread - countUnreadAnnouncements(shown));
  };

  return {
    /** One entry of the list, which counts once: with its last notification, as the server counts it until then. */
    markRead(group: readonly ShownNotification[]): void {
      const unread = group.filter(({ read }) => !read);
      for (const { id, isLocal } of unread) {
        if (isLocal) changeAnnouncements(userId, { read: true }, [id]);
        else send({ kind: 'read', id, key: newId(), unread: id === unread.at(-1)?.id ? 1 : 0 });
      }
    },
    remove(group: readonly ShownNotification[]): void {
      const last = group.findLast(({ read }) => !read);
      for (const { id, isLocal } of group) {
        if (isLocal) changeAnnouncements(userId, { isRemoved: true }, [id]);
        else send({ kind: 'removed', id, key: newId(), unread: id === last?.id ? 1 : 0 });
      }
    },
    /** Those that were counted, where the list has not come yet. */
    markAllRead(shown: readonly ShownNotification[], unread: number): void {
      const ids = shown.map(({ id }) => id);
      const counted = withoutAnnouncements(unread, ids);
      const through = newestOf(shown) ?? (counted > 0 ? getNow() : undefined);
      if (through) send({ kind: 'allRead', through: through.toISOString(), key: newId(), unread: counted });
      changeAnnouncements(userId, { read: true }, ids);
    },
    clearAll(shown: readonly ShownNotification[], unread: number): void {
      const ids = shown.map(({ id }) => id);
      const through = newestOf(shown);
      if (through) send({ kind: 'cleared', through: through.toISOString(), key: newId(), unread: withoutAnnouncements(unread, ids) });
      changeAnnouncements(userId, { isRemoved: true }, ids);
    },
  };
}

function merge(stored: readonly Omit<ShownNotification, 'isLocal'>[], announcements: readonly StoredAnnouncement[]): ShownNotification[] {
  const shown = new Map<string, ShownNotification>();
  for (const { isRemoved, translations: _, ...entry } of announcements) {
    if (!isRemoved) shown.set(entry.id, { ...entry, type: 'info', createdAt: new Date(entry.createdAt), booking: null, isLocal: true });
  }
  for (const notification of stored) shown.set(notification.id, { ...notification, isLocal: false });
  return [...shown.values()].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}
