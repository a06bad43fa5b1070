import { redirect } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { ClientError } from '#client/lib/rpc/errors.ts';
import { type Account, makeSession, type Session } from '#client/lib/session/session-store.ts';
import type { Role } from '#shared/vocabulary/people.ts';

export type { Account, Session } from '#client/lib/session/session-store.ts';

/** The session of this tab. */
export const session: Session = makeSession();

/** Who is signed in, live: null is nobody, undefined is not known yet. */
export function useViewer(): Account | null | undefined {
  return useSyncExternalStore(session.subscribe, session.viewer);
}

/** Whoever is signed in, for what only they may do. */
export function requireAccount(): Account {
  const me = session.viewer();
  if (!me) throw new ClientError('User not authenticated');
  return me;
}

/** The same, live, for pages below a guard; while they are being left after the end of the session, whoever it was. */
export function useAccount(): Account {
  const viewer = useViewer();
  const [last, setLast] = useState(viewer ?? requireAccount);
  if (viewer && viewer !== last) setLast(viewer);
  return viewer ?? last;
}

/** Where a role begins. */
export const HOME = {
  admin: '/admin/dashboard',
  tutor: '/tutor/profile',
  student: '/student/dashboard',
} as const satisfies Record<Role, string>;

const DASHBOARD = { ...HOME, tutor: '/tutor/dashboard' } as const;
/** Where an account that has no role yet chooses one. */
const CHOICE = '/register';
const ACCOUNT = '/account';

type Someone = { role: Role | null } | null | undefined;

export function homeOf(person: Someone) {
  if (!person) return '/';
  return person.role ? HOME[person.role] : CHOICE;
}

/** Where the Dashboard link leads. */
export const dashboardOf = (person: Someone) => (person?.role ? DASHBOARD[person.role] : '/');

/** They end where one is signed in, so none of them is a place to come back to. */
const WAYS_IN = ['/login', CHOICE, '/forgot-password', '/reset-password', '/auth/callback', '/auth/confirmed', '/verify-email'];

/** A path of this site that one may be sent back to; anything else is none. */
export function returnPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return undefined;
  const url = parsed(path);
  return url?.origin === window.location.origin && !WAYS_IN.includes(url.pathname) ? path : undefined;
}

function parsed(path: string): URL | null {
  try {
    return new URL(path, window.location.origin);
  } catch {
    return null;
  }
}

type Guarded = { session: Pick<Session, 'known' | 'settled' | 'viewer'> };

/** Anyone who is signed in; a visitor logs in first and comes back, an account without a role chooses one, an admin without a second factor sets one up. */
export async function requireViewer({ session }: Guarded, href: string): Promise<{ me: Account<Role> }> {
  const kept = await session.known();
  // It may have been chosen, or set up, since this record was kept: the server is heard before anybody is led there.
  const isUnfinished = !kept?.role || kept.isSecondFactorDue;
  if (kept && isUnfinished) await session.settled();
  const me = isUnfinished ? await session.known() : kept;
  if (!me) throw redirect({ to: '/login', search: { redirect: href }, replace: true });
  if (!me.role) throw redirect({ to: CHOICE, replace: true });
  if (me.isSecondFactorDue && !href.startsWith(ACCOUNT)) throw redirect({ to: ACCOUNT, hash: 'two-step', replace: true });
  return { me: { ...me, role: me.role } };
}

/** The guard of an area: below it, `context.me` has the role. The wrong role goes to its own home. */
export async function requireRole<R extends Role>(role: R, context: Guarded, href: string): Promise<{ me: Account<R> }> {
  const { me } = await requireViewer(context, href);
  if (me.role !== role) throw redirect({ to: homeOf(me), replace: true });
  return { me: { ...me, role } };
}

type Cause = 'preload' | 'enter' | 'stay';

/** The guard of the pages for guests, on entering only: whoever is signed in goes home. */
export async function requireGuest({ session }: Guarded, cause: Cause): Promise<void> {
  if (cause !== 'enter') return;
  await session.settled();
  const me = session.viewer();
  if (me) throw redirect({ to: homeOf(me), replace: true });
}

/** The guard of registration, on entering only: an account without a role is not done there. */
export async function requireNewcomer({ session }: Guarded, cause: Cause): Promise<void> {
  if (cause !== 'enter') return;
  await session.settled();
  const me = session.viewer();
  if (me?.role) throw redirect({ to: homeOf(me), replace: true });
}
