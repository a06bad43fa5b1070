import { refusalOf } from '#client/api/refusals.ts';
import type { Me, Session } from '#client/api/session.ts';
import { ROLES } from '#shared/vocabulary/people.ts';
import { forgetGoogleSignUp, keepArrival, keepGoogleSignUp } from './google-sign-up.ts';

type Sent = { token?: string; user?: unknown; error?: string };

/** What the provider's way back came to: a session, or the sentence that /login shows. */
export type Arrival = { token: string; user: Me } | { error: string };

const UNREADABLE = { error: 'Failed to process authentication' } as const;
const INCOMPLETE = { error: 'Invalid authentication response' } as const;

export function arrivalOf({ token, user, error }: Sent): Arrival {
  if (error !== undefined) return { error };
  if (!token || user === undefined || user === '') return INCOMPLETE;
  const record = readable(user);
  if (record === undefined) return UNREADABLE;
  const me = personIn(record);
  return me ? { token, user: me } : INCOMPLETE;
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

type Sender = Partial<Record<keyof Me | '_id', unknown>>;

function personIn(record: unknown): Me | null {
  if (typeof record !== 'object' || record === null) return null;
  const { _id, id = _id, name, email, role, phone, profileImage, emailVerified }: Sender = record;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof email !== 'string' || !id || !email) return null;
  return {
    id,
    name,
    email,
    role: ROLES.find((known) => known === role) ?? null,
    phone: typeof phone === 'string' ? phone : '',
    profileImage: typeof profileImage === 'string' ? profileImage : '',
    emailVerified: typeof emailVerified === 'boolean' ? emailVerified : undefined,
  };
}

/** Asked once, though the guard runs again when the session changes. */
let asked: { token: string; answer: Promise<Me | null> } | undefined;

/** Whom the server knows by the token that came from Google: now signed in, or about to choose a role; null is nobody. */
export function welcome(session: Session, token: string): Promise<Me | null> {
  if (asked?.token === token) return asked.answer;
  const answer = meet(session, token).finally(() => {
    asked = undefined;
  });
  asked = { token, answer };
  return answer;
}

async function meet(session: Session, token: string): Promise<Me | null> {
  // In one batch with the check of the session, both would be asked with one token.
  await session.settled();
  let me: Me;
  try {
    me = await session.whoIs(token);
  } catch (error) {
    const status = refusalOf(error)?.status;
    if (status === 401 || status === 403) {
      forgetGoogleSignUp();
      return null;
    }
    keepArrival(token);
    throw error;
  }
  session.logOutReplaced(token);
  if (me.role) {
    session.begin({ token, user: me }, { isRemembered: true });
    return me;
  }
  if (session.token() !== token) session.end();
  keepGoogleSignUp({ token, name: me.name, email: me.email });
  return me;
}
