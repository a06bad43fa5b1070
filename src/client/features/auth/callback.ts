import { toApiError } from '#client/lib/rpc/errors.ts';
import { takeGoogleStart } from '#client/lib/session/google-start.ts';
import { type Account, homeOf, type Session } from '#client/lib/session/session.ts';
import type { StartedSession } from '#shared/contracts/auth.ts';
import { type ArrivedToken, forgetGoogleSignUp, keepArrival, keepGoogleSignUp } from './google-sign-up.ts';
import { keepSecondStep, keptSecondStep, type SecondStepArrival, secondStepIn } from './second-step-arrival.ts';

type Sent = { token?: string; user?: unknown; error?: string; trip?: string };
/** `hash`: what stands behind the `#` of the address. */
type Arrived = Sent & { next?: 'leave'; hash?: string };

/** A token whose owner the server has named, and the page that follows signing in with it. */
export type Arrival = { token: string; me: Account; home: string };

/**
 * What an arrival at /auth/callback comes to. `question`: the user decides whether to sign in.
 * `second-step`: Google was the first step, and the account has a second one.
 * `problem`: nobody arrives, and whoever is signed in stays so. `error`: the same where nobody is signed in, or as the address says.
 */
export type Outcome = SignedIn | { kind: 'error' | 'problem'; sentence: string } | { kind: 'second-step'; arrival: SecondStepArrival };
type SignedIn = { kind: 'home'; home: string } | ({ kind: 'question' } & Arrival);

const UNREADABLE = 'Failed to process authentication';
const INCOMPLETE = 'Invalid authentication response';

/** An arrival at another page that has to be asked about at /auth/callback. */
let waiting: Arrival | undefined;

/** Nothing is changed here before the server has named the owner of the token: anybody can write an address. */
export async function outcomeOf(session: Session, { next, hash = '', ...sent }: Arrived): Promise<Outcome> {
  if (waiting) {
    const arrival = waiting;
    waiting = undefined;
    return { kind: 'question', ...arrival };
  }
  const secondStep = secondStepIn(hash);
  if (secondStep) {
    const { trip, ...asked } = secondStep;
    const arrival = { ...asked, isExpected: takeGoogleStart(trip) };
    keepSecondStep(arrival);
    return { kind: 'second-step', arrival };
  }
  // Reloaded, as phones do with a page while its user looks up the code in another app.
  const kept = Object.values(sent).every((value) => value === undefined) && keptSecondStep();
  if (kept) return { kind: 'second-step', arrival: kept };
  if (sent.error !== undefined) return { kind: 'error', sentence: sent.error };
  const problem = problemOf(sent);
  const me = problem === null ? await ownerOf(session, `${sent.token}`) : null;
  if (!me) return { kind: session.token() === null ? 'error' : 'problem', sentence: problem ?? INCOMPLETE };
  return arrive(session, { token: `${sent.token}`, me, next, isExpected: takeGoogleStart(sent.trip) });
}

/** After the second step, by the same rules as without one. */
export async function outcomeAfter(session: Session, { token, user }: StartedSession, { isExpected, next }: SecondStepArrival): Promise<SignedIn> {
  await session.settled();
  return arrive(session, { token, me: user, next, isExpected });
}

type Arriving = { token: string; me: Account; next: 'leave' | undefined; isExpected: boolean };

function arrive(session: Session, { token, me, next, isExpected }: Arriving): SignedIn {
  const isSamePerson = session.viewer()?.id === me.id;
  // Another account of the same person's at Google is not what they were about to delete.
  const home = me.role && next === 'leave' && isSamePerson ? '/account?leave=true' : homeOf(me);
  const arrival = { token, me, home };
  if (needsQuestion(session, arrival, isExpected)) return { kind: 'question', ...arrival };
  signIn(session, arrival);
  return { kind: 'home', home };
}

export function signIn(session: Session, { token, me }: Arrival): void {
  session.logOutReplaced(token);
  session.begin({ token, user: me }, { isRemembered: true });
  if (!me.role) keepArrival({ token });
}

/** A stranger's link could sign somebody in to the stranger's account, or out of their own. */
function needsQuestion(session: Session, { token, me }: Pick<Arrival, 'token' | 'me'>, isExpected: boolean): boolean {
  if (session.token() === null) return !isExpected;
  if (session.token() === token) return false;
  return !(isExpected && session.viewer()?.id === me.id);
}

/** Null where the server knows nobody by this token. */
async function ownerOf(session: Session, token: string): Promise<Account | null> {
  // In one batch with the check of the session, both would be asked with one token.
  await session.settled();
  try {
    return await session.whoIs(token);
  } catch (error) {
    const status = toApiError(error)?.status;
    if (status === 401 || status === 403) return null;
    throw error;
  }
}

/** What the specification says of an address that is not whole; null for one that is. */
function problemOf({ token, user }: Sent): string | null {
  if (!token || user === undefined || user === '') return INCOMPLETE;
  const record = readable(user);
  if (record === undefined) return UNREADABLE;
  return isPerson(record) ? null : INCOMPLETE;
}

/** The router has read it once; some senders encode it twice. */
function readable(user: unknown): unknown {
  if (typeof user !== 'string') return user;
  try {
    return JSON.parse(decodeURIComponent(user));
  } catch {
    return undefined;
  }
}

type Sender = Partial<Record<keyof Account | '_id', unknown>>;

function isPerson(record: unknown): boolean {
  if (typeof record !== 'object' || record === null) return false;
  const { _id, id = _id, name, email }: Sender = record;
  return typeof id === 'string' && typeof name === 'string' && typeof email === 'string' && id !== '' && email !== '';
}

/** Asked once, though the guard runs again when the session changes. */
let asked: { token: string; answer: Promise<'settled' | 'question'> } | undefined;

/** Finds out for /register whose the token is that came from Google. `question`: send the browser to /auth/callback, which asks. */
export function welcome(session: Session, { token, trip }: ArrivedToken): Promise<'settled' | 'question'> {
  if (asked?.token === token) return asked.answer;
  const answer = meet(session, { token, trip }).finally(() => {
    asked = undefined;
  });
  asked = { token, answer };
  return answer;
}

async function meet(session: Session, { token, trip }: ArrivedToken): Promise<'settled' | 'question'> {
  let me: Account | null;
  try {
    me = await ownerOf(session, token);
  } catch (error) {
    keepArrival({ token, trip });
    throw error;
  }
  if (!me) {
    forgetGoogleSignUp();
    return 'settled';
  }
  const arrival = { token, me, home: homeOf(me) };
  if (me.role) {
    forgetGoogleSignUp();
    if (needsQuestion(session, arrival, takeGoogleStart(trip))) {
      waiting = arrival;
      return 'question';
    }
    signIn(session, arrival);
    return 'settled';
  }
  const isExpected = takeGoogleStart(trip);
  if (!isExpected && session.token() !== null && session.token() !== token) {
    // A link from somebody else would sign them out.
    forgetGoogleSignUp();
    waiting = arrival;
    return 'question';
  }
  session.logOutReplaced(token);
  if (session.token() !== token) session.end();
  keepGoogleSignUp({ token, name: me.name, email: me.email });
  return 'settled';
}
