import { createRootRouteWithContext, Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { pageConfig } from '#client/api/page-config.ts';
import { dashboardOf, useViewer } from '#client/api/session.ts';
import type { RouterContext } from '#client/api/trpc.ts';
import { useLogout } from '#client/features/auth/use-logout.ts';
import { NotificationBell } from '#client/features/notifications/notification-bell.tsx';
import { PublicShell } from '#client/ui/public-shell.tsx';
import { ToastRegion } from '#client/ui/toast-region.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });

const WITHOUT_FOOTER = ['/login', '/register'];

function Root() {
  const viewer = useViewer();
  const logout = useLogout();
  const { appName, supportEmail, supportPhone } = pageConfig();
  const dashboardTitle = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.dashboardTitle)?.staticData.dashboardTitle,
  });
  const location = useLocation();
  const isForGuests = WITHOUT_FOOTER.includes(location.pathname);
  const redirect = isForGuests ? location.search.redirect : location.href;

  return (
    <>
      <PublicShell
        brand={{ name: appName, supportEmail, supportPhone }}
        me={viewer && { name: viewer.name, email: viewer.email, imageUrl: viewer.profileImage || null }}
        links={{
          dashboard: { to: dashboardOf(viewer) },
          login: { to: '/login', search: { redirect } },
          signUp: { to: '/register', search: { redirect } },
        }}
        bell={<NotificationBell />}
        dashboardTitle={dashboardTitle}
        hasFooter={!isForGuests}
        onSignOut={() => logout('/')}
      >
        <Outlet />
      </PublicShell>
      <ToastRegion />
    </>
  );
}
