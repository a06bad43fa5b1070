import { type StartAuthenticationOpts, startAuthentication } from '@simplewebauthn/browser';
import { ClientError } from '#client/lib/rpc/errors.ts';

const NOT_USED = 'The passkey did not work. Try again or sign in another way.';

/** Import lazily: it brings `@simplewebauthn/browser`. */
export async function signWithPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  // The server's library creates these options for the browser's library.
  const optionsJSON = options as unknown as StartAuthenticationOpts['optionsJSON'];
  try {
    return { ...(await startAuthentication({ optionsJSON })) };
  } catch {
    // Closed, timed out or not allowed: browsers do not tell pages which.
    throw new ClientError(NOT_USED);
  }
}
