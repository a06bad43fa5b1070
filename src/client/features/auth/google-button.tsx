import { Button } from '@mantine/core';
import { type MouseEvent, useEffect, useId, useState } from 'react';
import { pageConfig } from '#client/api/page-config.ts';
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
        <Button variant="default" size="lg" fullWidth disabled leftSection={<GoogleMark />} aria-describedby={reasonId}>
          {LABEL}
        </Button>
        <p id={reasonId} className={classes.reason}>
          Google sign-in is not set up on this site. Please use your email.
        </p>
      </div>
    );
  }

  const leave = (event: MouseEvent) => {
    if (isLeaving) event.preventDefault();
    else if (!event.metaKey && !event.ctrlKey && !event.shiftKey) setLeaving(true);
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
      leftSection={<GoogleMark />}
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

function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#ea4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285f4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path fill="#fbbc05" d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24s.92 7.54 2.56 10.78z" />
      <path
        fill="#34a853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}
