import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#client/features/tutor-dashboard/dashboard-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';

export const Route = createFileRoute('/tutor/dashboard')({
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(api.bookings.counts.queryOptions());
    void queryClient.prefetchQuery(api.bookings.nextSessions.queryOptions());
    void queryClient.prefetchQuery(api.bookings.earnings.queryOptions());
  },
  head: ({ match }) => pageTitle(match.context.i18n._(msg`Tutor Dashboard`)),
  component: () => <DashboardPage />,
});
