import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { requireAccount } from '#client/lib/session/session.ts';
import { translated } from '#shared/domain/texts.ts';

type Outcome = { isSent: boolean; message: string };
type ResendLink = { isBusy: boolean; outcome: Outcome | null; resend: () => Promise<void> };

export function useResendLink(): ResendLink {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const send = useMutation(trpc.auth.resendVerification.mutationOptions());
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const resend = useOneAtATime(async () => {
    setOutcome(null);
    try {
      requireAccount();
      const { message } = await send.mutateAsync();
      setOutcome({ isSent: true, message: translated(i18n, message) });
    } catch (error) {
      setOutcome({ isSent: false, message: errorMessageWithReason(error, t`The link could not be sent. Please try again.`) });
    }
  });

  return { isBusy: send.isPending, outcome, resend };
}
