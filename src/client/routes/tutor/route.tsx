import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router';
import { CalendarCheck, LayoutDashboard, NotebookPen, UserRound, Wallet } from 'lucide-react';
import { useLogout } from '#client/features/auth/logout.tsx';
import { useMessagesEntry } from '#client/features/messages/messages-entry.ts';
import { DashboardSkeleton, OwnProfileGate, type OwnProfileGateProps } from '#client/features/tutor-dashboard/own-profile-gate.tsx';
import { PROFILE_EDITOR, requireProfileOwner } from '#client/features/tutor-profile/profile-guard.ts';
import { requireRole } from '#client/lib/session/session.ts';
import { DashboardShell } from '#client/ui/dashboard-shell.tsx';

const TITLE = msg`Tutor Dashboard`;

export const Route = createFileRoute('/tutor')({
  staticData: { dashboardTitle: TITLE, catalogues: ['signed-in', 'areas', 'tutor'] },
  beforeLoad: ({ context, location, cause }) =>
    location.pathname === PROFILE_EDITOR
      ? requireProfileOwner(context, { href: location.href, cause })
      : requireRole('tutor', context, location.href),
  // With what the bar shows.
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(api.tutors.own.queryOptions());
    void queryClient.prefetchQuery(api.messages.unreadCount.queryOptions());
    void queryClient.prefetchQuery(api.notifications.unreadGroups.queryOptions());
  },
  component: TutorArea,
});

const ENTRIES = [
  { label: msg`Dashboard`, icon: LayoutDashboard, link: { to: '/tutor/dashboard' } },
  { label: msg`My Profile`, icon: UserRound, link: { to: '/tutor/profile' } },
  { label: msg`My Bookings`, icon: CalendarCheck, link: { to: '/tutor/bookings' } },
  { label: msg`My Blogs`, icon: NotebookPen, link: { to: '/tutor/blogs' } },
  { label: msg`Earnings`, icon: Wallet, link: { to: '/tutor/earnings' } },
] as const;

type Gate = Pick<OwnProfileGateProps, 'requires' | 'showsReminder' | 'skeleton'>;

const DEFAULT_GATE: Gate = { requires: 'profile', showsReminder: true };
/** The editor creates the profile, bookings outlive it, and the dashboard itself says that it is missing. */
const GATES: Readonly<Record<string, Gate>> = {
  '/tutor/profile': { requires: 'nothing', showsReminder: false },
  '/tutor/bookings': { requires: 'nothing', showsReminder: true },
  '/tutor/earnings': { requires: 'nothing', showsReminder: false },
  '/tutor/dashboard': { requires: 'loaded', showsReminder: true, skeleton: <DashboardSkeleton /> },
};

function TutorArea() {
  const { i18n } = useLingui();
  const logout = useLogout();
  const messages = useMessagesEntry();
  const page = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '' });
  const title = i18n._(TITLE);
  const entries = ENTRIES.map(({ label, ...entry }) => ({ ...entry, label: i18n._(label) }));
  return (
    <DashboardShell title={title} entries={[...entries, messages]} onLogout={() => logout('/login')}>
      <OwnProfileGate title={title} {...(GATES[page] ?? DEFAULT_GATE)}>
        <Outlet />
      </OwnProfileGate>
    </DashboardShell>
  );
}
