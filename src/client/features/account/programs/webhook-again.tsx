import { Button } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import type { DeliveryView } from '#shared/contracts/webhooks.ts';
import classes from './webhook-log.module.css';
import { answerOf } from './webhook-words.ts';

const NOT_SENT = 'Failed to send it again. Please try again.';

export type WebhookAgainProps = { delivery: DeliveryView; isOn: boolean; onSending: (isSending: boolean) => void };

/** Sends once more, which happens elsewhere: busy until the log knows of a new try. */
export function WebhookAgain({ delivery: { id, attempts }, isOn, onSending }: WebhookAgainProps) {
  const utils = trpc.useUtils();
  const replay = trpc.webhooks.replay.useMutation();
  /** How many had been sent by hand before. */
  const [before, setBefore] = useState<number | null>(null);
  const again = attempts.filter(({ isReplay }) => isReplay);
  const isWaiting = before !== null && again.length <= before;
  const isBusy = replay.isPending || isWaiting;
  const keepFocus = useReturnFocus(isBusy);
  const last = again.at(-1);

  useEffect(() => {
    if (!isWaiting) return;
    onSending(true);
    return () => {
      onSending(false);
      // With its outcome the webhook fails no longer, or begins to.
      void utils.webhooks.list.invalidate();
    };
  }, [isWaiting, onSending, utils]);

  const send = useOneAtATime(async () => {
    try {
      await replay.mutateAsync({ id });
      setBefore(again.length);
    } catch (error) {
      toast.error(errorMessageWithReason(error, NOT_SENT));
      void utils.webhooks.list.invalidate();
    }
    await utils.webhooks.deliveries.invalidate();
  });

  return (
    <div className={classes.again}>
      {isOn ? (
        <Button
          variant="default"
          size="sm"
          leftSection={<RotateCw size={16} aria-hidden="true" />}
          loading={isBusy}
          onClick={() => {
            keepFocus();
            void send();
          }}
        >
          Send again
        </Button>
      ) : (
        <p className={classes.small}>Switch the webhook on to send this again.</p>
      )}
      <p className={classes.small} role="status">
        {isWaiting && 'It is being sent…'}
        {!isWaiting && before !== null && last && `Sent again. ${answerOf(last)}.`}
      </p>
    </div>
  );
}
