import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { createRootRouteWithContext, Outlet, type ParsedLocation, type StaticDataRouteOption, useLocation, useMatches } from '@tanstack/react-router';
import { AccountBanner } from '#client/features/auth/account-banner.tsx';
import { LogoutQuestion, useLogout } from '#client/features/auth/logout.tsx';
import { NotificationBell } from '#client/features/notifications/notification-bell.tsx';
import { rememberLanguage } from '#client/lib/language-choice.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import type { RouterContext } from '#client/lib/rpc/trpc.ts';
import { getDashboardPath, useViewer } from '#client/lib/session/session.ts';
import { PublicShell } from '#client/ui/public-shell.tsx';
import { ToastRegion } from '#client/ui/toast-region.tsx';

/** The sentences of its routes. */
type LoadsMessages = { loadMessagesOf: (location: ParsedLocation) => Promise<void> | undefined };

export const Route = createRootRouteWithContext<RouterContext & LoadsMessages>()({
  beforeLoad: ({ context, location }) => context.loadMessagesOf(location),
  component: Root,
});

function Root() {
  const { i18n } = useLingui();
  const viewer = useViewer();
  const logout = useLogout();
  const { appName, supportEmail, supportPhone } = pageConfig();
  const dashboardTitle = useMatches({ select: getDashboardTitle });
  const location = useLocation();
  const isForGuests = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.isForGuests) });
  const redirect = isForGuests ? location.search.redirect : getReturnPath(location);

  return (
    <>
      <PublicShell
        brand={{ name: appName, supportEmail, supportPhone }}
        me={viewer && { name: viewer.name, email: viewer.email, imageUrl: viewer.profileImage || null }}
        links={{
          dashboard: { to: getDashboardPath(viewer) },
          account: { to: '/account' },
          login: { to: '/login', search: { redirect } },
          signUp: { to: '/register', search: { redirect } },
        }}
        bell={<NotificationBell />}
        dashboardTitle={typeof dashboardTitle === 'object' ? i18n._(dashboardTitle) : dashboardTitle}
        hasFooter={!isForGuests}
        onLanguage={rememberLanguage}
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

type RouteMatch = { status: string; staticData: StaticDataRouteOption; _notFound?: boolean };

/** Only after its guard has passed; an unknown path belongs to no area. */
function getDashboardTitle(matches: readonly RouteMatch[]): MessageDescriptor | string | undefined {
  if (matches.some(({ _notFound }) => _notFound)) return undefined;
  return matches.findLast(({ status, staticData }) => status === 'success' && staticData.dashboardTitle)?.staticData.dashboardTitle;
}

/** Not returned to after login: home comes anyway, the others end with it. */
const NOT_RETURNED_TO: readonly string[] = ['/', '/forgot-password', '/reset-password', '/verify-email', '/auth/callback'];

function getReturnPath({ pathname, href }: { pathname: string; href: string }): string | undefined {
  return NOT_RETURNED_TO.includes(pathname) ? undefined : href;
}
