import { type StartRegistrationOpts, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { ClientError } from '#client/lib/rpc/errors.ts';

const FAILED = 'No passkey was made. Please try again.';
const ALREADY_REGISTERED = 'This device has a passkey for your account already.';

export async function createPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  // The server's library made them for the browser's.
  const optionsJSON = options as unknown as StartRegistrationOpts['optionsJSON'];
  try {
    return { ...(await startRegistration({ optionsJSON })) };
  } catch (error) {
    const isRegistered = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new ClientError(isRegistered ? ALREADY_REGISTERED : FAILED);
  }
}
