import { createFileRoute, Outlet } from '@tanstack/react-router';
import { CalendarCheck } from 'lucide-react';
import { requireRole } from '#client/api/session.ts';
import { useLogout } from '#client/features/auth/use-logout.ts';
import { DashboardShell } from '#client/ui/dashboard-shell.tsx';

const TITLE = 'Tutor Dashboard';

export const Route = createFileRoute('/tutor')({
  staticData: { dashboardTitle: TITLE },
  beforeLoad: ({ context, location }) => requireRole('tutor', context, location.href),
  component: TutorArea,
});

const ENTRIES = [{ label: 'My Bookings', icon: CalendarCheck, link: { to: '/tutor/bookings' } }] as const;

function TutorArea() {
  const logout = useLogout();
  return (
    <DashboardShell title={TITLE} entries={ENTRIES} onLogout={() => logout('/login')}>
      <Outlet />
    </DashboardShell>
  );
}
