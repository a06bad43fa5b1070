import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Title } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { NotificationsPage } from '#client/features/notifications/notifications-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import { NOTIFICATIONS } from '#shared/vocabulary/limits.ts';

export const Route = createFileRoute('/notifications')({
  staticData: { catalogues: ['signed-in'] },
  loader: ({ context: { api, queryClient, session } }) =>
    session.viewer() ? queryClient.prefetchQuery(api.notifications.list.queryOptions({ limit: NOTIFICATIONS.loaded })) : undefined,
  head: ({ match: { context } }) => pageTitle(context.i18n._(msg`Notifications`), context.i18n._(msg`News about your bookings and your account.`)),
  component: Page,
});

function Page() {
  const viewer = useViewer();
  return (
    <Container size="md" py="xl">
      {viewer === null && <ForVisitors />}
      {viewer && <NotificationsPage key={viewer.id} userId={viewer.id} />}
    </Container>
  );
}

function ForVisitors() {
  const { t } = useLingui();
  return (
    <>
      <Title order={1} mb="lg">
        <Trans>Notifications</Trans>
      </Title>
      <Empty
        title={t`No notifications yet`}
        text={t`Login to see the news about your bookings.`}
        icon={<Bell size={26} />}
        action={
          <ButtonLink to="/login" search={{ redirect: '/notifications' }}>
            <Trans>Login</Trans>
          </ButtonLink>
        }
      />
    </>
  );
}
