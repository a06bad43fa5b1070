import { Button, Container, Group, Skeleton, Stack, Title } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { titled } from '#client/api/page-config.ts';
import { useViewer } from '#client/api/session.ts';
import { trpc } from '#client/api/trpc.ts';
import { useLocalNotifications } from '#client/features/notifications/local-entries.ts';
import { markLocalRead } from '#client/features/notifications/local-writes.ts';
import { merged, NotificationList } from '#client/features/notifications/notification-list.tsx';
import { present } from '#client/ui/clock.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty, Loading } from '#client/ui/page-state.tsx';
import { NOTIFICATIONS } from '#shared/vocabulary/limits.ts';

const QUERY = { limit: NOTIFICATIONS.loaded };

export const Route = createFileRoute('/notifications')({
  loader: ({ context: { api, session } }) => (session.viewer() ? api.notifications.list.prefetch(QUERY) : undefined),
  head: () => titled('Notifications', 'News about your bookings and your account.'),
  component: NotificationsPage,
});

function NotificationsPage() {
  const viewer = useViewer();
  return (
    <Container size="md" py="xl">
      {viewer === null ? <ForVisitors /> : <Mine userId={viewer?.id} />}
    </Container>
  );
}

/** A list that fails to load shows as empty. */
function Mine({ userId }: { userId: string | undefined }) {
  const utils = trpc.useUtils();
  const { data, isPending } = trpc.notifications.list.useQuery(QUERY);
  const markAllRead = trpc.notifications.markAllRead.useMutation({ onSettled: () => utils.notifications.invalidate() });
  const announced = useLocalNotifications(userId);
  const notifications = merged(data?.notifications ?? [], announced);
  const hasUnread = notifications.some(({ read }) => !read);

  const markAll = () => {
    if (userId !== undefined) markLocalRead(userId);
    markAllRead.mutate();
  };

  return (
    <>
      <Group justify="space-between" mb="lg" mih="2.75rem">
        <Title order={1}>Notifications</Title>
        {hasUnread && (
          <Button variant="default" loading={markAllRead.isPending} onClick={markAll}>
            Mark all as read
          </Button>
        )}
      </Group>
      {isPending && (
        <Loading>
          <Stack gap="sm">
            {[1, 2, 3, 4].map((nth) => (
              <Skeleton key={nth} height={104} />
            ))}
          </Stack>
        </Loading>
      )}
      {!isPending && notifications.length === 0 && (
        <Empty title="No notifications yet" text="News about your bookings and your account will appear here." icon={<Bell size={26} />} />
      )}
      {notifications.length > 0 && <NotificationList notifications={notifications} now={present()} />}
    </>
  );
}

function ForVisitors() {
  return (
    <>
      <Title order={1} mb="lg">
        Notifications
      </Title>
      <Empty
        title="No notifications yet"
        text="Login to see the news about your bookings."
        icon={<Bell size={26} />}
        action={
          <ButtonLink to="/login" search={{ redirect: '/notifications' }}>
            Login
          </ButtonLink>
        }
      />
    </>
  );
}
