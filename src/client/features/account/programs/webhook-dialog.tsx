import { Button, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import { type AddWebhookInput, addWebhookInput, type WebhookView } from '#shared/contracts/webhooks.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/vocabulary/outside.ts';
import shared from './programs.module.css';
import { EVENT_TEXT, toFormValues, webhookDraft } from './webhook.ts';
import classes from './webhooks.module.css';

/** Null for a new webhook. */
export type WebhookDialogProps = {
  webhook: WebhookView | null;
  opened: boolean;
  save: (values: AddWebhookInput) => Promise<void>;
  onClose: () => void;
};

export function WebhookDialog({ webhook, opened, save, onClose }: WebhookDialogProps) {
  const formId = useId();
  const draft = webhookDraft(webhook);
  const form = useAppForm<AddWebhookInput>({
    initialValues: toFormValues(webhook),
    schema: addWebhookInput,
    fallbackMessage: webhook ? 'Failed to change the webhook. Please try again.' : 'Failed to add the webhook. Please try again.',
    fieldByCode: { 'webhook.url': 'url', 'webhook.url_private': 'url', 'webhook.url_taken': 'url' },
    draft,
    onSubmit: save,
  });
  useCloseOnBack(opened, () => {
    if (!form.isSubmitting) onClose();
  });

  function cancel(): void {
    draft.remove();
    onClose();
  }

  return (
    <Dialog
      opened={opened}
      title={webhook ? 'Change this webhook' : 'Add a webhook'}
      isBusy={form.isSubmitting}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" disabled={form.isSubmitting} onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={form.isSubmitting}>
            {webhook ? 'Save changes' : 'Add webhook'}
          </Button>
        </>
      }
    >
      <form id={formId} className={shared.form} noValidate onSubmit={form.handleSubmit}>
        <TextInput
          label="Address"
          description="Where your program takes messages. It begins with https://."
          type="url"
          inputMode="url"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('url')}
        />
        <EventFieldset {...form.getInputProps('events')} value={form.values.events} />
        {form.formError && (
          <p className={shared.problem} role="alert">
            {form.formError}
          </p>
        )}
      </form>
    </Dialog>
  );
}

type EventFieldsetProps = {
  value: readonly WebhookEvent[];
  'data-path'?: string;
  error?: string;
  onChange: (value: WebhookEvent[]) => void;
};

function EventFieldset({ value, error, onChange, 'data-path': dataPath }: EventFieldsetProps) {
  const errorId = useId();
  const toggle = (toggled: WebhookEvent, isOn: boolean) =>
    onChange(WEBHOOK_EVENTS.filter((other) => (other === toggled ? isOn : value.includes(other))));
  return (
    <fieldset className={classes.events} aria-describedby={error ? errorId : undefined}>
      <legend>What is it told?</legend>
      {WEBHOOK_EVENTS.map((event) => (
        <Checkbox
          key={event}
          data-path={dataPath}
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
