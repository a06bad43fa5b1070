import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { CalendarCheck, Heart, LayoutDashboard, Search } from 'lucide-react';
import { useLogout } from '#client/features/auth/logout.tsx';
import { useMessagesEntry } from '#client/features/messages/messages-entry.ts';
import { requireRole } from '#client/lib/session/session.ts';
import { DashboardShell } from '#client/ui/dashboard-shell.tsx';

const TITLE = msg`Student Dashboard`;

export const Route = createFileRoute('/student')({
  staticData: { dashboardTitle: TITLE, catalogues: ['signed-in', 'areas'] },
  beforeLoad: ({ context, location }) => requireRole('student', context, location.href),
  // What the bar shows is asked for together with the page.
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(api.messages.unreadCount.queryOptions());
    void queryClient.prefetchQuery(api.notifications.unreadGroups.queryOptions());
  },
  component: StudentArea,
});

const ENTRIES = [
  { label: msg`Dashboard`, icon: LayoutDashboard, link: { to: '/student/dashboard' } },
  { label: msg`My Bookings`, icon: CalendarCheck, link: { to: '/student/bookings' } },
  { label: msg`My Favorites`, icon: Heart, link: { to: '/student/favorites' } },
  { label: msg`Find Tutors`, icon: Search, link: { to: '/tutors' } },
] as const;

function StudentArea() {
  const { i18n } = useLingui();
  const logout = useLogout();
  const messages = useMessagesEntry();
  const entries = ENTRIES.map(({ label, ...entry }) => ({ ...entry, label: i18n._(label) }));
  return (
    <DashboardShell title={i18n._(TITLE)} entries={[...entries, messages]} onLogout={() => logout('/login')}>
      <Outlet />
    </DashboardShell>
  );
}
