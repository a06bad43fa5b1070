import type { AnyRouter } from '@tanstack/react-router';
import { getArrivedToken, getGoogleSignUp } from '#client/features/auth/google-sign-up.ts';
import { session } from '#client/lib/session/session.ts';

/** The router's server half leaves its state there. */
declare global {
  interface Window {
    $_TSR?: object;
  }
}

export const isServerRendered = (): boolean => window.$_TSR !== undefined;

/**
 * The server renders pages for nobody, and their guards have let nobody pass. Where a guard may send this person elsewhere, or the page
 * continues what the tab had begun, the browser has to render it.
 */
export function isRenderedForNobody(router: AnyRouter): boolean {
  const { state } = router.latestLocation;
  // The router's own keys begin with two underscores, but for `key`.
  if (Object.entries(state).some(([name, value]) => value !== undefined && name !== 'key' && !name.startsWith('__'))) return false;
  // The banner leads an account without a role to choose one, perhaps before the page is hydrated.
  if (session.viewer()?.role === null) return false;
  const isForGuests = router.matchRoutes(router.latestLocation).some(({ staticData }) => staticData.isForGuests);
  return !isForGuests || (session.token() === null && getArrivedToken() === null && getGoogleSignUp() === null);
}
