import { forgetInTab, keepInTab, keptInTab } from '#client/lib/drafts/tab-storage.ts';
import { session } from '#client/lib/session/session.ts';

/** An account that Google has begun and that has no role yet. */
export type GoogleSignUp = { token: string; name: string; email: string };

/** What stands in the address when the provider has led the browser back. */
export type GoogleArrival = { isGoogleAuth?: true; token?: string; email?: string; name?: string; trip?: string };

/** A token whose owner is not known yet, and the round trip that it says it ends. */
export type ArrivedToken = { token: string; trip?: string | undefined };

/** Of whom the token is, only the server can say. */
type Kept = ArrivedToken & Partial<GoogleSignUp>;

const STORED = 'google-sign-up';
/** Where the browser forbids storage: as long as the page. */
let unstored: Kept | null = null;

/** The token that has come; anybody can write an address, so neither name nor email counts. */
export function tokenIn({ isGoogleAuth, token, email, name, trip }: GoogleArrival): ArrivedToken | null {
  return isGoogleAuth && token && email && name ? { token, trip } : null;
}

export function hasArrived({ isGoogleAuth, token, email, name }: GoogleArrival): boolean {
  return [isGoogleAuth, token, email, name].some((value) => value !== undefined);
}

export function keepGoogleSignUp(signUp: GoogleSignUp): void {
  keep(signUp);
}

/** Until the server has said whose the token is. */
export function keepArrival(arrived: ArrivedToken): void {
  keep(arrived);
}

function keep(record: Kept): void {
  forgetGoogleSignUp();
  if (!keepInTab(STORED, record)) unstored = record;
}

export function forgetGoogleSignUp(): void {
  unstored = null;
  forgetInTab(STORED);
}

/** What waits for a role: from this visit, or of whoever is signed in without one. */
export function googleSignUp(): GoogleSignUp | null {
  const [token, me] = [session.token(), session.viewer()];
  const ofSession = token !== null && me && !me.role ? { token, name: me.name, email: me.email } : null;
  const { token: keptToken, name, email } = kept() ?? {};
  return keptToken !== undefined && name !== undefined && email !== undefined ? { token: keptToken, name, email } : ofSession;
}

/** The token of which the server has not said yet whose it is. */
export function arrivedToken(): ArrivedToken | null {
  const { token, trip, name } = kept() ?? {};
  return token !== undefined && name === undefined ? { token, trip } : null;
}

function kept(): Kept | null {
  const { token, trip, name, email } = keptInTab(STORED);
  if (typeof token !== 'string') return unstored;
  return typeof name === 'string' && typeof email === 'string'
    ? { token, name, email }
    : { token, trip: typeof trip === 'string' ? trip : undefined };
}
