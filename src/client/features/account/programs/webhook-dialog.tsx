import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { type AddWebhookInput, addWebhookInput, type WebhookView } from '#shared/contracts/webhooks.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/vocabulary/integrations.ts';
import { EVENT_TEXT, EventName, toFormValues, webhookDraft } from './webhook.tsx';

export type WebhookDialogProps = {
  webhook: WebhookView | null;
  opened: boolean;
  save: (values: AddWebhookInput) => Promise<void>;
  onClose: () => void;
};

export function WebhookDialog({ webhook, opened, save, onClose }: WebhookDialogProps) {
  const { t } = useLingui();
  const draft = webhookDraft(webhook);
  const form = useAppForm<AddWebhookInput>({
    initialValues: toFormValues(webhook),
    schema: addWebhookInput,
    fallbackMessage: webhook ? t`Failed to change the webhook. Please try again.` : t`Failed to add the webhook. Please try again.`,
    fieldByCode: { 'webhook.url': 'url', 'webhook.url_private': 'url', 'webhook.url_taken': 'url' },
    draft,
    onSubmit: save,
  });

  function cancel(): void {
    draft.remove();
    onClose();
  }

  return (
    <FormDialog
      opened={opened}
      title={webhook ? t`Change this webhook` : t`Add a webhook`}
      form={form}
      submitLabel={webhook ? t`Save changes` : t`Add webhook`}
      onCancel={cancel}
      onClose={onClose}
    >
      <TextInput
        label={t`Address`}
        description={t`The address your program receives messages at. It must start with https://.`}
        type="url"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('url')}
      />
      <EventFieldset {...form.getInputProps('events')} value={form.values.events} />
    </FormDialog>
  );
}

type EventFieldsetProps = {
  value: readonly WebhookEvent[];
  'data-path'?: string;
  error?: string;
  onChange: (value: WebhookEvent[]) => void;
};

function EventFieldset({ value, error, onChange, 'data-path': dataPath }: EventFieldsetProps) {
  const { i18n } = useLingui();
  const errorId = useId();
  const toggle = (toggled: WebhookEvent, isOn: boolean) =>
    onChange(WEBHOOK_EVENTS.filter((other) => (other === toggled ? isOn : value.includes(other))));
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend>
        <Trans>Events to send</Trans>
      </legend>
      {WEBHOOK_EVENTS.map((event) => (
        <Checkbox
          key={event}
          data-path={dataPath}
          checked={value.includes(event)}
          onChange={({ currentTarget }) => toggle(event, currentTarget.checked)}
          label={
            <Box component="span" display="grid">
              <EventName event={event} />
              <Text span size="sm" c="dimmed">
                {i18n._(EVENT_TEXT[event].hint)}
              </Text>
            </Box>
          }
        />
      ))}
      {error && (
        <Text id={errorId} c="red">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
