import { Button } from '@mantine/core';
import { BellRing } from 'lucide-react';
import { explanationOf } from '#client/api/refusals.ts';
import { trpc } from '#client/api/trpc.ts';
import { useKeptFocus } from '#client/api/use-kept-focus.ts';
import { toast } from '#client/ui/toasts.ts';

/** Reminds the tutor of a request that waits; the bookings are read again where it is answered already. */
export function AskForAnswer({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const ask = trpc.bookings.askForAnswer.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      toast.error(explanationOf(error, 'Failed to send the reminder. Please try again.'));
      void utils.bookings.invalidate();
    },
  });
  const keepFocus = useKeptFocus(ask.isPending);
  return (
    <Button
      leftSection={<BellRing size={18} aria-hidden="true" />}
      loading={ask.isPending}
      onClick={() => {
        keepFocus();
        ask.mutate({ id });
      }}
    >
      Remind the tutor
    </Button>
  );
}
