import { session } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';
import type { StartedSession } from '#shared/contracts/auth.ts';
import { SUCCESS } from '#shared/messages.ts';
import { SecondStep, type SecondStepProps } from './second-step.tsx';

export type LoginSecondStepProps = Pick<SecondStepProps, 'step' | 'onBack'> & {
  isRemembered: boolean;
  /** Signed in: lead on. */
  onDone: () => void;
};

/** After the password. Import it only on demand. */
export function LoginSecondStep({ isRemembered, onDone, ...asked }: LoginSecondStepProps) {
  function begin(started: StartedSession): void {
    session.logOutReplaced(started.token);
    session.begin(started, { isRemembered });
    toast.success(SUCCESS.login);
    onDone();
  }

  return <SecondStep {...asked} onStarted={begin} />;
}
