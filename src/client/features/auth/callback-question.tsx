import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { homeOf, session, useViewer } from '#client/lib/session/session.ts';
import { AuthCard } from './auth-card.tsx';
import { type Arrival, signIn } from './callback.ts';
import classes from './callback-question.module.css';
import { Notice } from './notice.tsx';

export type CallbackQuestionProps = Arrival & { onDone: (home: string) => void };

/** Asks before a token from the address signs anybody in. */
export function CallbackQuestion({ onDone, ...arrival }: CallbackQuestionProps) {
  const { me, home, token } = arrival;
  const viewer = useViewer();
  const { client } = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);
  const isOther = viewer && viewer.id !== me.id;

  const proceed = () => {
    setBusy(true);
    signIn(session, arrival);
    onDone(home);
  };
  const decline = () => {
    setBusy(true);
    // Nobody is to use it any more; where the server does not answer, it expires by itself.
    client.auth.logout.mutate(undefined, { context: { token } }).catch(() => null);
    onDone(viewer ? homeOf(viewer) : '/login');
  };

  return (
    <AuthCard
      title={
        <>
          Continue as {me.name} <span className={classes.address}>({me.email})</span>?
        </>
      }
      intro={introOf(isOther ? viewer : null)}
    >
      <Stack gap="sm">
        <Button size="lg" fullWidth disabled={isBusy} onClick={proceed}>
          Continue
        </Button>
        <Button size="lg" fullWidth variant="default" disabled={isBusy} onClick={decline}>
          {viewer ? 'Stay signed in as you are' : 'Not me'}
        </Button>
      </Stack>
    </AuthCard>
  );
}

function introOf(other: { name: string; email: string } | null) {
  if (!other) return 'This link signs you in to the account above. Continue only if it is yours.';
  return (
    <>
      You are signed in as {other.name} <span className={classes.address}>({other.email})</span>. Continue only if the account above is yours too: the
      other one is then logged out of this browser.
    </>
  );
}

export type CallbackProblemProps = { sentence: string; onDone: (home: string) => void };

/** A sign-in that failed while somebody is signed in: they stay so. */
export function CallbackProblem({ sentence, onDone }: CallbackProblemProps) {
  const viewer = useViewer();
  return (
    <AuthCard
      title="Nobody was signed in"
      intro={
        viewer && (
          <>
            You are still signed in as {viewer.name} <span className={classes.address}>({viewer.email})</span>.
          </>
        )
      }
    >
      <Notice tone="danger">{sentence}</Notice>
      <Button size="lg" fullWidth onClick={() => onDone(homeOf(viewer))}>
        {viewer ? 'Stay signed in' : 'Back to Home'}
      </Button>
    </AuthCard>
  );
}
