import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ProblemKind } from '#shared/vocabulary/content.ts';

export const KINDS = {
  not_held: msg`The session did not take place`,
  quality: msg`Quality`,
  behaviour: msg`Behaviour`,
  other: msg({ message: 'Other', context: 'kind of problem' }),
} as const satisfies Record<ProblemKind, MessageDescriptor>;
