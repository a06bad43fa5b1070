import { toApiError } from '#client/lib/rpc/errors.ts';
import { type GoogleStart, takeGoogleStart } from '#client/lib/session/google-start.ts';
import { type Account, getLandingPath, type Session, toReturnPath } from '#client/lib/session/session.ts';
import { tabStorage } from '#client/lib/storage.ts';
import type { StartedSession } from '#shared/contracts/auth.ts';
import type { SecondStepRequired } from '#shared/contracts/factors.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/account-limits.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { SECOND_STEPS } from '#shared/vocabulary/people.ts';
import type { CallbackProblemText } from './callback-problems.ts';
import { type ArrivedToken, removeGoogleSignUp, storeGoogleSignUp } from './google-sign-up.ts';

type Params = { token?: string; user?: unknown; error?: string; trip?: string };
type CallbackParams = Params & { next?: 'leave'; hash?: string };

export type Arrival = { token: string; me: Account; home: string };
type SignedIn = { kind: 'home'; home: string } | ({ kind: 'question' } & Arrival);

/** `isExpected`: this tab started the sign-in. */
export type SecondStepArrival = GoogleStart & { step: SecondStepRequired; next?: 'leave' };

/**
 * `question`: the user decides whether to sign in. `problem`: the sign-in failed, and whoever is signed in stays so.
 * `error`: the same where nobody is signed in, or where the address says so.
 */
export type CallbackOutcome =
  | SignedIn
  | { kind: 'error'; message: string }
  | { kind: 'problem'; message: CallbackProblemText }
  | { kind: 'second-step'; arrival: SecondStepArrival };

const UNREADABLE = 'Failed to process authentication';
const INCOMPLETE = 'Invalid authentication response';
const STORED_SECOND_STEP = 'google-second-step';

let pendingArrival: Arrival | undefined;

/** Anybody can write an address, so nothing changes before the server has named the owner of the token. */
export async function resolveCallback(session: Session, { next, hash = '', ...params }: CallbackParams): Promise<CallbackOutcome> {
  if (pendingArrival) {
    const arrival = pendingArrival;
    pendingArrival = undefined;
    return { kind: 'question', ...arrival };
  }
  const secondStep = parseSecondStep(hash);
  if (secondStep) {
    const { trip, ...rest } = secondStep;
    const arrival = { ...rest, ...takeGoogleStart(trip) };
    const { step, ...options } = arrival;
    tabStorage.writeJson(STORED_SECOND_STEP, { ...step, ...options, at: Date.now() });
    return { kind: 'second-step', arrival };
  }
  // A reload: phones reload a page while its user looks up the code in another app.
  const stored = Object.values(params).every((value) => value === undefined) && readSecondStep();
  if (stored) return { kind: 'second-step', arrival: stored };
  if (params.error !== undefined) return { kind: 'error', message: params.error };
  const problem = findProblem(params);
  const me = problem === null ? await findOwner(session, `${params.token}`) : null;
  if (!me) return { kind: session.token() === null ? 'error' : 'problem', message: problem ?? INCOMPLETE };
  return signInOrAsk(session, { token: `${params.token}`, me, next, ...takeGoogleStart(params.trip) });
}

export async function completeSecondStep(session: Session, { token, user }: StartedSession, arrival: SecondStepArrival): Promise<SignedIn> {
  await session.waitForCheck();
  return signInOrAsk(session, { token, me: user, next: arrival.next, isExpected: arrival.isExpected, returnTo: arrival.returnTo });
}

type Candidate = GoogleStart & { token: string; me: Account; next: 'leave' | undefined };

function signInOrAsk(session: Session, { token, me, next, isExpected, returnTo }: Candidate): SignedIn {
  // A user who returns from Google with another account did not mean to delete that one.
  const isSameAccount = session.viewer()?.id === me.id;
  const home = me.role && next === 'leave' && isSameAccount ? '/account?leave=true' : getLandingPath(me, returnTo);
  const arrival = { token, me, home };
  if (needsQuestion(session, arrival, isExpected)) return { kind: 'question', ...arrival };
  signIn(session, arrival);
  return { kind: 'home', home };
}

export function signIn(session: Session, { token, me }: Arrival): void {
  session.begin({ token, user: me }, { isRemembered: true });
  if (!me.role) storeGoogleSignUp({ token });
}

