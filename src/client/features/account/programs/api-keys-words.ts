import type { ApiKeyScope } from '#shared/vocabulary/outside.ts';

export const SCOPE_WORDS = {
  read: { label: 'Read only', hint: 'It sees what you can see, and changes nothing.' },
  write: { label: 'Read and write', hint: 'It can also act in your name, for example answer or cancel bookings.' },
} as const satisfies Record<ApiKeyScope, { label: string; hint: string }>;

/** Under which the tab keeps what is typed for a new key. */
export const API_KEY_DRAFT = 'api-key';
