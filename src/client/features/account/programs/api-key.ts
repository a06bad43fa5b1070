import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { dialogDraft } from '#client/features/account/dialog-draft.ts';
import { oneOf, record, text } from '#client/lib/drafts/schema.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '#shared/vocabulary/integrations.ts';

export const SCOPE_TEXT = {
  read: { label: msg`Read only`, hint: msg`Can see what you can see, but cannot change anything.` },
  write: { label: msg`Read and write`, hint: msg`Can also act for you, for example confirm or cancel bookings.` },
} as const satisfies Record<ApiKeyScope, { label: MessageDescriptor; hint: MessageDescriptor }>;

export const apiKeyDraft = dialogDraft('api-key', record({ name: text(), scope: oneOf(API_KEY_SCOPES, 'read') }));
