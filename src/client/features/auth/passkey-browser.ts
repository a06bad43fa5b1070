import { type StartAuthenticationOpts, startAuthentication } from '@simplewebauthn/browser';
import { ClientError } from '#client/lib/rpc/errors.ts';

const NOT_USED = 'The passkey was not used. Please try again, or choose another way.';

/** Has the browser sign what the server asks for. Import it only on demand. */
export async function answerOf(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  // The server's library has made them for the browser's.
  const optionsJSON = options as unknown as StartAuthenticationOpts['optionsJSON'];
  try {
    return { ...(await startAuthentication({ optionsJSON })) };
  } catch {
    // Closed, timed out or not allowed: browsers tell pages no difference.
    throw new ClientError(NOT_USED);
  }
}
