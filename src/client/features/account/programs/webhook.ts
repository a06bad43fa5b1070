import type { WebhookEvent } from '#shared/vocabulary/outside.ts';

export const EVENT_TEXT = {
  'booking.created': { label: 'Requested', hint: 'A student has asked for a session.' },
  'booking.confirmed': { label: 'Confirmed', hint: 'The tutor has said yes.' },
  'booking.cancelled': { label: 'Cancelled', hint: 'It does not take place, whoever called it off.' },
  'booking.completed': { label: 'Completed', hint: 'The session has taken place.' },
  'booking.rescheduled': { label: 'Moved', hint: 'It has another time.' },
} as const satisfies Record<WebhookEvent, { label: string; hint: string }>;

export const webhookDraft = (id: string | null): string => `webhook ${id ?? 'new'}`;
