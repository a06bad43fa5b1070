import { Button } from '@mantine/core';
import { useResendLink } from '#client/lib/session/use-resend-link.ts';

/** Beside the refusal of a request whose student has not confirmed the address: the mail once more. */
export function ConfirmEmail() {
  const { isBusy, outcome, resend } = useResendLink();
  return (
    <div>
      <Button variant="default" size="md" loading={isBusy} onClick={() => void resend()}>
        Send the mail again
      </Button>
      <div role={outcome && !outcome.isSent ? 'alert' : 'status'}>{outcome && <p>{outcome.message}</p>}</div>
    </div>
  );
}
