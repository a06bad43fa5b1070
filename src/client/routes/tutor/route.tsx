import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router';
import { CalendarCheck, LayoutDashboard, NotebookPen, UserRound } from 'lucide-react';
import { useLogout } from '#client/features/auth/use-logout.ts';
import { useMessagesEntry } from '#client/features/messages/messages-entry.ts';
import { DashboardWaiting } from '#client/features/tutor-dashboard/dashboard-waiting.tsx';
import { OwnProfileGate, type OwnProfileGateProps } from '#client/features/tutor-dashboard/own-profile-gate.tsx';
import { PROFILE_EDITOR, requireProfileOwner } from '#client/features/tutor-profile/profile-guard.ts';
import { requireRole } from '#client/lib/session/session.ts';
import { DashboardShell } from '#client/ui/dashboard-shell.tsx';

const TITLE = 'Tutor Dashboard';

export const Route = createFileRoute('/tutor')({
  staticData: { dashboardTitle: TITLE },
  beforeLoad: ({ context, location, cause }) =>
    location.pathname === PROFILE_EDITOR
      ? requireProfileOwner(context, { href: location.href, cause })
      : requireRole('tutor', context, location.href),
  loader: ({ context: { api } }) => void api.tutors.own.prefetch(),
  component: TutorArea,
});

const ENTRIES = [
  { label: 'Dashboard', icon: LayoutDashboard, link: { to: '/tutor/dashboard' } },
  { label: 'My Profile', icon: UserRound, link: { to: '/tutor/profile' } },
  { label: 'My Bookings', icon: CalendarCheck, link: { to: '/tutor/bookings' } },
  { label: 'My Blogs', icon: NotebookPen, link: { to: '/tutor/blogs' } },
] as const;

type Gate = Pick<OwnProfileGateProps, 'opens' | 'reminds' | 'waiting'>;

const ANY: Gate = { opens: 'there', reminds: true };
/** The editor makes the profile that is missing, bookings outlive it, and the dashboard has words of its own for that. */
const GATES: Readonly<Record<string, Gate>> = {
  '/tutor/profile': { opens: 'always', reminds: false },
  '/tutor/bookings': { opens: 'always', reminds: true },
  '/tutor/dashboard': { opens: 'found', reminds: true, waiting: <DashboardWaiting /> },
};

function TutorArea() {
  const logout = useLogout();
  const messages = useMessagesEntry();
  const page = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '' });
  return (
    <DashboardShell title={TITLE} entries={[...ENTRIES, messages]} onLogout={() => logout('/login')}>
      <OwnProfileGate title={TITLE} {...(GATES[page] ?? ANY)}>
        <Outlet />
      </OwnProfileGate>
    </DashboardShell>
  );
}
