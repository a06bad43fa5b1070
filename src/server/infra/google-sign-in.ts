import { ArcticFetchError, CodeChallengeMethod, decodeIdToken, OAuth2Client, OAuth2RequestError, UnexpectedResponseError } from 'arctic';
import type { GoogleProfile, GoogleSignIn } from '#server/core/ports.ts';
import { DomainError } from '#shared/errors.ts';
import { FRESH_MINUTES } from '#shared/vocabulary/account-limits.ts';
import { DEADLINES } from '#shared/vocabulary/limits.ts';

export type GoogleSettings = {
  clientId: string;
  clientSecret: string;
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  redirectUrl: string;
  timeoutMs?: number;
};

/** Google supports neither `login` nor `max_age`, and rejects an unknown prompt. */
const FRESH_PARAMETERS = {
  google: [['prompt', 'select_account']],
  openid: [
    ['prompt', 'login'],
    ['max_age', '0'],
  ],
} as const;
const GOOGLE = 'https://accounts.google.com';
const SCOPES = ['openid', 'email', 'profile'];
const TIMEOUT_MS = DEADLINES.requestMs / 2;
const SKEW_SECONDS = 60;

class TimeoutError extends Error {}

export function createGoogleSignIn(settings: GoogleSettings): GoogleSignIn {
  const { clientId, clientSecret, authorizationUrl, tokenUrl, redirectUrl, timeoutMs = TIMEOUT_MS } = settings;
  const client = new OAuth2Client(clientId, clientSecret, redirectUrl);
  const isGoogle = settings.issuer === GOOGLE;

  return {
    createAuthorizationUrl({ state, codeVerifier, nonce, isFresh }) {
      const url = client.createAuthorizationURLWithPKCE(authorizationUrl, state, CodeChallengeMethod.S256, codeVerifier, SCOPES);
      url.searchParams.set('nonce', nonce);
      for (const [name, value] of isFresh ? FRESH_PARAMETERS[isGoogle ? 'google' : 'openid'] : []) url.searchParams.set(name, value);
      return url;
    },
    async fetchProfile({ code, codeVerifier, nonce, isFresh = false }) {
      try {
        const tokens = await withTimeout(timeoutMs, client.validateAuthorizationCode(tokenUrl, code, codeVerifier));
        return toProfile(decodeIdToken(tokens.idToken()), { ...settings, nonce, isFresh });
      } catch (error) {
        if (error instanceof OAuth2RequestError && error.code !== 'invalid_grant') throw error;
        throw new DomainError(isUnavailable(error) ? 'auth.google_unavailable' : 'auth.google_failed');
      }
    },
  };
}

async function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  const timedOut = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new TimeoutError()), { once: true }));
  return Promise.race([work, timedOut]);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof TimeoutError || error instanceof ArcticFetchError || (error instanceof UnexpectedResponseError && error.status >= 500);
}

type ExpectedClaims = { issuer: string; clientId: string; nonce: string; isFresh: boolean };

/** The signature is not checked: the token came directly from the provider over TLS, which is enough (OpenID Connect Core 3.1.3.7). */
function toProfile(claims: object, { issuer, clientId, nonce, isFresh }: ExpectedClaims): GoogleProfile {
  const claimsByName = new Map<string, unknown>(Object.entries(claims));
  const text = (name: string): string => {
    const value = claimsByName.get(name);
    return typeof value === 'string' ? value : '';
  };
  const expires = claimsByName.get('exp');
  const isValid =
    // Google also sends its issuer without the scheme.
    [issuer, issuer.replace(/^https:\/\//, '')].includes(text('iss')) &&
    text('aud') === clientId &&
    typeof expires === 'number' &&
    expires + SKEW_SECONDS > Date.now() / 1000 &&
    text('nonce') === nonce;
  if (isFresh && !isRecent(claimsByName.get('auth_time'))) throw new Error('not a sign-in of now');
  if (!isValid || text('sub') === '' || text('email') === '') throw new Error('not a token for this sign-in');

  const verified = claimsByName.get('email_verified');
  const isEmailVerified = verified === true || verified === 'true';
  return { id: text('sub'), email: text('email'), isEmailVerified, name: text('name'), photoUrl: text('picture') || null };
}

/** Google sends no `auth_time` unless it is set up to. */
function isRecent(authTime: unknown): boolean {
  if (authTime === undefined) return true;
  return typeof authTime === 'number' && authTime + FRESH_MINUTES * 60 + SKEW_SECONDS > Date.now() / 1000;
}
