import type { AttemptView, WebhookView } from '#shared/contracts/webhooks.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/vocabulary/outside.ts';

export const EVENT_WORDS = {
  'booking.created': { label: 'Requested', hint: 'A student has asked for a session.' },
  'booking.confirmed': { label: 'Confirmed', hint: 'The tutor has said yes.' },
  'booking.cancelled': { label: 'Cancelled', hint: 'It does not take place, whoever called it off.' },
  'booking.completed': { label: 'Completed', hint: 'The session has taken place.' },
  'booking.rescheduled': { label: 'Moved', hint: 'It has another time.' },
} as const satisfies Record<WebhookEvent, { label: string; hint: string }>;

/** All of them, or those that were chosen by name. */
export function eventsOf({ events }: Pick<WebhookView, 'events'>): string {
  if (events.length === WEBHOOK_EVENTS.length) return 'All five events';
  return events.map((event) => EVENT_WORDS[event].label).join(', ');
}

/** What came back from one call. */
export function answerOf({ status, problem }: Pick<AttemptView, 'status' | 'problem'>): string {
  if (problem === 'refused_address') return 'The address was refused';
  if (problem === 'lost_secret') return 'Not sent: the secret has to be renewed';
  return status === null ? 'No answer' : `Answered with ${status}`;
}

export function tookOf(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

export const isTaken = ({ status }: Pick<AttemptView, 'status'>): boolean => status !== null && status >= 200 && status < 300;

/** Under which the tab keeps what is typed for a webhook; null for a new one. */
export const webhookDraft = (id: string | null): string => `webhook ${id ?? 'new'}`;
