import type { ProblemKind } from '#shared/vocabulary/content.ts';

export const KINDS = {
  not_held: 'The session did not take place',
  quality: 'Quality',
  behaviour: 'Behaviour',
  other: 'Other',
} as const satisfies Record<ProblemKind, string>;
