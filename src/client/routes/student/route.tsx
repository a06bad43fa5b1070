import { createFileRoute, Outlet } from '@tanstack/react-router';
import { CalendarCheck, Search } from 'lucide-react';
import { requireRole } from '#client/api/session.ts';
import { useLogout } from '#client/features/auth/use-logout.ts';
import { DashboardShell } from '#client/ui/dashboard-shell.tsx';

const TITLE = 'Student Dashboard';

export const Route = createFileRoute('/student')({
  staticData: { dashboardTitle: TITLE },
  beforeLoad: ({ context, location }) => requireRole('student', context, location.href),
  component: StudentArea,
});

const ENTRIES = [
  { label: 'My Bookings', icon: CalendarCheck, link: { to: '/student/bookings' } },
  { label: 'Find Tutors', icon: Search, link: { to: '/tutors' } },
] as const;

function StudentArea() {
  const logout = useLogout();
  return (
    <DashboardShell title={TITLE} entries={ENTRIES} onLogout={() => logout('/login')}>
      <Outlet />
    </DashboardShell>
  );
}
