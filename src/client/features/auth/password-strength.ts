import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { newPasswordProblem, type PasswordOwner, personalParts } from '#shared/domain/new-password.ts';
import { LIMITS, PASSWORDS } from '#shared/vocabulary/limits.ts';

/** From 0 (refused, or guessed at once) to 4. */
export type Strength = { score: 0 | 1 | 2 | 3 | 4; label: string };

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
const mostCommon = new Set(dictionary['passwords-common'].slice(0, PASSWORDS.common));

const LABELS = ['Very easy to guess', 'Weak', 'Fair', 'Good', 'Strong'] as const;
const REFUSED: Partial<Record<string, string>> = {
  'auth.password_admin': `Admins need at least ${LIMITS.password.adminMin} characters`,
  'auth.password_common': 'One of the most common passwords',
  'auth.password_personal': 'Contains your name or email address',
};

export function estimateStrength(password: string, owner: PasswordOwner): Strength {
  const problem = newPasswordProblem(password, owner, (lowerCase) => mostCommon.has(lowerCase));
  if (problem && password.length >= LIMITS.password.min) return { score: 0, label: REFUSED[problem] ?? LABELS[0] };
  const { score } = estimator.check(password, personalParts(owner));
  return { score, label: score < 3 ? `${LABELS[score]} – add a word or two` : LABELS[score] };
}
