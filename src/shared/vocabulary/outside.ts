/** What a program may do with an API key: read answers GET calls only. */
export const API_KEY_SCOPES = ['read', 'write'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** What a webhook can be told of its owner's bookings. */
export const WEBHOOK_EVENTS = ['booking.created', 'booking.confirmed', 'booking.cancelled', 'booking.completed', 'booking.rescheduled'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** How far one piece of news has come: on its way, taken, or given up. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an attempt came to nothing where nobody answered with a status; a secret is lost when APP_SECRET has changed, until it is renewed. */
export const DELIVERY_PROBLEMS = ['no_answer', 'refused_address', 'lost_secret'] as const;
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];
