import { WEBHOOKS } from '#shared/vocabulary/limits.ts';
import type { WebhookEvent } from '#shared/vocabulary/outside.ts';
import type { Document } from './example-of.ts';
import { BOOKING, IDS, MADE } from './wire/examples.ts';

const EVENTS = {
  'booking.created': 'A student has asked for a session.',
  'booking.confirmed': 'The tutor has confirmed a booking.',
  'booking.cancelled': 'A booking was cancelled, by one of its parties or by the platform.',
  'booking.completed': 'A session has taken place.',
  'booking.rescheduled': 'A booking was moved to another time, which both have agreed to.',
} as const satisfies Record<WebhookEvent, string>;

const STATUS: Partial<Record<WebhookEvent, string>> = {
  'booking.created': 'pending',
  'booking.cancelled': 'cancelled',
  'booking.completed': 'completed',
};

const header = (name: string, description: string, schema: object, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const, ...schema },
  example,
});

const HEADERS = [
  header('X-Webhook-Id', 'The `id` of the body; it stays the same in retries and replays.', {}, IDS.delivery),
  header('X-Webhook-Timestamp', 'When this try was made, in Unix seconds.', { pattern: '^[0-9]+$' }, '1769588100'),
  header(
    'X-Webhook-Signature',
    '`v1=` and the HMAC-SHA256 of `timestamp.body` under the secret of the webhook, in hexadecimal.',
    { pattern: '^v1=[0-9a-f]{64}$' },
    'v1=5f8e1c0a7d3b69f24e81a0c7d56b3f9e2a4c8d7160b5e3f98c2d7a41e06b5f93',
  ),
];

/** What is sent to the webhooks that people add on their account page. */
export function bookingEvents(): NonNullable<Document['webhooks']> {
  return Object.fromEntries(Object.entries(EVENTS).map(([type, summary]) => [type, { post: toldBy(type, summary) }]));
}

function toldBy(type: string, summary: string) {
  const booking = { ...BOOKING, status: STATUS[type as WebhookEvent] ?? BOOKING.status };
  return {
    operationId: `webhooks.${type}`,
    summary,
    description: `Answer with any 2xx within ${WEBHOOKS.timeoutMs / 1000} seconds; redirects are not followed.`,
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object' as const,
            properties: {
              id: { type: 'string' as const },
              type: { type: 'string' as const, enum: [type] },
              createdAt: { type: 'string' as const, format: 'date-time' },
              data: {
                type: 'object' as const,
                properties: { booking: { $ref: '#/components/schemas/Booking' } },
                required: ['booking'],
              },
            },
            required: ['id', 'type', 'createdAt', 'data'],
          },
          example: { id: IDS.delivery, type, createdAt: MADE, data: { booking } },
        },
      },
    },
    responses: { '2XX': { description: 'Taken. Anything else is tried again later.' } },
  };
}
