import { createFileRoute, Outlet } from '@tanstack/react-router';
import { CalendarCheck, LayoutDashboard, NotebookPen, UserRound } from 'lucide-react';
import { requireRole } from '#client/api/session.ts';
import { useLogout } from '#client/features/auth/use-logout.ts';
import { DashboardShell } from '#client/ui/dashboard-shell.tsx';

const TITLE = 'Tutor Dashboard';

export const Route = createFileRoute('/tutor')({
  staticData: { dashboardTitle: TITLE },
  beforeLoad: ({ context, location }) => requireRole('tutor', context, location.href),
  component: TutorArea,
});

const ENTRIES = [
  { label: 'Dashboard', icon: LayoutDashboard, link: { to: '/tutor/dashboard' } },
  { label: 'My Profile', icon: UserRound, link: { to: '/tutor/profile' } },
  { label: 'My Bookings', icon: CalendarCheck, link: { to: '/tutor/bookings' } },
  { label: 'My Blogs', icon: NotebookPen, link: { to: '/tutor/blogs' } },
] as const;

function TutorArea() {
  const logout = useLogout();
  return (
    <DashboardShell title={TITLE} entries={ENTRIES} onLogout={() => logout('/login')}>
      <Outlet />
    </DashboardShell>
  );
}
