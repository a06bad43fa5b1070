import { Button, CloseButton } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { MailCheck, UserRoundCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Me, session, useViewer } from '#client/api/session.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import classes from './account-banner.module.css';
import { useResendLink } from './use-resend-link.ts';

const DISMISSED = 'email-banner-dismissed';
/** Where an account without a role may be. */
const OPEN_TO_UNFINISHED = ['/register', '/login', '/auth/callback', '/verify-email', '/terms', '/privacy'];

/** What an account still waits for: a role, or that its address is confirmed. */
export function AccountBanner() {
  const viewer = useViewer();
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (!viewer) return null;
  if (!viewer.role) return <Unfinished path={path} />;
  return viewer.emailVerified === false && path !== '/verify-email' ? <Unconfirmed key={viewer.email} me={viewer} /> : null;
}

function Unfinished({ path }: { path: string }) {
  const navigate = useNavigate();
  const isOpen = OPEN_TO_UNFINISHED.includes(path);
  // Once, with the page: later it is the person who goes where they want.
  const isStart = useRef(true);

  useEffect(() => {
    if (isStart.current && !isOpen) void navigate({ to: '/register', replace: true });
    isStart.current = false;
  }, [isOpen, navigate]);

  if (isOpen) return null;
  return (
    <section className={classes.banner} aria-label="Your account">
      <UserRoundCheck size={20} aria-hidden="true" />
      <p className={classes.text}>Your account is almost ready: choose whether you join as a student or a tutor.</p>
      <ButtonLink to="/register" size="sm" variant="white">
        Continue
      </ButtonLink>
    </section>
  );
}

function Unconfirmed({ me }: { me: Me }) {
  const [isDismissed, setDismissed] = useState(() => isDismissedFor(me));
  const { isBusy, outcome, resend } = useResendLink();

  // The link may have been opened on another device.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void session.check();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  function dismiss(): void {
    setDismissed(true);
    try {
      sessionStorage.setItem(DISMISSED, me.email);
    } catch {}
  }

  if (isDismissed) return null;
  return (
    <section className={classes.banner} aria-label="Your email address">
      <MailCheck size={20} aria-hidden="true" />
      <div className={classes.text}>
        <p>
          Please confirm your email address: open the link that we have sent to <strong>{me.email}</strong>.
        </p>
        <p role="status" className={classes.outcome} data-failed={outcome?.isSent === false || undefined}>
          {outcome?.message}
        </p>
      </div>
      {!outcome?.isSent && (
        <Button size="sm" variant="white" loading={isBusy} onClick={() => void resend()}>
          Resend
        </Button>
      )}
      <CloseButton size="lg" aria-label="Not now" onClick={dismiss} />
    </section>
  );
}

function isDismissedFor({ email }: Me): boolean {
  try {
    return sessionStorage.getItem(DISMISSED) === email;
  } catch {
    return false;
  }
}
