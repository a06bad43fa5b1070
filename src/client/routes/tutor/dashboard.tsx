import { createFileRoute } from '@tanstack/react-router';
import { pageConfig, titled } from '#client/api/page-config.ts';
import { useMe } from '#client/api/session.ts';
import { DashboardPage } from '#client/features/tutor-dashboard/dashboard-page.tsx';

export const Route = createFileRoute('/tutor/dashboard')({
  loader: ({ context: { api } }) => {
    void api.bookings.counts.prefetch();
    void api.bookings.nextSessions.prefetch();
    void api.bookings.earnings.prefetch();
  },
  head: () => titled('Tutor Dashboard'),
  component: TutorDashboard,
});

function TutorDashboard() {
  return <DashboardPage name={useMe().name} zone={pageConfig().timezone} />;
}
