import { forgetInTab, keepInTab, keptInTab } from '#client/lib/drafts/tab-storage.ts';
import type { SecondStepRequired } from '#shared/contracts/factors.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/limits.ts';
import { SECOND_STEPS } from '#shared/vocabulary/people.ts';

/** Google was the first step. `isExpected`: this tab has begun it. */
export type SecondStepArrival = { step: SecondStepRequired; next?: 'leave'; isExpected: boolean };

const STORED = 'google-second-step';
const MINUTE = 60_000;

/** What the server has put behind the `#`; null where that is something else. */
export function secondStepIn(hash: string): (Omit<SecondStepArrival, 'isExpected'> & { trip: string | undefined }) | null {
  const sent = new URLSearchParams(hash);
  const challenge = sent.get('challenge');
  const named = (sent.get('methods') ?? '').split(' ');
  const methods = SECOND_STEPS.filter((method) => named.includes(method));
  if (!challenge || methods.length === 0) return null;
  return { step: { challenge, methods }, next: sent.get('next') === 'leave' ? 'leave' : undefined, trip: sent.get('trip') ?? undefined };
}

/** For a reload: the address does not hold it any more. The challenge alone signs nobody in. */
export function keepSecondStep({ step, next, isExpected }: SecondStepArrival): void {
  keepInTab(STORED, { ...step, next, isExpected, at: Date.now() });
}

export function keptSecondStep(): SecondStepArrival | null {
  const { challenge, methods, next, isExpected, at } = keptInTab(STORED);
  const age = typeof at === 'number' ? Date.now() - at : Number.POSITIVE_INFINITY;
  if (typeof challenge !== 'string' || !Array.isArray(methods) || age < 0 || age >= SECOND_FACTOR.challengeMinutes * MINUTE) return null;
  return {
    step: { challenge, methods: SECOND_STEPS.filter((method) => methods.includes(method)) },
    next: next === 'leave' ? 'leave' : undefined,
    isExpected: isExpected === true,
  };
}

export const forgetSecondStep = (): void => forgetInTab(STORED);
