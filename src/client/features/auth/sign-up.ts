import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import type { Client, Inputs } from '#client/lib/rpc/trpc.ts';
import { type Account, session } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';
import { SUCCESS } from '#shared/messages.ts';
import { forgetGoogleSignUp, type GoogleSignUp } from './google-sign-up.ts';

export async function signUpWithEmail(client: Client, input: Inputs['auth']['register']): Promise<Account> {
  const started = await client.auth.register.mutate(input);
  session.begin(started, { isRemembered: true });
  toast.success(SUCCESS.register);
  return started.user;
}

/** Completes what Google has begun; the session is the one that came back from there. */
export async function signUpWithGoogle(client: Client, { token }: GoogleSignUp, chosen: Inputs['auth']['chooseRole']): Promise<Account> {
  const context = { token };
  let user: Account;
  try {
    user = await client.auth.chooseRole.mutate(chosen, { context });
    toast.success(SUCCESS.register);
  } catch (error) {
    // In another tab: the account is complete, as it was said there.
    if (toApiError(error)?.code !== 'auth.role_chosen') throw error;
    user = await client.auth.me.query(undefined, { context });
    toast.info(errorMessage(error, ''));
  }
  forgetGoogleSignUp();
  session.begin({ token, user }, { isRemembered: true });
  return user;
}

/** Ends the session that Google has begun, without completing the account. */
export function letGoOf(client: Client, { token }: GoogleSignUp): void {
  client.auth.logout.mutate(undefined, { context: { token } }).catch(() => null);
  forgetGoogleSignUp();
  if (session.token() === token) session.end();
}

/** Fills the hidden fields of a sign-up by Google; it is never sent. */
export function randomPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => letters[byte % letters.length]).join('');
}
