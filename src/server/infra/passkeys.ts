import type { VerifyAuthenticationResponseOpts, VerifyRegistrationResponseOpts } from '@simplewebauthn/server';
import type { PasskeyCredential, Passkeys } from '#server/core/ports.ts';

type Site = { appName: string; publicUrl: string };
type KnownCredential = Pick<PasskeyCredential, 'credentialId' | 'transports'>;

/** Loaded with the first passkey, because the library takes 20 MB of memory. */
const loadLibrary = () => import('@simplewebauthn/server');

const toDescriptor = ({ credentialId, transports }: KnownCredential) => ({ id: credentialId, transports });

export function createPasskeys({ appName, publicUrl }: Site): Passkeys {
  const { origin, hostname } = new URL(publicUrl);
  const expected = { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true };

  return {
    async creationOptions({ id, name, email, existing: known }) {
      const { generateRegistrationOptions } = await loadLibrary();
      const options = await generateRegistrationOptions({
        rpName: appName,
        rpID: hostname,
        userID: new TextEncoder().encode(id),
        userName: email,
        userDisplayName: name,
        attestationType: 'none',
        excludeCredentials: known.map(toDescriptor),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { challenge: options.challenge, options: { ...options } };
    },
    async verifyRegistration(json, expectedChallenge) {
      const { verifyRegistrationResponse } = await loadLibrary();
      // The library checks every part that it reads, and throws.
      const response = json as unknown as VerifyRegistrationResponseOpts['response'];
      const { registrationInfo } = await verifyRegistrationResponse({ response, expectedChallenge, ...expected }).catch(() => NOT_VERIFIED);
      if (!registrationInfo) return null;
      const { id, publicKey, counter, transports } = registrationInfo.credential;
      return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports: [...(transports ?? [])] };
    },
    async requestOptions(allowed = []) {
      const { generateAuthenticationOptions } = await loadLibrary();
      const options = await generateAuthenticationOptions({
        rpID: hostname,
        userVerification: 'required',
        allowCredentials: allowed.map(toDescriptor),
      });
      return { challenge: options.challenge, options: { ...options } };
    },
    async verifyAuthentication(json, expectedChallenge, { credentialId, publicKey, counter, transports }) {
      const { verifyAuthenticationResponse } = await loadLibrary();
      // As above.
      const response = json as unknown as VerifyAuthenticationResponseOpts['response'];
      const credential = { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter, transports };
      const result = await verifyAuthenticationResponse({ response, expectedChallenge, credential, ...expected }).catch(() => null);
      return result?.verified ? result.authenticationInfo.newCounter : null;
    },
  };
}

const NOT_VERIFIED = { verified: false, registrationInfo: undefined } as const;
