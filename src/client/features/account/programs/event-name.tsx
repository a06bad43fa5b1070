import { Text } from '@mantine/core';
import type { WebhookEvent } from '#shared/vocabulary/outside.ts';
import { EVENT_TEXT } from './webhook.ts';

export function EventName({ event }: { event: WebhookEvent }) {
  return (
    <span>
      <Text component="strong" inherit fw={600}>
        {EVENT_TEXT[event].label}
      </Text>{' '}
      <Text component="code" ff="monospace" size="sm" c="dimmed">
        {event}
      </Text>
    </span>
  );
}
