import { session } from '#client/lib/session/session.ts';
import { tabStorage } from '#client/lib/storage.ts';

export type GoogleSignUp = { token: string; name: string; email: string };

export type GoogleParams = { isGoogleAuth?: true; token?: string; email?: string; name?: string; trip?: string };

/** The owner is not known yet; `trip` is the round trip that the token claims to end. */
export type ArrivedToken = { token: string; trip?: string | undefined };

type Stored = ArrivedToken & Partial<GoogleSignUp>;

const STORED = 'google-sign-up';

export function hasGoogleParams({ isGoogleAuth, token, email, name }: GoogleParams): boolean {
  return [isGoogleAuth, token, email, name].some((value) => value !== undefined);
}

/** Anybody can write an address, so the name and the email in it are ignored. */
export function readGoogleToken({ isGoogleAuth, token, email, name, trip }: GoogleParams): ArrivedToken | null {
  return isGoogleAuth && token && email && name ? { token, trip } : null;
}

export function storeGoogleSignUp(signUp: GoogleSignUp | ArrivedToken): void {
  tabStorage.writeJson(STORED, signUp);
}

export function removeGoogleSignUp(): void {
  tabStorage.remove(STORED);
}

export function getGoogleSignUp(): GoogleSignUp | null {
  const { token, name, email } = readStored() ?? {};
  if (token !== undefined && name !== undefined && email !== undefined) return { token, name, email };
  const [sessionToken, viewer] = [session.token(), session.viewer()];
  return sessionToken !== null && viewer && !viewer.role ? { token: sessionToken, name: viewer.name, email: viewer.email } : null;
}

export function getArrivedToken(): ArrivedToken | null {
  const { token, trip, name } = readStored() ?? {};
  return token !== undefined && name === undefined ? { token, trip } : null;
}

function readStored(): Stored | null {
  const { token, trip, name, email } = tabStorage.readRecord(STORED);
  if (typeof token !== 'string') return null;
  if (typeof name === 'string' && typeof email === 'string') return { token, name, email };
  return { token, trip: typeof trip === 'string' ? trip : undefined };
}
