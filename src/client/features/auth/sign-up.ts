import { tabDraft } from '#client/lib/drafts/draft.ts';
import { flag, nullable, oneOf, record, text } from '#client/lib/drafts/schema.ts';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import type { Client, Inputs, Outputs } from '#client/lib/rpc/trpc.ts';
import { type Account, getHomePath, isContinuedAfterSignUp, session } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';
import { SUCCESS } from '#shared/messages.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { SIGN_UP_ROLES } from '#shared/vocabulary/people.ts';
import { type GoogleSignUp, removeGoogleSignUp } from './google-sign-up.ts';

const draftFields = record({
  name: text(),
  email: text(),
  phone: text(),
  role: nullable(oneOf(SIGN_UP_ROLES, 'student')),
  isGuardian: flag(),
  childName: text(),
});
const storedDraft = tabDraft('registration', draftFields);

export type SignUpValues = typeof draftFields.defaultValue & { password: string; confirmPassword: string; agreeToTerms: boolean };

const SECRETS = { password: '', confirmPassword: '', agreeToTerms: false };

export const EMPTY_SIGN_UP: SignUpValues = { ...draftFields.defaultValue, ...SECRETS };

/** Survives a reload, so it does not store passwords. */
export const signUpDraft = {
  read(): SignUpValues | null {
    const stored = storedDraft.read();
    return stored && { ...stored, ...SECRETS };
  },
  write: ({ name, email, phone, role, isGuardian, childName }: SignUpValues) =>
    storedDraft.write({ name, email, phone, role, isGuardian, childName }),
  remove: storedDraft.remove,
};

/** Who signs up on the way to a booking goes on with it; everybody else begins at home. */
export function getPathAfterSignUp(me: Account, returnTo: string | undefined): string {
  return me.role === 'student' && returnTo !== undefined && isContinuedAfterSignUp(returnTo) ? returnTo : getHomePath(me);
}

type Registration = Inputs['auth']['register'];

/** The last registration whose answer was lost: the account may exist. */
let unanswered: Pick<Registration, 'email' | 'password'> | null = null;
let forgetting: ReturnType<typeof setTimeout> | undefined;

const MAX_DOUBT_MS = 5 * MINUTE_MS;

export function forgetUnansweredSignUp(): void {
  unanswered = null;
  clearTimeout(forgetting);
}

function rememberUnanswered({ email, password }: Registration): void {
  forgetUnansweredSignUp();
  unanswered = { email, password };
  forgetting = setTimeout(forgetUnansweredSignUp, MAX_DOUBT_MS);
}

export async function signUpWithEmail(client: Client, input: Registration): Promise<Account> {
  const started = await register(client, input);
  session.begin(started, { isRemembered: true });
  toast.success(SUCCESS.register);
  return started.user;
}

async function register(client: Client, input: Registration): Promise<Outputs['auth']['register']> {
  const { email, password } = input;
  const isRepeated = unanswered?.email === email && unanswered.password === password;
  forgetUnansweredSignUp();
  try {
    return await client.auth.register.mutate(input);
  } catch (error) {
    const { status = 500, code } = toApiError(error) ?? {};
    if (status >= 500) rememberUnanswered(input);
    if (!isRepeated || code !== 'auth.email_taken') throw error;
    const step = await client.auth.beginLogin.mutate({ email, password }).catch(() => null);
    if (step && 'started' in step) return step.started;
    throw error;
  }
}

export async function signUpWithGoogle(client: Client, { token }: GoogleSignUp, input: Inputs['auth']['chooseRole']): Promise<Account> {
  const context = { token };
  let user: Account;
  try {
    user = await client.auth.chooseRole.mutate(input, { context });
    toast.success(SUCCESS.register);
  } catch (error) {
    // Another tab has completed the account.
    if (toApiError(error)?.code !== 'auth.role_chosen') throw error;
    user = await client.auth.me.query(undefined, { context });
    toast.info(errorMessage(error, ''));
  }
  removeGoogleSignUp();
  session.begin({ token, user }, { isRemembered: true });
  return user;
}

export function abandonGoogleSignUp(client: Client, { token }: GoogleSignUp): void {
  client.auth.logout.mutate(undefined, { context: { token } }).catch(() => null);
  removeGoogleSignUp();
  if (session.token() === token) session.end();
}

const PASSWORD_LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The hidden fields of a sign-up with Google (`product.md` §5). The password is never sent. */
export function toHiddenFields({ name, email }: GoogleSignUp): Pick<SignUpValues, 'name' | 'email' | 'password' | 'confirmPassword'> {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  const password = Array.from(bytes, (byte) => PASSWORD_LETTERS[byte % PASSWORD_LETTERS.length]).join('');
  return { name, email, password, confirmPassword: password };
}
