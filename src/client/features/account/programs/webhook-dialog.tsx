import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { readDialogDraft, useDialogDraft } from '#client/features/account/dialog-draft.ts';
import { textOf } from '#client/lib/drafts/tab-storage.ts';
import { useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import { type AddWebhookInput, addWebhookInput } from '#shared/contracts/webhooks.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/vocabulary/outside.ts';
import shared from './programs.module.css';
import { EVENT_TEXT } from './webhook.ts';
import classes from './webhooks.module.css';

const NEW: AddWebhookInput = { url: '', events: [...WEBHOOK_EVENTS] };

export type WebhookDialogProps = {
  opened: boolean;
  draft: string;
  webhook: AddWebhookInput | null;
  save: (values: AddWebhookInput) => Promise<void>;
  onClose: (isTyped: boolean) => void;
};

function typedOver(stored: AddWebhookInput, draft: string): AddWebhookInput {
  const { values } = readDialogDraft(draft);
  const chosen: unknown[] | null = Array.isArray(values?.events) ? values.events : null;
  return { url: textOf(values?.url, stored.url), events: chosen ? WEBHOOK_EVENTS.filter((one) => chosen.includes(one)) : stored.events };
}

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
        <EventFieldset
          value={events}
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

type EventFieldsetProps = {
  value: readonly WebhookEvent[];
  mark: string;
  error: string | undefined;
  onChange: (value: WebhookEvent[]) => void;
};

function EventFieldset({ value, mark, error, onChange }: EventFieldsetProps) {
  const errorId = useId();
  const toggle = (toggled: WebhookEvent, isOn: boolean) =>
    onChange(WEBHOOK_EVENTS.filter((other) => (other === toggled ? isOn : value.includes(other))));
  return (
    <fieldset className={classes.events} aria-describedby={error ? errorId : undefined}>
      <legend>What is it told?</legend>
      {WEBHOOK_EVENTS.map((event) => (
        <Checkbox
          key={event}
          data-field={mark}
          checked={value.includes(event)}
          onChange={({ currentTarget }) => toggle(event, currentTarget.checked)}
          label={
            <span className={classes.event}>
              <span>
                <strong>{EVENT_TEXT[event].label}</strong> <code>{event}</code>
              </span>
              <span className={classes.eventHint}>{EVENT_TEXT[event].hint}</span>
            </span>
          }
        />
      ))}
      {error && (
        <p id={errorId} className={shared.problem}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
