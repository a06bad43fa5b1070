import { pageConfig } from '#client/lib/page-config.ts';
import { ERRORS } from '#shared/errors.ts';

const NEUTRAL = 'Login failed. Please try again.';
const OF_CALLBACK = ['Failed to process authentication', 'Invalid authentication response'];
const OF_GOOGLE = Object.entries(ERRORS).flatMap(([code, { message }]) => (code.startsWith('auth.google_') ? [message] : []));

/** Anybody can write a sentence into an address: only our own are shown. */
export function knownProblem(sentence: string): string {
  const suspended = ERRORS['auth.suspended'].message.replace('{email}', () => pageConfig().supportEmail);
  return [NEUTRAL, suspended, ...OF_CALLBACK, ...OF_GOOGLE].find((known) => known === sentence) ?? NEUTRAL;
}
