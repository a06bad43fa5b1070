import { Button } from '@mantine/core';
import { useId } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useCodePause } from './code-pause.ts';
import { ProblemNotice } from './problem-notice.tsx';
import classes from './resend-code.module.css';
import { keepResetRequest } from './reset-request.ts';

const FAILED = 'Failed to resend code. Please try again.';

export type ResendCodeProps = { email: string /** There is nowhere to send it yet. */; onNoEmail: () => void };

export function ResendCode({ email, onNoEmail }: ResendCodeProps) {
  const waitId = useId();
  const { secondsLeft, pause } = useCodePause(email);
  const send = trpc.auth.forgotPassword.useMutation();
  const isWaiting = secondsLeft > 0;

  const resend = useOneAtATime(async () => {
    if (isWaiting) return;
    if (email.trim() === '') return onNoEmail();
    try {
      const { requestId } = await send.mutateAsync({ email });
      keepResetRequest(email, requestId);
      pause();
    } catch (error) {
      const seconds = toApiError(error)?.retryAfter ?? 0;
      if (seconds > 0) pause(seconds);
    }
  });

  return (
    <div className={classes.resend}>
      <div role="status">{send.isSuccess && <p className={classes.sent}>{send.data.message}</p>}</div>
      {send.error && <ProblemNotice error={send.error} otherwise={FAILED} hasCountdown />}
      <Button
        variant="subtle"
        size="md"
        // Not `disabled`, not `loading`: either takes the focus away.
        aria-disabled={isWaiting || send.isPending}
        data-disabled={isWaiting || send.isPending || undefined}
        aria-describedby={isWaiting ? waitId : undefined}
        onClick={() => void resend()}
      >
        Resend code
      </Button>
      {isWaiting && (
        <p id={waitId} className={classes.wait}>
          {waitOf(secondsLeft)}
        </p>
      )}
    </div>
  );
}

function waitOf(seconds: number): string {
  if (seconds === 1) return 'You can ask for another code in 1 second.';
  if (seconds < 100) return `You can ask for another code in ${seconds} seconds.`;
  return `You can ask for another code in ${Math.ceil(seconds / 60)} minutes.`;
}
