import { Button } from '@mantine/core';
import { useState } from 'react';
import { useKeptDialog } from '#client/features/account/use-kept-dialog.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { AddWebhookInput, WebhookView } from '#shared/contracts/webhooks.ts';
import { SUCCESS } from '#shared/messages.ts';
import { isGone, useKnownWebhooks } from './webhook-actions.ts';
import { webhookDraft } from './webhook-words.ts';
import classes from './webhooks.module.css';

const NOT_RENEWED = 'Failed to make a new secret. Please try again.';
const NOT_REMOVED = 'Failed to remove the webhook. Please try again.';

const loadDialog = () => import('./webhook-dialog.tsx').then((module) => module.WebhookDialog);
const loadLog = () => import('./webhook-log.tsx').then((module) => module.WebhookLog);

type Question = 'renew' | 'remove';

const QUESTIONS = {
  renew: {
    type: 'warning',
    title: 'Make a new secret?',
    message: 'Messages are signed with the new one at once. Until your program knows it, it cannot tell that they are ours.',
    confirmLabel: 'Make a new secret',
  },
  remove: {
    type: 'error',
    title: 'Remove this webhook?',
    message: 'Its address is told of nothing any more. What still waits is not sent, and the log is deleted.',
    confirmLabel: 'Remove webhook',
  },
} as const;

export type WebhookButtonsProps = { webhook: WebhookView; onSecret: (secret: string | null) => void; onGone: () => void };

/** What can be done with a webhook, and its log below. */
export function WebhookButtons({ webhook, onSecret, onGone }: WebhookButtonsProps) {
  const { id } = webhook;
  const known = useKnownWebhooks();
  const change = trpc.webhooks.change.useMutation();
  const renew = trpc.webhooks.renewSecret.useMutation();
  const remove = trpc.webhooks.remove.useMutation();
  const draft = webhookDraft(id);
  const dialog = useKeptDialog(draft);
  const [asked, setAsked] = useState<Question>('renew');
  const question = useKeptDialog();
  const [isLogOpen, setLogOpen] = useState(false);
  const WebhookDialog = useLazy(loadDialog, { isNeeded: dialog.isOpen, onError: dialog.finish });
  const WebhookLog = useLazy(loadLog, { isNeeded: isLogOpen });
  const isBusy = renew.isPending || remove.isPending;
  const keepFocus = useReturnFocus(isBusy);

  const ask = (next: Question) => {
    setAsked(next);
    question.open();
  };

  async function drop(): Promise<void> {
    await known.change((before) => before.filter((one) => one.id !== id));
    onGone();
  }

  async function save(values: AddWebhookInput): Promise<void> {
    try {
      const saved = await change.mutateAsync({ id, ...values });
      toast.success(SUCCESS.webhookSaved);
      await known.change((before) => before.map((one) => (one.id === id ? saved : one)));
      // Last, together with the end of being busy: else the focus goes back to the button that was pressed, and with it is lost.
      dialog.close(false);
    } catch (refusal) {
      if (!isGone(refusal)) throw refusal;
      toast.error(errorMessageWithReason(refusal, NOT_REMOVED));
      await drop();
    }
  }

  const confirm = useOneAtATime(async () => {
    try {
      if (asked === 'renew') {
        const { secret } = await renew.mutateAsync({ id });
        question.finish();
        onSecret(secret);
        toast.success(SUCCESS.webhookSecretRenewed);
      } else {
        const { message } = await remove.mutateAsync({ id });
        toast.success(message);
        await drop();
      }
    } catch (error) {
      toast.error(errorMessageWithReason(error, asked === 'renew' ? NOT_RENEWED : NOT_REMOVED));
      if (isGone(error)) await drop();
    }
  });
  useCloseOnBack(question.isOpen, () => {
    if (!isBusy) question.close(false);
  });

  return (
    <>
      <div className={classes.buttons}>
        <Button variant="default" aria-expanded={isLogOpen} aria-describedby={`webhook-${id}`} onClick={() => setLogOpen(!isLogOpen)}>
          {isLogOpen ? 'Hide log' : 'Show log'}
        </Button>
        <Button variant="default" aria-describedby={`webhook-${id}`} onClick={dialog.open}>
          Change
        </Button>
        <Button variant="default" aria-describedby={`webhook-${id}`} onClick={() => ask('renew')}>
          New secret
        </Button>
        <Button variant="outline" color="red" aria-describedby={`webhook-${id}`} onClick={() => ask('remove')}>
          Remove
        </Button>
      </div>
      {isLogOpen && WebhookLog && <WebhookLog id={id} isOn={webhook.offAt === null} />}
      {WebhookDialog && <WebhookDialog key={dialog.key} opened={dialog.isOpen} draft={draft} webhook={webhook} save={save} onClose={dialog.close} />}
      <ConfirmDialog
        key={`question ${question.key}`}
        opened={question.isOpen}
        {...QUESTIONS[asked]}
        isProcessing={isBusy}
        onConfirm={() => {
          keepFocus();
          void confirm();
        }}
        onClose={() => question.close(false)}
      />
    </>
  );
}
