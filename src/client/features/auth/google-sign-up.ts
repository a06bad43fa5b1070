import { forgetInTab, keepInTab, keptInTab } from '#client/api/kept-in-tab.ts';
import { session } from '#client/api/session.ts';

/** An account that Google has begun and that has no role yet. */
export type GoogleSignUp = { token: string; name: string; email: string };

/** What stands in the address when the provider has led the browser back. */
export type GoogleArrival = { isGoogleAuth?: true; token?: string; email?: string; name?: string };

const STORED = 'google-sign-up';
/** Where the browser forbids storage: as long as the page. */
let unstored: GoogleSignUp | null = null;

export function signUpIn({ isGoogleAuth, token, email, name }: GoogleArrival): GoogleSignUp | null {
  return isGoogleAuth && token && email && name ? { token, email, name } : null;
}

export function hasArrived({ isGoogleAuth, token, email, name }: GoogleArrival): boolean {
  return [isGoogleAuth, token, email, name].some((value) => value !== undefined);
}

export function keepGoogleSignUp(signUp: GoogleSignUp): void {
  if (!keepInTab(STORED, signUp)) unstored = signUp;
}

export function forgetGoogleSignUp(): void {
  unstored = null;
  forgetInTab(STORED);
}

/** What waits for a role: from this visit, or of whoever is signed in without one. */
export function googleSignUp(): GoogleSignUp | null {
  const [token, me] = [session.token(), session.viewer()];
  const ofSession = token !== null && me && !me.role ? { token, name: me.name, email: me.email } : null;
  return kept() ?? ofSession;
}

function kept(): GoogleSignUp | null {
  const { token, name, email } = keptInTab(STORED);
  const isWhole = typeof token === 'string' && typeof name === 'string' && typeof email === 'string';
  return isWhole ? { token, name, email } : unstored;
}
