import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { dashboardOf, useViewer } from '#client/lib/session/session.ts';
import { useResendLink } from '#client/lib/session/use-resend-link.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { type Confirmation, confirmOnce } from './confirm-link.ts';
import classes from './email-confirmation.module.css';
import { LinkElsewhere } from './link-elsewhere.tsx';
import { Notice } from './notice.tsx';

export type EmailConfirmationProps = {
  /** Of the link, until it is known how it ended. */
  token?: string;
  isConfirmed?: boolean;
  onDone: (isConfirmed: boolean) => void;
};

export function EmailConfirmation({ token, isConfirmed = false, onDone }: EmailConfirmationProps) {
  if (token !== undefined) return <Confirming key={token} token={token} onDone={onDone} />;
  return isConfirmed ? <Confirmed /> : <Refused />;
}

function Confirming({ token, onDone }: { token: string; onDone: (isConfirmed: boolean) => void }) {
  const { client } = trpc.useUtils();
  const [attempt, setAttempt] = useState(1);
  const [answer, setAnswer] = useState<{ attempt: number; confirmation: Confirmation } | null>(null);
  const confirmation = answer?.attempt === attempt ? answer.confirmation : null;

  useEffect(() => {
    let isCurrent = true;
    void confirmOnce(client, token).then((next) => isCurrent && setAnswer({ attempt, confirmation: next }));
    return () => {
      isCurrent = false;
    };
  }, [client, token, attempt]);

  const outcome = confirmation?.outcome;
  useEffect(() => {
    if (outcome === 'confirmed' || outcome === 'refused') onDone(outcome === 'confirmed');
  }, [outcome, onDone]);

  if (outcome === 'elsewhere') return <LinkElsewhere token={token} onDone={onDone} />;
  if (confirmation?.outcome !== 'again') return <Loading label="Confirming your email address…" />;
  return (
    <>
      <Notice tone="danger">{confirmation.problem}</Notice>
      <Button size="lg" fullWidth onClick={() => setAttempt(attempt + 1)}>
        Try Again
      </Button>
    </>
  );
}

function Confirmed() {
  return (
    <>
      <Notice tone="success">{SUCCESS.emailConfirmed}</Notice>
      <WayOn />
    </>
  );
}

function Refused() {
  const viewer = useViewer();
  const { isBusy, outcome, resend } = useResendLink();
  return (
    <>
      <Notice tone="danger" title={ERRORS['auth.link'].message}>
        {viewer?.emailVerified ? (
          <span>Your address {viewer.email} is confirmed, so you may have opened this link before.</span>
        ) : (
          <span>A link can be opened once, within 24 hours.</span>
        )}
      </Notice>
      {outcome && <Notice tone={outcome.isSent ? 'success' : 'danger'}>{outcome.message}</Notice>}
      {viewer?.emailVerified === false ? (
        <>
          <p className={classes.text}>We can send another link to {viewer.email}.</p>
          <Button size="lg" fullWidth loading={isBusy} onClick={() => void resend()}>
            Resend
          </Button>
        </>
      ) : (
        <WayOn />
      )}
    </>
  );
}

function WayOn() {
  const viewer = useViewer();
  if (!viewer) {
    return (
      <ButtonLink to="/login" size="lg" fullWidth>
        Login
      </ButtonLink>
    );
  }
  return (
    <ButtonLink to={dashboardOf(viewer)} size="lg" fullWidth>
      {viewer.role ? 'Go to your dashboard' : 'Back to Home'}
    </ButtonLink>
  );
}
