export const API_KEY_SCOPES = ['read', 'write'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export const WEBHOOK_EVENTS = ['booking.created', 'booking.confirmed', 'booking.cancelled', 'booking.completed', 'booking.rescheduled'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** `lost_secret`: `APP_SECRET` has changed since. */
export const DELIVERY_PROBLEMS = ['no_answer', 'refused_address', 'lost_secret'] as const;
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];
