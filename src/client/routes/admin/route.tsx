import { createFileRoute, Outlet } from '@tanstack/react-router';
import { BookOpen, CalendarCheck, Flag, FolderOpen, GraduationCap, LayoutDashboard, Megaphone, ScrollText, TriangleAlert, Users } from 'lucide-react';
import { useLogout } from '#client/features/auth/logout.tsx';
import { usePageKeys } from '#client/lib/page-keys.ts';
import { requireRole } from '#client/lib/session/session.ts';
import { DashboardShell } from '#client/ui/dashboard-shell.tsx';
import type { ShellEntry } from '#client/ui/shell-types.ts';

const TITLE = 'Admin Dashboard';

export const Route = createFileRoute('/admin')({
  staticData: { dashboardTitle: TITLE },
  beforeLoad: ({ context, location }) => requireRole('admin', context, location.href),
  loader: ({ context: { api } }) => void api.notifications.unreadGroups.prefetch(),
  component: AdminArea,
});

/** In the order of `product.md` §2; others follow. */
const ENTRIES: readonly ShellEntry[] = [
  { label: 'Dashboard', icon: LayoutDashboard, link: { to: '/admin/dashboard' } },
  { label: 'Manage Tutors', icon: GraduationCap, link: { to: '/admin/tutors' } },
  { label: 'Manage Students', icon: Users, link: { to: '/admin/students' } },
  { label: 'Manage Categories', icon: FolderOpen, link: { to: '/admin/subject-categories' } },
  { label: 'Manage Subjects', icon: BookOpen, link: { to: '/admin/subjects' } },
  { label: 'Manage Bookings', icon: CalendarCheck, link: { to: '/admin/bookings' } },
  { label: 'Reports', icon: Flag, link: { to: '/admin/reports' } },
  { label: 'Announcements', icon: Megaphone, link: { to: '/admin/announcements' } },
  { label: 'Audit Log', icon: ScrollText, link: { to: '/admin/audit' } },
  { label: 'Failed Jobs', icon: TriangleAlert, link: { to: '/admin/failed-jobs' } },
];

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}

function AdminArea() {
  const logout = useLogout();
  usePageKeys({ '/': focusSearch });
  return (
    <DashboardShell isWide title={TITLE} entries={ENTRIES} onLogout={() => logout('/login')}>
      <Outlet />
    </DashboardShell>
  );
}
