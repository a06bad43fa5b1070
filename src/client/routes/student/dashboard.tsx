import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#client/features/student-dashboard/dashboard-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';

export const Route = createFileRoute('/student/dashboard')({
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(api.bookings.studentOverview.queryOptions()),
  head: ({ match }) => pageTitle(match.context.i18n._(msg`Student Dashboard`)),
  component: () => <DashboardPage />,
});
