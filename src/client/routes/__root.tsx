import { createRootRouteWithContext, Outlet, type StaticDataRouteOption, useLocation, useMatches } from '@tanstack/react-router';
import { AccountBanner } from '#client/features/auth/account-banner.tsx';
import { LogoutQuestion, useLogout } from '#client/features/auth/logout.tsx';
import { NotificationBell } from '#client/features/notifications/notification-bell.tsx';
import { pageConfig } from '#client/lib/page-config.ts';
import type { RouterContext } from '#client/lib/rpc/trpc.ts';
import { dashboardOf, useViewer } from '#client/lib/session/session.ts';
import { PublicShell } from '#client/ui/public-shell.tsx';
import { ToastRegion } from '#client/ui/toast-region.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });

function Root() {
  const viewer = useViewer();
  const logout = useLogout();
  const { appName, supportEmail, supportPhone } = pageConfig();
  const dashboardTitle = useMatches({ select: areaOf });
  const location = useLocation();
  const isForGuests = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.isForGuests) });
  const redirect = isForGuests ? location.search.redirect : backTo(location);

  return (
    <>
      <PublicShell
        brand={{ name: appName, supportEmail, supportPhone }}
        me={viewer && { name: viewer.name, email: viewer.email, imageUrl: viewer.profileImage || null }}
        links={{
          dashboard: { to: dashboardOf(viewer) },
          account: { to: '/account' },
          login: { to: '/login', search: { redirect } },
          signUp: { to: '/register', search: { redirect } },
        }}
        bell={<NotificationBell />}
        dashboardTitle={dashboardTitle}
        hasFooter={!isForGuests}
        onSignOut={() => logout('/')}
      >
        <AccountBanner />
        <Outlet />
      </PublicShell>
      <LogoutQuestion />
      <ToastRegion />
    </>
  );
}

type Shown = { status: string; staticData: StaticDataRouteOption; _notFound?: boolean };

/** The area that the page belongs to, once its guard has let the viewer in; an unknown path below one belongs to none. */
function areaOf(matches: readonly Shown[]): string | undefined {
  if (matches.some(({ _notFound }) => _notFound)) return undefined;
  return matches.findLast(({ status, staticData }) => status === 'success' && staticData.dashboardTitle)?.staticData.dashboardTitle;
}

/** Where one has nothing to come back to: home comes anyway, and the others are over once one is signed in. */
const PASSED: readonly string[] = ['/', '/forgot-password', '/reset-password', '/verify-email', '/auth/callback'];

function backTo({ pathname, href }: { pathname: string; href: string }): string | undefined {
  return PASSED.includes(pathname) ? undefined : href;
}
