import { Button } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Spinner } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { AuthCard } from './auth-card.tsx';
import { takeReturn } from './confirmed-return.ts';
import { Notice } from './notice.tsx';

const FAILED = 'Failed to confirm that it is you. Please try again.';

/** Back from Google: hands in what Google says of whoever sits here, and leads back to where they were. */
export function ConfirmedPage() {
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const { client } = trpc.useUtils();
  const [problem, setProblem] = useState<string | null>(null);
  const [goal, setGoal] = useState('/account');
  const isBegun = useRef(false);

  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const said = new URLSearchParams(hash);
    const back = takeReturn();
    setGoal(back);
    const error = said.get('error');
    // Out of the address and the history before anything else happens.
    void navigate({ to: '/auth/confirmed', hash: '', replace: true });
    if (error !== null) {
      setProblem(error.slice(0, 300));
      return;
    }
    client.auth.confirmIdentity.mutate({ proof: said.get('proof') ?? '' }).then(
      ({ message }) => {
        toast.success(message);
        void navigate({ href: back, replace: true });
      },
      (refusal: unknown) => setProblem(errorMessageWithReason(refusal, FAILED)),
    );
  }, [hash, client, navigate]);

  if (problem === null) return <Spinner />;
  return (
    <AuthCard title="It is not confirmed yet" intro="You are still signed in, and nothing was changed.">
      <Notice tone="danger">{problem}</Notice>
      <Button size="lg" fullWidth onClick={() => void navigate({ href: goal, replace: true })}>
        Go back
      </Button>
    </AuthCard>
  );
}
