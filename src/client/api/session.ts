import { redirect } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { Role } from '#shared/vocabulary/people.ts';
import { type Me, makeSession, type Session } from './session-store.ts';

export type { Me, Session } from './session-store.ts';

/** The session of this tab. */
export const session: Session = makeSession();

/** Who is signed in, live: null is nobody, undefined is not known yet. */
export function useViewer(): Me | null | undefined {
  return useSyncExternalStore(session.subscribe, session.viewer);
}

/** Where a role begins. */
export const HOME = {
  admin: '/admin/dashboard',
  tutor: '/tutor/profile',
  student: '/student/dashboard',
} as const satisfies Record<Role, string>;

const DASHBOARD = { ...HOME, tutor: '/tutor/dashboard' } as const;

type Someone = { role: Role | null } | null | undefined;

export const homeOf = (person: Someone) => (person?.role ? HOME[person.role] : '/');

/** Where the Dashboard link leads. */
export const dashboardOf = (person: Someone) => (person?.role ? DASHBOARD[person.role] : '/');

/** A path of this site that one may be sent back to; anything else is none. */
export function returnPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return undefined;
  return new URL(path, window.location.origin).origin === window.location.origin ? path : undefined;
}

type Guarded = { session: Pick<Session, 'known' | 'settled' | 'viewer'> };

/** Anyone who is signed in; a visitor logs in first and comes back. */
export async function requireViewer({ session }: Guarded, href: string): Promise<{ me: Me }> {
  const me = await session.known();
  if (!me) throw redirect({ to: '/login', search: { redirect: href }, replace: true });
  return { me };
}

/** The guard of an area: below it, `context.me` has the role. The wrong role goes to its own home. */
export async function requireRole<R extends Role>(role: R, context: Guarded, href: string): Promise<{ me: Me<R> }> {
  const { me } = await requireViewer(context, href);
  if (me.role !== role) throw redirect({ to: homeOf(me), replace: true });
  return { me: { ...me, role } };
}

/** The guard of login and registration, on entering only: whoever is signed in goes home. */
export async function requireGuest({ session }: Guarded, cause: 'preload' | 'enter' | 'stay'): Promise<void> {
  if (cause !== 'enter') return;
  await session.settled();
  const me = session.viewer();
  if (me) throw redirect({ to: homeOf(me), replace: true });
}
