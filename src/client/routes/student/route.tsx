import { createFileRoute, Outlet } from '@tanstack/react-router';
import { CalendarCheck, Heart, LayoutDashboard, Search } from 'lucide-react';
import { useLogout } from '#client/features/auth/logout.tsx';
import { useMessagesEntry } from '#client/features/messages/messages-entry.ts';
import { requireRole } from '#client/lib/session/session.ts';
import { DashboardShell } from '#client/ui/dashboard-shell.tsx';

const TITLE = 'Student Dashboard';

export const Route = createFileRoute('/student')({
  staticData: { dashboardTitle: TITLE, catalogues: ['signed-in'] },
  beforeLoad: ({ context, location }) => requireRole('student', context, location.href),
  // What the bar shows is asked for together with the page.
  loader: ({ context: { api } }) => {
    void api.messages.unreadCount.prefetch();
    void api.notifications.unreadGroups.prefetch();
  },
  component: StudentArea,
});

const ENTRIES = [
  { label: 'Dashboard', icon: LayoutDashboard, link: { to: '/student/dashboard' } },
  { label: 'My Bookings', icon: CalendarCheck, link: { to: '/student/bookings' } },
  { label: 'My Favorites', icon: Heart, link: { to: '/student/favorites' } },
  { label: 'Find Tutors', icon: Search, link: { to: '/tutors' } },
] as const;

function StudentArea() {
  const logout = useLogout();
  const messages = useMessagesEntry();
  return (
    <DashboardShell title={TITLE} entries={[...ENTRIES, messages]} onLogout={() => logout('/login')}>
      <Outlet />
    </DashboardShell>
  );
}
