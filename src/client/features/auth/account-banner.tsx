import { Box } from '@mantine/core';
import { useLocation, useMatches, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { withMessages } from '#client/lib/i18n.ts';
import { session, useViewer } from '#client/lib/session/session.ts';
import { tabStorage } from '#client/lib/storage.ts';
import { useIsHydrated } from '#client/ui/hydration.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';

const DISMISSED = 'email-banner-dismissed';
const PAGES_WITHOUT_BANNER = ['/account', '/verify-email'];
const OPEN_WITHOUT_ROLE = ['/register', '/login', '/auth/callback', '/verify-email', '/terms', '/privacy'];

const loadNotices = withMessages('signed-in', () => import('./account-notices.tsx'));
const UnfinishedNotice = lazyPart(() => loadNotices().then((module) => module.UnfinishedNotice));
const DismissibleNotice = lazyPart(() => loadNotices().then((module) => module.DismissibleNotice));

export function AccountBanner() {
  const viewer = useViewer();
  const path = useLocation({ select: ({ pathname }) => pathname });
  // A sign-in in another tab must not redirect this one.
  const [wasSignedIn] = useState(() => session.token() !== null);
  const isPageOfServer = useIsPageOfServer();
  if (!viewer) return null;
  if (!viewer.role) return <Unfinished path={path} canRedirect={wasSignedIn} />;
  const isUnconfirmed = viewer.emailVerified === false && !PAGES_WITHOUT_BANNER.includes(path);
  if (isPageOfServer || !(isUnconfirmed || viewer.areTermsDue)) return null;
  const unconfirmed = isUnconfirmed ? viewer.email : '';
  return <Dismissible key={unconfirmed} unconfirmed={unconfirmed} />;
}

/**
 * True on a page that the server has rendered, until another one is opened. It does not know who looks: a notice that comes later would
 * move the page below the finger, and the press would be lost.
 */
function useIsPageOfServer(): boolean {
  const isHydrated = useIsHydrated();
  const page = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  const [firstPage, setFirstPage] = useState(isHydrated ? null : page);
  if (firstPage !== null && firstPage !== page) setFirstPage(null);
  return firstPage !== null && firstPage === page;
}

/** Reserves the height of the notice before its code arrives, so that the page does not jump. */
function Banner({ children }: { children: ReactNode }) {
  return (
    <Box mih="3.75rem" bg="var(--vidya-warning-tint)">
      {children}
    </Box>
  );
}

function Unfinished({ path, canRedirect }: { path: string; canRedirect: boolean }) {
  const navigate = useNavigate();
  const isOpen = OPEN_WITHOUT_ROLE.includes(path);
  // Only once per page load: after that people may go where they want.
  const shouldRedirect = useRef(canRedirect);

  useEffect(() => {
    // A role may have been chosen since the account was stored here.
    const redirect = () => {
      if (session.viewer()?.role === null) void navigate({ to: '/register', replace: true });
    };
    if (shouldRedirect.current && !isOpen) void session.waitForCheck().then(redirect);
    shouldRedirect.current = false;
  }, [isOpen, navigate]);

  return isOpen ? null : (
    <Banner>
      <UnfinishedNotice />
    </Banner>
  );
}

/** `unconfirmed` is the address to confirm, or empty when it is about new terms. Dismissed in this tab only. */
function Dismissible({ unconfirmed }: { unconfirmed: string }) {
  const [isDismissed, setDismissed] = useState(() => tabStorage.readRecord(DISMISSED).email === unconfirmed);

  function dismiss(): void {
    setDismissed(true);
    tabStorage.writeJson(DISMISSED, { email: unconfirmed });
  }

  return isDismissed ? null : (
    <Banner>
      <DismissibleNotice unconfirmed={unconfirmed} onDismiss={dismiss} />
    </Banner>
  );
}
