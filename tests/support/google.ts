import type { GoogleProfile, GoogleSignIn } from '#server/core/ports.ts';
import { unique, uniqueEmail } from './factories.ts';

/** What the browser brings back from Google. */
export const GOOGLE_ANSWER = { code: 'a code', codeVerifier: 'a verifier', nonce: 'a nonce' };

export const aGoogleProfile = (overrides: Partial<GoogleProfile> = {}): GoogleProfile => ({
  id: unique('google'),
  email: uniqueEmail(),
  isEmailVerified: true,
  name: 'Nimal Perera',
  photoUrl: null,
  ...overrides,
});

export function fakeGoogle(overrides: Partial<GoogleProfile> = {}): GoogleSignIn {
  const profile = aGoogleProfile(overrides);
  return { createAuthorizationUrl: () => new URL('https://accounts.example'), fetchProfile: async () => profile };
}
