import { Button } from '@mantine/core';
import { BellRing } from 'lucide-react';
import { explanationOf } from '#client/api/refusals.ts';
import { trpc } from '#client/api/trpc.ts';
import { useKeptFocus } from '#client/api/use-kept-focus.ts';
import { useOneAtATime } from '#client/api/use-one-at-a-time.ts';
import { toast } from '#client/ui/toasts.ts';

/** Reminds the tutor of a request that waits; the bookings are read again where it is answered already. */
export function AskForAnswer({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const ask = trpc.bookings.askForAnswer.useMutation();
  const keepFocus = useKeptFocus(ask.isPending);
  const remind = useOneAtATime(async () => {
    keepFocus();
    try {
      const { message } = await ask.mutateAsync({ id });
      toast.success(message);
    } catch (error) {
      toast.error(explanationOf(error, 'Failed to send the reminder. Please try again.'));
      void utils.bookings.invalidate();
    }
  });
  return (
    <Button leftSection={<BellRing size={18} aria-hidden="true" />} loading={ask.isPending} onClick={() => void remind()}>
      Remind the tutor
    </Button>
  );
}
