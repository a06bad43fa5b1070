import { Button, CloseButton } from '@mantine/core';
import { useEffect } from 'react';
import { session } from '#client/lib/session/session.ts';
import { useResendLink } from '#client/lib/session/use-resend-link.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import classes from './account-notices.module.css';

/** The account has no role yet. */
export function UnfinishedNotice() {
  return (
    <section className={classes.banner} aria-label="Your account">
      <p className={classes.text}>Your account is almost ready: please choose a role.</p>
      <ButtonLink className={classes.act} to="/register" size="sm" variant="white">
        Continue
      </ButtonLink>
    </section>
  );
}

export type UnconfirmedNoticeProps = { email: string; onDismiss: () => void };

/** The address of the account has not been confirmed. */
export function UnconfirmedNotice({ email, onDismiss }: UnconfirmedNoticeProps) {
  const { isBusy, outcome, resend } = useResendLink();

  // The link may have been opened on another device.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void session.check();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  return (
    <section className={classes.banner} aria-label="Your email address">
      <div className={classes.text}>
        {!outcome && (
          <p className={classes.line} title={email}>
            Please confirm <strong>{email}</strong>
          </p>
        )}
        <p role="status" className={classes.outcome}>
          {outcome?.message}
        </p>
      </div>
      {!outcome?.isSent && (
        <Button className={classes.act} size="sm" variant="white" loading={isBusy} onClick={() => void resend()}>
          Resend
        </Button>
      )}
      <CloseButton className={classes.close} size={44} aria-label="Not now" onClick={onDismiss} />
    </section>
  );
}
