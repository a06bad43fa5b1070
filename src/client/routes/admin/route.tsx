import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { BookOpen, CalendarCheck, Flag, FolderOpen, GraduationCap, LayoutDashboard, Megaphone, ScrollText, TriangleAlert, Users } from 'lucide-react';
import { useLogout } from '#client/features/auth/logout.tsx';
import { usePageKeys } from '#client/lib/page-keys.ts';
import { requireRole } from '#client/lib/session/session.ts';
import { DashboardShell } from '#client/ui/dashboard-shell.tsx';

const TITLE = msg`Admin Dashboard`;

export const Route = createFileRoute('/admin')({
  staticData: { dashboardTitle: TITLE, catalogues: ['areas'] },
  beforeLoad: ({ context, location }) => requireRole('admin', context, location.href),
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(api.notifications.unreadGroups.queryOptions()),
  component: AdminArea,
});

/** In the order of `product.md` §2; others follow. */
const ENTRIES = [
  { label: msg`Dashboard`, icon: LayoutDashboard, link: { to: '/admin/dashboard' } },
  { label: msg`Manage Tutors`, icon: GraduationCap, link: { to: '/admin/tutors' } },
  { label: msg`Manage Students`, icon: Users, link: { to: '/admin/students' } },
  { label: msg`Manage Categories`, icon: FolderOpen, link: { to: '/admin/subject-categories' } },
  { label: msg`Manage Subjects`, icon: BookOpen, link: { to: '/admin/subjects' } },
  { label: msg`Manage Bookings`, icon: CalendarCheck, link: { to: '/admin/bookings' } },
  { label: msg`Reports`, icon: Flag, link: { to: '/admin/reports' } },
  { label: msg`Announcements`, icon: Megaphone, link: { to: '/admin/announcements' } },
  { label: msg`Audit Log`, icon: ScrollText, link: { to: '/admin/audit' } },
  { label: msg`Failed Jobs`, icon: TriangleAlert, link: { to: '/admin/failed-jobs' } },
] as const;

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}

function AdminArea() {
  const { i18n } = useLingui();
  const logout = useLogout();
  const entries = ENTRIES.map(({ label, ...entry }) => ({ ...entry, label: i18n._(label) }));
  usePageKeys({ '/': focusSearch });
  return (
    <DashboardShell isWide title={i18n._(TITLE)} entries={entries} onLogout={() => logout('/login')}>
      {/* Of the desk only the frame is translated. */}
      <div lang="en" style={{ display: 'contents' }}>
        <Outlet />
      </div>
    </DashboardShell>
  );
}
