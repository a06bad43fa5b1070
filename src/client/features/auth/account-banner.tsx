import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { keepInTab, keptInTab } from '#client/lib/drafts/tab-storage.ts';
import { session, useViewer } from '#client/lib/session/session.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import classes from './account-banner.module.css';

const DISMISSED = 'email-banner-dismissed';
/** They say themselves that the address is not confirmed. */
const SAYING_IT = ['/account', '/verify-email'];
/** Where an account without a role may be. */
const OPEN_TO_UNFINISHED = ['/register', '/login', '/auth/callback', '/verify-email', '/terms', '/privacy'];

const notices = () => import('./account-notices.tsx');
const loadUnfinished = () => notices().then(({ UnfinishedNotice }) => UnfinishedNotice);
const loadUnconfirmed = () => notices().then(({ UnconfirmedNotice }) => UnconfirmedNotice);

/** What an account still waits for: a role, or that its address is confirmed. Its code is fetched for whom it concerns. */
export function AccountBanner() {
  const viewer = useViewer();
  const path = useLocation({ select: ({ pathname }) => pathname });
  // Whoever signs in in another tab moves nobody here.
  const [wasSignedIn] = useState(() => session.token() !== null);
  if (!viewer) return null;
  if (!viewer.role) return <Unfinished path={path} isStart={wasSignedIn} />;
  return viewer.emailVerified === false && !SAYING_IT.includes(path) ? <Unconfirmed key={viewer.email} email={viewer.email} /> : null;
}

function Unfinished({ path, isStart }: { path: string; isStart: boolean }) {
  const navigate = useNavigate();
  const isOpen = OPEN_TO_UNFINISHED.includes(path);
  // Once, with the page: later it is the person who goes where they want.
  const isToLead = useRef(isStart);
  const Notice = useLazy(loadUnfinished, { isNeeded: !isOpen });

  useEffect(() => {
    // A role may have been chosen since the record was kept.
    const lead = () => {
      if (session.viewer()?.role === null) void navigate({ to: '/register', replace: true });
    };
    if (isToLead.current && !isOpen) void session.settled().then(lead);
    isToLead.current = false;
  }, [isOpen, navigate]);

  return isOpen ? null : <div className={classes.room}>{Notice && <Notice />}</div>;
}

function Unconfirmed({ email }: { email: string }) {
  const [isDismissed, setDismissed] = useState(() => keptInTab(DISMISSED).email === email);
  const Notice = useLazy(loadUnconfirmed, { isNeeded: !isDismissed });

  function dismiss(): void {
    setDismissed(true);
    keepInTab(DISMISSED, { email });
  }

  return isDismissed ? null : <div className={classes.room}>{Notice && <Notice email={email} onDismiss={dismiss} />}</div>;
}