/** A stranger's link could sign somebody in to the stranger's account, or out of their own. */
function needsQuestion(session: Session, { token, me }: Arrival, isExpected: boolean): boolean {
  if (session.token() === null) return !isExpected;
  if (session.token() === token) return false;
  return !(isExpected && session.viewer()?.id === me.id);
}

async function findOwner(session: Session, token: string): Promise<Account | null> {
  // In one batch with the check of the session, both calls would carry the same token.
  await session.waitForCheck();
  try {
    return await session.fetchAccount(token);
  } catch (error) {
    const status = toApiError(error)?.status;
    if (status === 401 || status === 403) return null;
    throw error;
  }
}

function findProblem({ token, user }: Params): CallbackProblemText | null {
  if (!token || user === undefined || user === '') return INCOMPLETE;
  const record = parseUser(user);
  if (record === undefined) return UNREADABLE;
  return isUser(record) ? null : INCOMPLETE;
}

/** The router has decoded it once; some providers encode it twice. */
function parseUser(user: unknown): unknown {
  if (typeof user !== 'string') return user;
  try {
    return JSON.parse(decodeURIComponent(user));
  } catch {
    return undefined;
  }
}

function isUser(record: unknown): boolean {
  if (typeof record !== 'object' || record === null) return false;
  const { _id, id = _id, name, email }: Partial<Record<keyof Account | '_id', unknown>> = record;
  return typeof id === 'string' && typeof name === 'string' && typeof email === 'string' && id !== '' && email !== '';
}

function parseSecondStep(hash: string): (Omit<SecondStepArrival, 'isExpected'> & { trip: string | undefined }) | null {
  const params = new URLSearchParams(hash);
  const challenge = params.get('challenge');
  const names = (params.get('methods') ?? '').split(' ');
  const methods = SECOND_STEPS.filter((method) => names.includes(method));
  if (!challenge || methods.length === 0) return null;
  return { step: { challenge, methods }, next: params.get('next') === 'leave' ? 'leave' : undefined, trip: params.get('trip') ?? undefined };
}

/** For a reload, when the address no longer has it. The challenge alone signs nobody in. */
function readSecondStep(): SecondStepArrival | null {
  const { challenge, methods, next, isExpected, returnTo, at } = tabStorage.readRecord(STORED_SECOND_STEP);
  const age = typeof at === 'number' ? Date.now() - at : Number.POSITIVE_INFINITY;
  if (typeof challenge !== 'string' || !Array.isArray(methods) || age < 0 || age >= SECOND_FACTOR.challengeMinutes * MINUTE_MS) return null;
  return {
    step: { challenge, methods: SECOND_STEPS.filter((method) => methods.includes(method)) },
    next: next === 'leave' ? 'leave' : undefined,
    isExpected: isExpected === true,
    returnTo: toReturnPath(returnTo),
  };
}

export function removeSecondStep(): void {
  tabStorage.remove(STORED_SECOND_STEP);
}

type Identified = 'settled' | 'question';

/** The guard of /register runs again when the session changes, and must not ask the server twice. */
let identifying: { token: string; result: Promise<Identified> } | undefined;

export function identifyArrivedToken(session: Session, arrived: ArrivedToken): Promise<Identified> {
  if (identifying?.token === arrived.token) return identifying.result;
  const result = identify(session, arrived).finally(() => {
    identifying = undefined;
  });
  identifying = { token: arrived.token, result };
  return result;
}

async function identify(session: Session, { token, trip }: ArrivedToken): Promise<Identified> {
  let me: Account | null;
  try {
    me = await findOwner(session, token);
  } catch (error) {
    storeGoogleSignUp({ token, trip });
    throw error;
  }
  if (!me) {
    removeGoogleSignUp();
    return 'settled';
  }
  const arrival = { token, me, home: getLandingPath(me, undefined) };
  const { isExpected } = takeGoogleStart(trip);
  const hasOtherSession = session.token() !== null && session.token() !== token;
  // A link from somebody else would sign the viewer out.
  if (me.role ? needsQuestion(session, arrival, isExpected) : !isExpected && hasOtherSession) {
    removeGoogleSignUp();
    pendingArrival = arrival;
    return 'question';
  }
  if (me.role) {
    removeGoogleSignUp();
    signIn(session, arrival);
    return 'settled';
  }
  session.logOutReplaced(token);
  if (session.token() !== token) session.end();
  storeGoogleSignUp({ token, name: me.name, email: me.email });
  return 'settled';
}
