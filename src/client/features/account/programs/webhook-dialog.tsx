import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { readDialogDraft, useDialogDraft } from '#client/features/account/dialog-draft.ts';
import { textOf } from '#client/lib/drafts/tab-storage.ts';
import { useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import { type AddWebhookInput, addWebhookInput } from '#shared/contracts/webhooks.ts';
import { WEBHOOK_EVENTS } from '#shared/vocabulary/outside.ts';
import shared from './programs.module.css';
import { WebhookEvents } from './webhook-events.tsx';

const NEW: AddWebhookInput = { url: '', events: [...WEBHOOK_EVENTS] };

export type WebhookDialogProps = {
  opened: boolean;
  /** Under which the tab keeps what is typed. */
  draft: string;
  /** As it is until now; null for a new one. */
  webhook: AddWebhookInput | null;
  save: (values: AddWebhookInput) => Promise<void>;
  onClose: (isTyped: boolean) => void;
};

function typedOver(stored: AddWebhookInput, draft: string): AddWebhookInput {
  const { values } = readDialogDraft(draft);
  const chosen: unknown[] | null = Array.isArray(values?.events) ? values.events : null;
  return { url: textOf(values?.url, stored.url), events: chosen ? WEBHOOK_EVENTS.filter((one) => chosen.includes(one)) : stored.events };
}

/** A new webhook, or another address or other events for one. Import it only on demand: it brings the code of dialogs. */
export function WebhookDialog({ opened, draft, webhook, save, onClose }: WebhookDialogProps) {
  const formId = useId();
  const stored = webhook ? { url: webhook.url, events: webhook.events } : NEW;
  const { form, onSubmit, isBusy, problem } = useContractForm<AddWebhookInput>({
    initialValues: useState(() => typedOver(stored, draft))[0],
    contract: () => addWebhookInput,
    failed: webhook ? 'Failed to change the webhook. Please try again.' : 'Failed to add the webhook. Please try again.',
    fieldOf: { 'webhook.url': 'url', 'webhook.url_private': 'url', 'webhook.url_taken': 'url' },
    send: save,
  });
  const { url, events } = form.values;
  const isTyped = url !== stored.url || events.join() !== stored.events.join();
  const close = () => onClose(isTyped);
  useDialogDraft({ what: draft, opened, isTyped, values: form.values });
  useCloseOnBack(opened, () => {
    if (!isBusy) close();
  });

  return (
    <Dialog
      opened={opened}
      title={webhook ? 'Change this webhook' : 'Add a webhook'}
      isBusy={isBusy}
      onClose={close}
      footer={
        <>
          <Button variant="default" disabled={isBusy} onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={isBusy}>
            {webhook ? 'Save changes' : 'Add webhook'}
          </Button>
        </>
      }
    >
      <form id={formId} className={shared.form} noValidate onSubmit={onSubmit}>
        <TextInput
          label="Address"
          description="Where your program takes messages. It begins with https://."
          type="url"
          inputMode="url"
          autoComplete="off"
          data-autofocus
          {...form.textProps('url')}
        />
        <WebhookEvents
          chosen={events}
          mark={form.choiceProps('events', '')['data-field']}
          error={form.errors.events}
          onChange={(chosen) => form.setValue('events', chosen)}
        />
        {problem && (
          <p className={shared.problem} role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}
