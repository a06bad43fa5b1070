import { msg } from '@lingui/core/macro';

/** By their English sentence, which the address of /login carries. */
export const CALLBACK_PROBLEMS = {
  'Failed to process authentication': msg`Failed to process authentication`,
  'Invalid authentication response': msg`Invalid authentication response`,
} as const;

export type CallbackProblemText = keyof typeof CALLBACK_PROBLEMS;
