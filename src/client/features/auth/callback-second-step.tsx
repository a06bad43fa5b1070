import { useState } from 'react';
import { homeOf, session, useViewer } from '#client/lib/session/session.ts';
import { Spinner } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { StartedSession } from '#shared/contracts/auth.ts';
import { type Arrival, outcomeAfter } from './callback.ts';
import { CallbackQuestion } from './callback-question.tsx';
import { forgetSecondStep, type SecondStepArrival } from './second-step-arrival.ts';

const loadSecondStep = () => import('./second-step.tsx').then((module) => module.SecondStep);

export type CallbackSecondStepProps = { arrival: SecondStepArrival; onDone: (home: string) => void };

/** After Google. Whoever is signed in stays so until the second step is done, and where it is somebody else, until they say Continue. */
export function CallbackSecondStep({ arrival, onDone }: CallbackSecondStepProps) {
  const viewer = useViewer();
  const SecondStep = useLazy(loadSecondStep, { isNeeded: true });
  const [question, setQuestion] = useState<Arrival | null>(null);

  async function complete(started: StartedSession): Promise<void> {
    forgetSecondStep();
    const outcome = await outcomeAfter(session, started, arrival);
    if (outcome.kind === 'question') setQuestion(outcome);
    else onDone(outcome.home);
  }

  function goBack(problem?: string): void {
    forgetSecondStep();
    if (problem) toast.error(problem);
    onDone(viewer ? homeOf(viewer) : '/login');
  }

  if (question) return <CallbackQuestion {...question} onDone={onDone} />;
  if (!SecondStep) return <Spinner />;
  return (
    <SecondStep
      step={arrival.step}
      onStarted={(started) => void complete(started)}
      onBack={goBack}
      backLabel={viewer ? 'Stay signed in as you are' : undefined}
    />
  );
}
