import { createFileRoute } from '@tanstack/react-router';
import { JoinButton } from '#client/features/bookings/join-button.tsx';
import { DashboardPage } from '#client/features/student-dashboard/dashboard-page.tsx';
import { pageConfig, titled } from '#client/lib/page-config.ts';
import { useAccount } from '#client/lib/session/session.ts';

export const Route = createFileRoute('/student/dashboard')({
  loader: ({ context: { api } }) => void api.bookings.studentOverview.prefetch(),
  head: () => titled('Student Dashboard'),
  component: StudentDashboard,
});

function StudentDashboard() {
  return <DashboardPage name={useAccount().name} zone={pageConfig().timezone} JoinButton={JoinButton} />;
}
