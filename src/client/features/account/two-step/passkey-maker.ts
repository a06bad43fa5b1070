import { type StartRegistrationOpts, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { ClientError } from '#client/lib/rpc/errors.ts';

const NOT_MADE = 'No passkey was made. Please try again.';
const KNOWN = 'This device has a passkey for your account already.';

/** Has the browser make a passkey. Import it only on demand. */
export async function madeFor(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  // The server's library has made them for the browser's.
  const optionsJSON = options as unknown as StartRegistrationOpts['optionsJSON'];
  try {
    return { ...(await startRegistration({ optionsJSON })) };
  } catch (error) {
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new ClientError(isKnown ? KNOWN : NOT_MADE);
  }
}
