import { ArcticFetchError, CodeChallengeMethod, decodeIdToken, OAuth2Client, OAuth2RequestError, UnexpectedResponseError } from 'arctic';
import type { GoogleProfile, GoogleSignIn } from '#server/core/ports.ts';
import { DomainError } from '#shared/errors.ts';
import { DEADLINES, FRESH_MINUTES } from '#shared/vocabulary/limits.ts';

export type GoogleSettings = {
  clientId: string;
  clientSecret: string;
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  redirectUrl: string;
  timeoutMs?: number;
};

/** Google knows neither of OpenID's own, and refuses a prompt that it does not know. */
const ASKED_ANEW = {
  google: [['prompt', 'select_account']],
  openid: [
    ['prompt', 'login'],
    ['max_age', '0'],
  ],
} as const;
const GOOGLE = 'https://accounts.google.com';
const SCOPES = ['openid', 'email', 'profile'];
/** Well before the request's own deadline, so that a sentence can follow. */
const TIMEOUT_MS = DEADLINES.requestMs / 2;
/** How far the provider's clock may be from ours. */
const SKEW_SECONDS = 60;

class TookTooLong extends Error {}

/** Google, or whatever OpenID provider its endpoints name. */
export function createGoogleSignIn(settings: GoogleSettings): GoogleSignIn {
  const { clientId, clientSecret, authorizationUrl, tokenUrl, redirectUrl, timeoutMs = TIMEOUT_MS } = settings;
  const client = new OAuth2Client(clientId, clientSecret, redirectUrl);
  const isGoogle = settings.issuer === GOOGLE;

  return {
    createAuthorizationUrl({ state, codeVerifier, nonce, isFresh }) {
      const url = client.createAuthorizationURLWithPKCE(authorizationUrl, state, CodeChallengeMethod.S256, codeVerifier, SCOPES);
      url.searchParams.set('nonce', nonce);
      for (const [name, value] of isFresh ? ASKED_ANEW[isGoogle ? 'google' : 'openid'] : []) url.searchParams.set(name, value);
      return url;
    },
    async fetchProfile({ code, codeVerifier, nonce, isFresh = false }) {
      try {
        const tokens = await within(timeoutMs, client.validateAuthorizationCode(tokenUrl, code, codeVerifier));
        return profileIn(decodeIdToken(tokens.idToken()), { ...settings, nonce, isFresh });
      } catch (error) {
        // Anything but a bad code is a mistake in the settings, which the log should name.
        if (error instanceof OAuth2RequestError && error.code !== 'invalid_grant') throw error;
        throw new DomainError(isAway(error) ? 'auth.google_unavailable' : 'auth.google_failed');
      }
    },
  };
}

/** Arctic takes no signal: who waits is let go, and the answer is dropped. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new TookTooLong()), { once: true }));
  return Promise.race([work, late]);
}

function isAway(error: unknown): boolean {
  return error instanceof TookTooLong || error instanceof ArcticFetchError || (error instanceof UnexpectedResponseError && error.status >= 500);
}

type Expected = { issuer: string; clientId: string; nonce: string; isFresh: boolean };

/** The token came from the provider itself over its own connection, which stands for its signature (OpenID Connect Core 3.1.3.7). */
function profileIn(claims: object, { issuer, clientId, nonce, isFresh }: Expected): GoogleProfile {
  const told = new Map<string, unknown>(Object.entries(claims));
  const text = (name: string): string => {
    const value = told.get(name);
    return typeof value === 'string' ? value : '';
  };
  const expires = told.get('exp');
  const isOurs =
    // Google also names itself without the scheme.
    [issuer, issuer.replace(/^https:\/\//, '')].includes(text('iss')) &&
    text('aud') === clientId &&
    typeof expires === 'number' &&
    expires + SKEW_SECONDS > Date.now() / 1000 &&
    text('nonce') === nonce;
  if (isFresh && !isRecent(told.get('auth_time'))) throw new Error('not a sign-in of now');
  if (!isOurs || text('sub') === '' || text('email') === '') throw new Error('not a token for this sign-in');

  const verified = told.get('email_verified');
  const isEmailVerified = verified === true || verified === 'true';
  return { id: text('sub'), email: text('email'), isEmailVerified, name: text('name'), photoUrl: text('picture') || null };
}

/** When the provider has last seen the person; Google does not tell unless it is set up to. */
function isRecent(authTime: unknown): boolean {
  if (authTime === undefined) return true;
  return typeof authTime === 'number' && authTime + FRESH_MINUTES * 60 + SKEW_SECONDS > Date.now() / 1000;
}
