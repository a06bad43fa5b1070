import { z } from 'zod';
import { API_KEYS } from '#shared/vocabulary/limits.ts';
import { API_KEY_SCOPES } from '#shared/vocabulary/outside.ts';
import { id, isSeen, text } from './common.ts';

export const makeKeyInput = z.object({
  name: text('Name', API_KEYS.name).refine(isSeen, 'Please give the key a name'),
  scope: z.enum(API_KEY_SCOPES, 'Please choose what the key may do'),
});
export type MakeKeyInput = z.infer<typeof makeKeyInput>;

export const keyIdInput = z.object({ id });
export type KeyIdInput = z.infer<typeof keyIdInput>;

/** `hint`: the first letters after `vk_`, by which its owner tells one from another. */
export const apiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(API_KEY_SCOPES),
  hint: z.string(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
});
export type ApiKeyView = z.infer<typeof apiKeyView>;
export const apiKeyList = z.array(apiKeyView);

/** The key itself is told here and never again. */
export const madeKey = apiKeyView.extend({ key: z.string() });
export type MadeKey = z.infer<typeof madeKey>;
