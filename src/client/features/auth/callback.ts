import type { Me } from '#client/api/session.ts';
import { ROLES } from '#shared/vocabulary/people.ts';

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
