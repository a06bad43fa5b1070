import { z } from 'zod';
import { VALIDATION } from '#shared/messages.ts';
import { PUSH } from '#shared/vocabulary/limits.ts';

/** The key that a browser subscribes with, null where there is none; and where the browser of this session is told, null where it is not. */
export const pushConfig = z.object({ publicKey: z.string().nullable(), endpoint: z.string().nullable() });
export type PushConfig = z.infer<typeof pushConfig>;

const endpoint = z.url().max(PUSH.endpoint);

/** As browsers give them: a point of P-256, and sixteen bytes. */
const keys = z.object({
  p256dh: z.string().regex(/^B[\w-]{86}=?$/, VALIDATION.invalid),
  auth: z.string().regex(/^[\w-]{22}(==)?$/, VALIDATION.invalid),
});

export const subscribeInput = z.object({ endpoint, keys });
export type SubscribeInput = z.infer<typeof subscribeInput>;

export const unsubscribeInput = z.object({ endpoint });
export type UnsubscribeInput = z.infer<typeof unsubscribeInput>;
