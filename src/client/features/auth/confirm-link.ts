import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import type { Client } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';

/** `elsewhere`: the account is not signed in here. `again`: nothing was decided, and the link still holds. */
export type Confirmation = { outcome: 'confirmed' | 'refused' | 'elsewhere' } | { outcome: 'again'; problem: string };

const FAILED = 'The address could not be confirmed. Please try again.';
const asked = new Map<string, Promise<Confirmation>>();

/** A link counts once: whoever asks again, a second mount included, gets the first answer. */
export function confirmOnce(client: Client, token: string): Promise<Confirmation> {
  const known = asked.get(token) ?? confirm(client, token);
  asked.set(token, known);
  return known;
}

async function confirm(client: Client, token: string): Promise<Confirmation> {
  try {
    await client.auth.verifyEmail.mutate({ token });
    void session.refresh();
    return { outcome: 'confirmed' };
  } catch (error) {
    const { status = 503, code } = toApiError(error) ?? {};
    if (code === 'auth.link_password_required') {
      // Somebody may sign in, and come back to it.
      asked.delete(token);
      return { outcome: 'elsewhere' };
    }
    if (status >= 400 && status < 500 && status !== 429) return { outcome: 'refused' };
    asked.delete(token);
    return { outcome: 'again', problem: errorMessageWithReason(error, FAILED) };
  }
}
