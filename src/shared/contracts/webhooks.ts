import { z } from 'zod';
import { tooLong } from '#shared/messages.ts';
import { DELIVERY_PROBLEMS, DELIVERY_STATES, WEBHOOK_EVENTS } from '#shared/vocabulary/integrations.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { id } from './common.ts';

const WRONG = { url: 'Please enter an address that begins with https://', events: 'Please choose at least one event' };

const url = z.string().trim().min(1, WRONG.url).max(LIMITS.url, tooLong('Address', LIMITS.url));
const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, WRONG.events)
  .max(WEBHOOK_EVENTS.length)
  .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)));

export const addWebhookInput = z.object({ url, events });
export type AddWebhookInput = z.infer<typeof addWebhookInput>;

export const changeWebhookInput = z.object({ id, url, events });
export type ChangeWebhookInput = z.infer<typeof changeWebhookInput>;

export const switchWebhookInput = z.object({ id, isOn: z.boolean() });
export type SwitchWebhookInput = z.infer<typeof switchWebhookInput>;

export const webhookIdInput = z.object({ id });
export type WebhookIdInput = z.infer<typeof webhookIdInput>;

export const webhookView = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  failingSince: z.date().nullable(),
  offAt: z.date().nullable(),
  isOffByFailures: z.boolean(),
  createdAt: z.date(),
});
export type WebhookView = z.infer<typeof webhookView>;
export const webhookList = z.array(webhookView);

export const createdWebhook = webhookView.extend({ secret: z.string() });
export type CreatedWebhook = z.infer<typeof createdWebhook>;

export const renewedSecret = z.object({ secret: z.string() });
export type RenewedSecret = z.infer<typeof renewedSecret>;

export const deliveriesInput = z.object({ id, cursor: z.string().max(LIMITS.id).nullish() });
export type DeliveriesInput = z.infer<typeof deliveriesInput>;

export const attemptView = z.object({
  id: z.string(),
  at: z.date(),
  milliseconds: z.number(),
  status: z.number().nullable(),
  problem: z.enum(DELIVERY_PROBLEMS).nullable(),
  isReplay: z.boolean(),
});
export type AttemptView = z.infer<typeof attemptView>;

/** `id` is sent as `X-Webhook-Id`, `body` is what is sent, byte for byte. */
export const deliveryView = z.object({
  id: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  state: z.enum(DELIVERY_STATES),
  body: z.string(),
  createdAt: z.date(),
  nextTryAt: z.date().nullable(),
  attempts: z.array(attemptView),
});
export type DeliveryView = z.infer<typeof deliveryView>;

export const deliveriesPage = z.object({ deliveries: z.array(deliveryView), nextCursor: z.string().nullable() });
export type DeliveriesPage = z.infer<typeof deliveriesPage>;

export const replayInput = z.object({ id });
export type ReplayInput = z.infer<typeof replayInput>;
