import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { newPasswordProblem, type PasswordOwner, personalParts } from '#shared/domain/new-password.ts';
import { PASSWORDS } from '#shared/vocabulary/account-limits.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

/** From 0 (refused, or guessed at once) to 4. */
export type Strength = { score: 0 | 1 | 2 | 3 | 4; label: MessageDescriptor };

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
const mostCommon = new Set(dictionary['passwords-common'].slice(0, PASSWORDS.common));

const LABELS = [
  msg`Very easy to guess – add a word or two`,
  msg`Weak – add a word or two`,
  msg`Fair – add a word or two`,
  msg`Good`,
  msg`Strong`,
] as const;
const { adminMin } = LIMITS.password;
const REFUSED: Partial<Record<string, MessageDescriptor>> = {
  'auth.password_admin': msg`Admins need at least ${adminMin} characters`,
  'auth.password_common': msg`One of the most common passwords`,
  'auth.password_personal': msg`Contains your name or email address`,
};

export function estimateStrength(password: string, owner: PasswordOwner): Strength {
  const problem = newPasswordProblem(password, owner, (lowerCase) => mostCommon.has(lowerCase));
  if (problem && password.length >= LIMITS.password.min) return { score: 0, label: REFUSED[problem] ?? msg`Very easy to guess` };
  const { score } = estimator.check(password, personalParts(owner));
  return { score, label: LABELS[score] };
}
