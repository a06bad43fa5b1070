import { createFileRoute } from '@tanstack/react-router';
import { pageConfig, titled } from '#client/api/page-config.ts';
import { useMe } from '#client/api/session.ts';
import { JoinButton } from '#client/features/bookings/join-button.tsx';
import { DashboardPage } from '#client/features/student-dashboard/dashboard-page.tsx';

export const Route = createFileRoute('/student/dashboard')({
  loader: ({ context: { api } }) => void api.bookings.studentOverview.prefetch(),
  head: () => titled('Student Dashboard'),
  component: StudentDashboard,
});

function StudentDashboard() {
  return <DashboardPage name={useMe().name} zone={pageConfig().timezone} JoinButton={JoinButton} />;
}
