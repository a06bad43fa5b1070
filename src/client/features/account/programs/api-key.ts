import type { ApiKeyScope } from '#shared/vocabulary/outside.ts';

export const SCOPE_TEXT = {
  read: { label: 'Read only', hint: 'It sees what you can see, and changes nothing.' },
  write: { label: 'Read and write', hint: 'It can also act in your name, for example answer or cancel bookings.' },
} as const satisfies Record<ApiKeyScope, { label: string; hint: string }>;

export const API_KEY_DRAFT = 'api-key';
