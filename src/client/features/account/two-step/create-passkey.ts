import { type StartRegistrationOpts, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { ClientError } from '#client/lib/rpc/errors.ts';

const FAILED = 'No passkey was made. Please try again.';
const ALREADY_REGISTERED = 'This device already has a passkey for your account.';

export async function createPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  // The server's library creates these options for the browser's library.
  const optionsJSON = options as unknown as StartRegistrationOpts['optionsJSON'];
  try {
    return { ...(await startRegistration({ optionsJSON })) };
  } catch (error) {
    const isRegistered = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new ClientError(isRegistered ? ALREADY_REGISTERED : FAILED);
  }
}
