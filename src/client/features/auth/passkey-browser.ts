import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type StartAuthenticationOpts, startAuthentication } from '@simplewebauthn/browser';
import { ClientError } from '#client/lib/rpc/errors.ts';

/** Import lazily: it brings `@simplewebauthn/browser`. */
export async function signWithPasskey(i18n: I18n, options: Record<string, unknown>): Promise<Record<string, unknown>> {
  // The server's library creates these options for the browser's library.
  const optionsJSON = options as unknown as StartAuthenticationOpts['optionsJSON'];
  try {
    return { ...(await startAuthentication({ optionsJSON })) };
  } catch {
    // Closed, timed out or not allowed: browsers do not tell pages which.
    throw new ClientError(i18n._(msg`The passkey did not work. Try again or sign in another way.`));
  }
}
