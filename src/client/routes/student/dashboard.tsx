import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#client/features/student-dashboard/dashboard-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';

export const Route = createFileRoute('/student/dashboard')({
  loader: ({ context: { api } }) => void api.bookings.studentOverview.prefetch(),
  head: () => pageTitle('Student Dashboard'),
  component: () => <DashboardPage />,
});
