import { z } from 'zod';
import { API_KEYS } from '#shared/vocabulary/account-limits.ts';
import { API_KEY_SCOPES } from '#shared/vocabulary/integrations.ts';
import { hasVisibleText, id, text } from './common.ts';

const WRONG = { name: 'Please give the key a name', scope: 'Please choose what the key may do' };

export const createApiKeyInput = z.object({
  name: text('Name', API_KEYS.name).refine(hasVisibleText, WRONG.name),
  scope: z.enum(API_KEY_SCOPES, WRONG.scope),
});
export type CreateApiKeyInput = z.infer<typeof createApiKeyInput>;

export const keyIdInput = z.object({ id });
export type KeyIdInput = z.infer<typeof keyIdInput>;

/** `hint`: the first characters after `vk_`. */
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

export const createdApiKey = apiKeyView.extend({ key: z.string() });
export type CreatedApiKey = z.infer<typeof createdApiKey>;
