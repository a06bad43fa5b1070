import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDialog } from '#client/features/account/dialog-draft.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { lazyDialog, lazyPart, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { AddWebhookInput, WebhookView } from '#shared/contracts/webhooks.ts';
import { SUCCESS } from '#shared/messages.ts';
import { isNotFound, useWebhookList } from './use-webhook-list.ts';
import { webhookDraft } from './webhook.tsx';

const RENEW_FAILED = msg`Failed to make a new secret. Please try again.`;
const REMOVE_FAILED = msg`Failed to remove the webhook. Please try again.`;

const WebhookDialog = lazyDialog(() => import('./webhook-dialog.tsx').then((module) => module.WebhookDialog));
const WebhookLog = lazyPart(() => import('./webhook-log.tsx').then((module) => module.WebhookLog));

type QuestionKind = 'renew' | 'remove';

const QUESTIONS = {
  renew: {
    type: 'warning',
    title: msg`Make a new secret?`,
    message: msg`Messages are signed with the new secret immediately. Update your program, or it cannot verify them.`,
    confirmLabel: msg`Make a new secret`,
  },
  remove: {
    type: 'error',
    title: msg`Remove this webhook?`,
    message: msg`We stop sending messages to its address, including any that are waiting, and delete its log.`,
    confirmLabel: msg`Remove webhook`,
  },
} as const;

export type WebhookButtonsProps = { webhook: WebhookView; onSecret: (secret: string | null) => void; onRemoved: () => void };

export function WebhookButtons({ webhook, onSecret, onRemoved }: WebhookButtonsProps) {
  const { i18n } = useLingui();
  const { id } = webhook;
  const list = useWebhookList();
  const trpc = useTRPC();
  const change = useMutation(trpc.webhooks.change.mutationOptions());
  const renew = useMutation(trpc.webhooks.renewSecret.mutationOptions());
  const remove = useMutation(trpc.webhooks.remove.mutationOptions());
  const dialog = useDialog(webhookDraft(webhook));
  const [questionKind, setQuestionKind] = useState<QuestionKind>('renew');
  const question = useDialog();
  const [isLogOpen, setLogOpen] = useState(false);
  const isBusy = renew.isPending || remove.isPending;
  const returnFocus = useReturnFocus(isBusy);
  const { type, title, message: consequence, confirmLabel } = QUESTIONS[questionKind];

  const openQuestion = (kind: QuestionKind) => {
    setQuestionKind(kind);
    question.open();
  };

  async function removeFromList(): Promise<void> {
    await list.update((current) => current.filter((other) => other.id !== id));
    onRemoved();
  }

  async function save(values: AddWebhookInput): Promise<void> {
    try {
      const saved = await change.mutateAsync({ id, ...values });
      toast.success(SUCCESS.webhookSaved);
      await list.update((current) => current.map((other) => (other.id === id ? saved : other)));
      // Must come last: closed earlier, the dialog returns the focus to the pressed button, which then disappears.
      dialog.close();
    } catch (error) {
      if (!isNotFound(error)) throw error;
      toast.error(errorMessageWithReason(error, i18n._(REMOVE_FAILED)));
      await removeFromList();
    }
  }

  const handleConfirm = useOneAtATime(async () => {
    try {
      if (questionKind === 'renew') {
        const { secret } = await renew.mutateAsync({ id });
        question.finish();
        onSecret(secret);
        toast.success(SUCCESS.webhookSecretRenewed);
      } else {
        const { message } = await remove.mutateAsync({ id });
        toast.success(message);
        await removeFromList();
      }
    } catch (error) {
      toast.error(errorMessageWithReason(error, i18n._(questionKind === 'renew' ? RENEW_FAILED : REMOVE_FAILED)));
      if (isNotFound(error)) await removeFromList();
    }
  });

  return (
    <>
      <Group gap="0.5rem 0.75rem" mt="xs">
        <Button
          variant="default"
          aria-expanded={isLogOpen}
          aria-describedby={`webhook-${id}`}
          {...preloadOnIntent(WebhookLog)}
          onClick={() => setLogOpen(!isLogOpen)}
        >
          {isLogOpen ? <Trans>Hide log</Trans> : <Trans>Show log</Trans>}
        </Button>
        <Button variant="default" aria-describedby={`webhook-${id}`} {...preloadOnIntent(WebhookDialog)} onClick={dialog.open}>
          <Trans>Change</Trans>
        </Button>
        <Button variant="default" aria-describedby={`webhook-${id}`} {...preloadOnIntent(ConfirmDialog)} onClick={() => openQuestion('renew')}>
          <Trans>New secret</Trans>
        </Button>
        <Button
          variant="outline"
          color="red"
          aria-describedby={`webhook-${id}`}
          {...preloadOnIntent(ConfirmDialog)}
          onClick={() => openQuestion('remove')}
        >
          <Trans>Remove</Trans>
        </Button>
      </Group>
      {isLogOpen && <WebhookLog id={id} isOn={webhook.offAt === null} />}
      <WebhookDialog key={dialog.key} webhook={webhook} opened={dialog.isOpen} save={save} onClose={dialog.close} />
      <ConfirmDialog
        key={`question ${question.key}`}
        opened={question.isOpen}
        type={type}
        title={i18n._(title)}
        message={i18n._(consequence)}
        confirmLabel={i18n._(confirmLabel)}
        isProcessing={isBusy}
        onConfirm={() => {
          returnFocus();
          void handleConfirm();
        }}
        onClose={question.close}
      />
    </>
  );
}
