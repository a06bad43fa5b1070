import type { OpenAPIHono } from '@hono/zod-openapi';
import type { WebhookEvent } from '#shared/vocabulary/integrations.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { BOOKING, CANCELLED, COMPLETED, IDS, REQUESTED, RESCHEDULED } from './wire/examples.ts';

type Event = { summary: string; description: string; booking: { updatedAt: string } };

const EVENTS = {
  'booking.created': {
    summary: 'A student requested a session.',
    description: 'The booking is `pending` and has no meeting link yet.',
    booking: REQUESTED,
  },
  'booking.confirmed': {
    summary: 'The tutor has confirmed a booking.',
    description: 'An online session has its `meetingLink` from now on; of a home visit the `address` is shown.',
    booking: BOOKING,
  },
  'booking.cancelled': {
    summary: 'A booking was cancelled, by one of its parties or by the platform.',
    description: 'Meeting link and address are no longer shown. `cancellationReason` is null where nobody gave one.',
    booking: CANCELLED,
  },
  'booking.completed': {
    summary: 'A session has taken place.',
    description: 'Its tutor has said so, or nobody has said anything for 48 hours after its end.',
    booking: COMPLETED,
  },
  'booking.rescheduled': {
    summary: 'A booking was moved to another time, which both have agreed to.',
    description: '`startTime` and `endTime` are the new ones. New times are proposed and accepted on the site only; no call of this API does it.',
    booking: RESCHEDULED,
  },
} as const satisfies Record<WebhookEvent, Event>;

const header = (name: string, description: string, schema: object, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const, ...schema },
  example,
});

const HEADERS = [
  header('X-Webhook-Id', 'The `id` of the body. It stays the same in retries and replays, and is another for each webhook.', {}, IDS.delivery),
  header('X-Webhook-Timestamp', 'When this try was made, in Unix seconds.', { pattern: '^[0-9]+$' }, '1769588100'),
  header(
    'X-Webhook-Signature',
    '`v1=` and the HMAC-SHA256 of `timestamp.body` in hexadecimal. The key is the whole secret of the webhook, `whsec_` included.',
    { pattern: '^v1=[0-9a-f]{64}$' },
    'v1=5f8e1c0a7d3b69f24e81a0c7d56b3f9e2a4c8d7160b5e3f98c2d7a41e06b5f93',
  ),
];

export function webhookOperations(): NonNullable<ReturnType<OpenAPIHono['getOpenAPI31Document']>['webhooks']> {
  return Object.fromEntries(Object.entries(EVENTS).map(([type, event]) => [type, { post: operationOf(type, event) }]));
}

function operationOf(type: string, { summary, description, booking }: Event) {
  return {
    operationId: `webhooks.${type}`,
    summary,
    description: `${description}\n\nAnswer with any 2xx within ${WEBHOOKS.timeoutMs / 1000} seconds; redirects are not followed.`,
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
              createdAt: { type: 'string' as const, format: 'date-time', description: 'When it happened; order events by it.' },
              data: {
                type: 'object' as const,
                description: 'The booking as it stood then.',
                properties: { booking: { $ref: '#/components/schemas/Booking' } },
                required: ['booking'],
              },
            },
            required: ['id', 'type', 'createdAt', 'data'],
          },
          example: { id: IDS.delivery, type, createdAt: booking.updatedAt, data: { booking } },
        },
      },
    },
    responses: { '2XX': { description: 'Taken. Anything else is tried again later.' } },
  };
}
