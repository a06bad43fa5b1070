import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Bell } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Empty, Loading } from '#client/ui/page-state.tsx';
import { useOpener } from '#client/ui/use-opener.ts';
import { NotificationList } from './notification-list.tsx';
import { useNotificationActions, useNotifications, useUnread } from './use-notifications.ts';

export function NotificationsPage({ userId }: { userId: string }) {
  const { t } = useLingui();
  const [pages, setPages] = useState(1);
  const { notifications, isPending, isPendingMore, failed, hasMore } = useNotifications(userId, pages);
  const { markRead, remove, markAllRead, clearAll } = useNotificationActions(userId);
  const unread = useUnread(userId);
  /** What was shown when the question opened: what has come since is not meant. */
  const [question, setQuestion] = useState<{ shown: typeof notifications; unread: number } | null>(null);
  const { setOpener } = useOpener(question !== null);
  const hasUnread = unread > 0 || notifications.some(({ read }) => !read);
  const more = {
    hasNextPage: hasMore,
    isFetchingNextPage: isPendingMore,
    isFetchNextPageError: failed !== undefined,
    fetchNextPage: () => (failed ? failed.refetch() : setPages(pages + 1)),
  };

  function ask(event: MouseEvent<HTMLElement>): void {
    setOpener(event.currentTarget);
    setQuestion({ shown: notifications, unread });
  }

  function markAll(): void {
    document.getElementById('content')?.focus({ preventScroll: true });
    markAllRead(notifications, unread);
  }

  function clear(): void {
    setQuestion(null);
    setPages(1);
    if (question) clearAll(question.shown, question.unread);
  }

  return (
    <>
      <Group justify="space-between" mb="lg" mih="2.75rem">
        <div>
          <Title order={1}>
            <Trans>Notifications</Trans>
          </Title>
          <Text c="dimmed" mih="1.5rem" role="status">
            {unread > 0 && t`${unread} unread`}
          </Text>
        </div>
        <Group gap="sm">
          {hasUnread && (
            <Button variant="default" onClick={markAll}>
              <Trans>Mark all as read</Trans>
            </Button>
          )}
          {notifications.length > 0 && (
            <Button variant="default" onClick={ask}>
              <Trans>Clear all</Trans>
            </Button>
          )}
        </Group>
      </Group>
      {isPending && (
        <Loading>
          <Stack gap="sm">
            {[1, 2, 3, 4].map((index) => (
              <Skeleton key={index} height={104} />
            ))}
          </Stack>
        </Loading>
      )}
      {!isPending && notifications.length === 0 && (
        <Empty title={t`No notifications yet`} text={t`Updates about your bookings and account will appear here.`} icon={<Bell size={26} />} />
      )}
      {notifications.length > 0 && (
        <>
          <NotificationList notifications={notifications} onRead={markRead} onRemove={remove} />
          <MoreOfList pages={more} failure={errorMessageWithReason(failed?.error, t`Failed to fetch more notifications`)} mt="1.5rem" />
        </>
      )}
      <ConfirmDialog
        opened={question !== null}
        title={t`Clear all notifications?`}
        message={t`This deletes all your notifications, including unread ones.`}
        confirmLabel={t`Clear all`}
        onConfirm={clear}
        onClose={() => setQuestion(null)}
      />
    </>
  );
}
