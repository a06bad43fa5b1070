import { Button } from '@mantine/core';
import { BellRing } from 'lucide-react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';

/** Reminds the tutor of a request that waits; the bookings are read again where it is answered already. */
export function AskForAnswer({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const ask = trpc.bookings.askForAnswer.useMutation();
  const keepFocus = useReturnFocus(ask.isPending);
  const remind = useOneAtATime(async () => {
    keepFocus();
    try {
      const { message } = await ask.mutateAsync({ id });
      toast.success(message);
    } catch (error) {
      toast.error(errorMessageWithReason(error, 'Failed to send the reminder. Please try again.'));
      void utils.bookings.invalidate();
    }
  });
  return (
    <Button leftSection={<BellRing size={18} aria-hidden="true" />} loading={ask.isPending} onClick={() => void remind()}>
      Remind the tutor
    </Button>
  );
}
