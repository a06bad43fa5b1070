import { Button } from '@mantine/core';
import { type MouseEvent, useEffect, useId, useState } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { noteGoogleStart } from '#client/lib/session/google-start.ts';
import classes from './google-button.module.css';

const LABEL = 'Continue with Google';
/** The browser is still here: the address did not answer, or the person stopped it. */
const PATIENCE_MS = 10_000;

/** Leaves the page for Google's; where Google is not set up, says so. */
export function GoogleButton() {
  const [isLeaving, setLeaving] = useState(false);
  const reasonId = useId();

  useEffect(() => {
    if (!isLeaving) return;
    const stay = () => setLeaving(false);
    const timer = setTimeout(stay, PATIENCE_MS);
    // Back from Google, the browser may show the page as it was left.
    window.addEventListener('pageshow', stay);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', stay);
    };
  }, [isLeaving]);

  if (!pageConfig().hasGoogle) {
    return (
      <div>
        <Button variant="default" size="lg" fullWidth disabled leftSection={<span className={classes.mark} />} aria-describedby={reasonId}>
          {LABEL}
        </Button>
        <p id={reasonId} className={classes.reason}>
          Google sign-in is not set up on this site. Please use your email.
        </p>
      </div>
    );
  }

  const leave = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isLeaving) event.preventDefault();
    else if (!event.metaKey && !event.ctrlKey && !event.shiftKey) {
      noteGoogleStart(event.currentTarget);
      setLeaving(true);
    }
  };
  return (
    <Button
      component="a"
      href="/api/auth/google"
      variant="default"
      size="lg"
      fullWidth
      loading={isLeaving}
      aria-busy={isLeaving || undefined}
      leftSection={<span className={classes.mark} />}
      onClick={leave}
    >
      {LABEL}
    </Button>
  );
}

/** Between a form and the other way. */
export function OrGoogle() {
  return (
    <>
      <p className={classes.or}>
        <span>or</span>
      </p>
      <GoogleButton />
    </>
  );
}
