import { z } from 'zod';
import { VALIDATION } from '#shared/messages.ts';
import { PUSH } from '#shared/vocabulary/limits.ts';

/** `publicKey` is null when push is not configured, `endpoint` when this session has no subscription. */
export const pushConfig = z.object({ publicKey: z.string().nullable(), endpoint: z.string().nullable() });
export type PushConfig = z.infer<typeof pushConfig>;

const endpoint = z.url().max(PUSH.endpoint);

/** A point on P-256, and 16 bytes, both base64url. */
const keys = z.object({
  p256dh: z.string().regex(/^B[\w-]{86}=?$/, VALIDATION.invalid),
  auth: z.string().regex(/^[\w-]{22}(==)?$/, VALIDATION.invalid),
});

export const subscribeInput = z.object({ endpoint, keys });
export type SubscribeInput = z.infer<typeof subscribeInput>;

export const unsubscribeInput = z.object({ endpoint });
export type UnsubscribeInput = z.infer<typeof unsubscribeInput>;
