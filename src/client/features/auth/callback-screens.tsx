import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { getHomePath, session, useViewer } from '#client/lib/session/session.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Spinner } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { StartedSession } from '#shared/contracts/auth.ts';
import { AuthCard } from './auth-card.tsx';
import { type Arrival, completeSecondStep, removeSecondStep, type SecondStepArrival, signIn } from './callback.ts';
import { CALLBACK_PROBLEMS, type CallbackProblemText } from './callback-problems.ts';

const SecondStep = lazyPart(() => import('./second-step.tsx').then((module) => module.SecondStep));

export type CallbackQuestionProps = Arrival & { onDone: (path: string) => void };

export function CallbackQuestion({ onDone, ...arrival }: CallbackQuestionProps) {
  const { t } = useLingui();
  const { me, home, token } = arrival;
  const { name, email } = me;
  const viewer = useViewer();
  const client = useTRPCClient();
  const [isBusy, setBusy] = useState(false);
  const other = viewer && viewer.id !== me.id ? viewer : null;

  function handleContinue(): void {
    setBusy(true);
    signIn(session, arrival);
    onDone(home);
  }

  function handleDecline(): void {
    setBusy(true);
    // Without an answer from the server, the token expires by itself.
    client.auth.logout.mutate(undefined, { context: { token } }).catch(() => null);
    onDone(viewer ? getHomePath(viewer) : '/login');
  }

  return (
    <AuthCard
      title={
        <Trans>
          Continue as {name}{' '}
          <Text span display="inline-block" ff="text" size="lg" lh={1.4} fw={600}>
            ({email})
          </Text>
          ?
        </Trans>
      }
      intro={
        other ? <OtherAccount name={other.name} email={other.email} /> : t`This link signs you in to the account above. Continue only if it is yours.`
      }
    >
      <Stack gap="sm">
        <Button size="lg" fullWidth disabled={isBusy} onClick={handleContinue}>
          <Trans>Continue</Trans>
        </Button>
        <Button size="lg" fullWidth variant="default" disabled={isBusy} onClick={handleDecline}>
          {viewer ? t`Stay signed in as you are` : t`Not me`}
        </Button>
      </Stack>
    </AuthCard>
  );
}

function OtherAccount({ name, email }: { name: string; email: string }) {
  return (
    <Trans>
      You are signed in as {name} ({email}). Continue only if the account above is yours too: the other one is then logged out of this browser.
    </Trans>
  );
}

export type CallbackProblemProps = { message: CallbackProblemText; onDone: (path: string) => void };

export function CallbackProblem({ message, onDone }: CallbackProblemProps) {
  const { t, i18n } = useLingui();
  const viewer = useViewer();
  return (
    <AuthCard title={t`Nobody was signed in`} intro={viewer && <StillSignedIn name={viewer.name} email={viewer.email} />}>
      <Notice tone="danger" role="alert" mb="lg">
        {i18n._(CALLBACK_PROBLEMS[message])}
      </Notice>
      <Button size="lg" fullWidth onClick={() => onDone(getHomePath(viewer))}>
        {viewer ? t`Stay signed in` : t`Back to Home`}
      </Button>
    </AuthCard>
  );
}

function StillSignedIn({ name, email }: { name: string; email: string }) {
  return (
    <Trans>
      You are still signed in as {name} ({email}).
    </Trans>
  );
}

export type CallbackSecondStepProps = { arrival: SecondStepArrival; onDone: (path: string) => void };

/** Whoever is signed in stays so until the second step is done, and with another account until they confirm it. */
export function CallbackSecondStep({ arrival, onDone }: CallbackSecondStepProps) {
  const { t } = useLingui();
  const viewer = useViewer();
  const [question, setQuestion] = useState<Arrival | null>(null);

  async function handleStarted(started: StartedSession): Promise<void> {
    removeSecondStep();
    const outcome = await completeSecondStep(session, started, arrival);
    if (outcome.kind === 'question') setQuestion(outcome);
    else onDone(outcome.home);
  }

  function handleBack(problem?: string): void {
    removeSecondStep();
    if (problem) toast.error(problem);
    onDone(viewer ? getHomePath(viewer) : '/login');
  }

  if (question) return <CallbackQuestion {...question} onDone={onDone} />;
  return (
    <SecondStep
      fallback={<Spinner />}
      step={arrival.step}
      onStarted={(started) => void handleStarted(started)}
      onBack={handleBack}
      backLabel={viewer ? t`Stay signed in as you are` : undefined}
    />
  );
}
