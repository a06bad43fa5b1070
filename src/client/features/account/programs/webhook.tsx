import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { type DialogDraft, dialogDraft } from '#client/features/account/dialog-draft.ts';
import { type DraftField, list, record, text } from '#client/lib/drafts/schema.ts';
import type { AddWebhookInput, WebhookView } from '#shared/contracts/webhooks.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/vocabulary/integrations.ts';

export const EVENT_TEXT = {
  'booking.created': { label: msg`Requested`, hint: msg`A student requested a session.` },
  'booking.confirmed': { label: msg`Confirmed`, hint: msg`The tutor confirmed it.` },
  'booking.cancelled': { label: msg`Cancelled`, hint: msg`It was cancelled, by either side.` },
  'booking.completed': { label: msg`Completed`, hint: msg`The session took place.` },
  'booking.rescheduled': { label: msg`Moved`, hint: msg`It moved to another time.` },
} as const satisfies Record<WebhookEvent, { label: MessageDescriptor; hint: MessageDescriptor }>;

export function toFormValues(webhook: WebhookView | null): AddWebhookInput {
  return webhook ? { url: webhook.url, events: webhook.events } : { url: '', events: [...WEBHOOK_EVENTS] };
}

export function webhookDraft(webhook: WebhookView | null): DialogDraft<AddWebhookInput> {
  const { url, events } = toFormValues(webhook);
  return dialogDraft(`webhook ${webhook?.id ?? 'new'}`, record({ url: text(url), events: eventList(events) }));
}

function eventList(defaultValue: WebhookEvent[]): DraftField<WebhookEvent[]> {
  const names = list(text());
  return {
    defaultValue,
    parse(value) {
      const stored = names.parse(value);
      return WEBHOOK_EVENTS.filter((event) => stored.includes(event));
    },
  };
}

export function EventName({ event }: { event: WebhookEvent }) {
  const { i18n } = useLingui();
  return (
    <span>
      <Text component="strong" inherit fw={600}>
        {i18n._(EVENT_TEXT[event].label)}
      </Text>{' '}
      <Text component="code" ff="monospace" size="sm" c="dimmed">
        {event}
      </Text>
    </span>
  );
}
