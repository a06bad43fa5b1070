import { dialogDraft } from '#client/features/account/dialog-draft.ts';
import { oneOf, record, text } from '#client/lib/drafts/schema.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '#shared/vocabulary/outside.ts';

export const SCOPE_TEXT = {
  read: { label: 'Read only', hint: 'It sees what you can see, and changes nothing.' },
  write: { label: 'Read and write', hint: 'It can also act in your name, for example answer or cancel bookings.' },
} as const satisfies Record<ApiKeyScope, { label: string; hint: string }>;

export const apiKeyDraft = dialogDraft('api-key', record({ name: text(), scope: oneOf(API_KEY_SCOPES, 'read') }));
