import type { GoogleSignIn } from '#server/core/ports.ts';

export type GoogleSettings = {
  clientId: string;
  clientSecret: string;
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  redirectUrl: string;
};

export function createGoogleSignIn(settings: GoogleSettings): GoogleSignIn {
  return { authorise: () => new URL(settings.authorizationUrl), profile: () => Promise.reject(new Error('being built')) };
}
