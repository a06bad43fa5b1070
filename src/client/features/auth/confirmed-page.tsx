import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { takeReturnPath } from '#client/lib/session/confirmed-return.ts';
import { Notice } from '#client/ui/notice.tsx';
import { Spinner } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { AuthCard } from './auth-card.tsx';
import { toKnownProblem } from './known-problems.ts';

export function ConfirmedPage() {
  const { t, i18n } = useLingui();
  const failed = t`Failed to confirm that it is you. Please try again.`;
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const client = useTRPCClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [returnTo, setReturnTo] = useState('/account');
  const isSent = useRef(false);

  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    const params = new URLSearchParams(hash);
    const path = takeReturnPath();
    setReturnTo(path);
    // Removes the proof from the address and the history before anything else happens.
    void navigate({ to: '/auth/confirmed', hash: '', replace: true });
    const error = params.get('error');
    if (error !== null) return setProblem(toKnownProblem(i18n, error, failed));
    client.auth.confirmIdentity.mutate({ proof: params.get('proof') ?? '' }).then(
      ({ message }) => {
        toast.success(message);
        void navigate({ href: path, replace: true });
      },
      (failure: unknown) => setProblem(errorMessageWithReason(failure, failed)),
    );
  }, [hash, client, navigate, failed, i18n]);

  if (problem === null) return <Spinner />;
  return (
    <AuthCard title={t`It is not confirmed yet`} intro={t`You are still signed in, and nothing has changed.`}>
      <Notice tone="danger" role="alert" mb="lg">
        {problem}
      </Notice>
      <Button size="lg" fullWidth onClick={() => void navigate({ href: returnTo, replace: true })}>
        <Trans>Go back</Trans>
      </Button>
    </AuthCard>
  );
}
