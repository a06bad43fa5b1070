import { useState } from 'react';
import { explanationOf } from './refusals.ts';
import { requireMe } from './session.ts';
import { trpc } from './trpc.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

const FAILED = 'The link could not be sent. Please try again.';

type Outcome = { isSent: boolean; message: string };
type ResendLink = { isBusy: boolean; outcome: Outcome | null; resend: () => Promise<void> };

/** Another confirmation link for whoever is signed in. */
export function useResendLink(): ResendLink {
  const send = trpc.auth.resendVerification.useMutation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const resend = useOneAtATime(async () => {
    setOutcome(null);
    try {
      requireMe();
      const { message } = await send.mutateAsync();
      setOutcome({ isSent: true, message });
    } catch (error) {
      setOutcome({ isSent: false, message: explanationOf(error, FAILED) });
    }
  });

  return { isBusy: send.isPending, outcome, resend };
}
