import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useId, useState } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { googleUrl, storeGoogleStart } from '#client/lib/session/google-start.ts';
import classes from './google-button.module.css';

/** If the browser is still here by then, Google did not answer or the user stopped the navigation. */
const LEAVING_TIMEOUT_MS = 10_000;

export function GoogleButton() {
  const { i18n } = useLingui();
  const { redirect } = useSearch({ strict: false });
  const [isLeaving, setLeaving] = useState(false);
  const reasonId = useId();

  useEffect(() => {
    if (!isLeaving) return;
    const reset = () => setLeaving(false);
    const timer = setTimeout(reset, LEAVING_TIMEOUT_MS);
    // After Back from Google, the browser may restore the page as it was left.
    window.addEventListener('pageshow', reset);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', reset);
    };
  }, [isLeaving]);

  if (!pageConfig().hasGoogle) {
    return (
      <div>
        <Button variant="default" size="lg" fullWidth disabled leftSection={<span className={classes.mark} />} aria-describedby={reasonId}>
          <Trans>Continue with Google</Trans>
        </Button>
        <Text id={reasonId} c="dimmed" size="sm" ta="center" mt="xs">
          <Trans>Google sign-in is not set up on this site. Please use your email.</Trans>
        </Text>
      </div>
    );
  }

  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isLeaving) event.preventDefault();
    else if (!event.metaKey && !event.ctrlKey && !event.shiftKey) {
      storeGoogleStart(event.currentTarget, redirect);
      setLeaving(true);
    }
  };
  return (
    <Button
      component="a"
      href={googleUrl(i18n.locale)}
      data-handled
      variant="default"
      size="lg"
      fullWidth
      loading={isLeaving}
      aria-busy={isLeaving || undefined}
      leftSection={<span className={classes.mark} />}
      onClick={handleClick}
    >
      <Trans>Continue with Google</Trans>
    </Button>
  );
}

export function OrGoogle() {
  return (
    <>
      <Group className={classes.or} gap="sm" my="lg" c="dimmed" fz="sm">
        <Trans>or</Trans>
      </Group>
      <GoogleButton />
    </>
  );
}
