import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type StartRegistrationOpts, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { ClientError } from '#client/lib/rpc/errors.ts';

const FAILED = msg`No passkey was made. Please try again.`;
const ALREADY_REGISTERED = msg`This device already has a passkey for your account.`;

export async function createPasskey(i18n: I18n, options: Record<string, unknown>): Promise<Record<string, unknown>> {
  // The server's library creates these options for the browser's library.
  const optionsJSON = options as unknown as StartRegistrationOpts['optionsJSON'];
  try {
    return { ...(await startRegistration({ optionsJSON })) };
  } catch (error) {
    const isRegistered = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new ClientError(i18n._(isRegistered ? ALREADY_REGISTERED : FAILED));
  }
}
