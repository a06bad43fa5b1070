import { msg } from '@lingui/core/macro';
import { redirect } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { i18nOfPage } from '#client/lib/i18n.ts';
import { ClientError } from '#client/lib/rpc/errors.ts';
import { type Account, makeSession, type Session } from '#client/lib/session/session-store.ts';
import { withoutLocale } from '#shared/domain/locale-paths.ts';
import type { Role } from '#shared/vocabulary/people.ts';

export type { Account, Session } from '#client/lib/session/session-store.ts';

export const session: Session = makeSession();

/** The server renders pages for nobody. */
const getNobody = () => null;

export function useViewer(): Account | null | undefined {
  return useSyncExternalStore(session.subscribe, session.viewer, getNobody);
}

export function requireAccount(): Account {
  const me = session.viewer();
  if (!me) throw new ClientError(i18nOfPage()._(msg`User not authenticated`));
  return me;
}

/** For pages below a guard; the last account while they are left after the end of the session. */
export function useAccount(): Account {
  const viewer = useViewer();
  const [last, setLast] = useState(viewer ?? requireAccount);
  if (viewer && viewer !== last) setLast(viewer);
  return viewer ?? last;
}

export const HOME_PATHS = {
  admin: '/admin/dashboard',
  tutor: '/tutor/profile',
  student: '/student/dashboard',
} as const satisfies Record<Role, string>;

const DASHBOARD_PATHS = { ...HOME_PATHS, tutor: '/tutor/dashboard' } as const;
const ROLE_CHOICE_PATH = '/register';
const ACCOUNT_PATH = '/account';

type RoleHolder = { role: Role | null } | null | undefined;

export function getHomePath(viewer: RoleHolder) {
  if (!viewer) return '/';
  return viewer.role ? HOME_PATHS[viewer.role] : ROLE_CHOICE_PATH;
}

/** Where somebody goes after signing in: to the page they came from, by way of choosing a role if they have none. */
export function getLandingPath(viewer: RoleHolder, returnTo: string | undefined): string {
  if (returnTo === undefined) return getHomePath(viewer);
  return viewer?.role ? returnTo : `${ROLE_CHOICE_PATH}?${new URLSearchParams({ redirect: returnTo })}`;
}

export const getDashboardPath = (viewer: RoleHolder) => (viewer?.role ? DASHBOARD_PATHS[viewer.role] : '/');

const ENTRY_PATHS = ['/login', ROLE_CHOICE_PATH, '/forgot-password', '/reset-password', '/auth/callback', '/auth/confirmed', '/verify-email'];

/** A profile whose booking dialog is open, or a question to a tutor. */
const CONTINUED = /^\/(?:tutors\/[^/?#]+\?(?:[^#]*&)?book=1(?:[&#]|$)|messages\?tutor=[^&#]+$)/;

/** What a visitor had begun and goes on with after signing up. */
export const isContinuedAfterSignUp = (path: string): boolean => CONTINUED.test(withoutLocale(path));

/** Undefined unless it is a path of this site to return to. */
export function toReturnPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return undefined;
  const url = parseUrl(path);
  return url?.origin === THIS_SITE && !ENTRY_PATHS.includes(withoutLocale(url.pathname)) ? path : undefined;
}

/** Stands for the origin, which the server does not know. */
const THIS_SITE = 'https://this.site';

function parseUrl(path: string): URL | null {
  try {
    return new URL(path, THIS_SITE);
  } catch {
    return null;
  }
}

type GuardContext = { session: Pick<Session, 'waitForViewer' | 'waitForCheck' | 'viewer'> };

export async function requireViewer({ session }: GuardContext, href: string): Promise<{ me: Account<Role> }> {
  const stored = await session.waitForViewer();
  // It may have changed since it was stored: the server is asked before anybody is redirected.
  const isUnfinished = !stored?.role || stored.isSecondFactorDue;
  if (stored && isUnfinished) await session.waitForCheck();
  const me = isUnfinished ? await session.waitForViewer() : stored;
  if (!me) throw redirect({ to: '/login', search: { redirect: href }, replace: true });
  if (!me.role) throw redirect({ to: ROLE_CHOICE_PATH, replace: true });
  if (me.isSecondFactorDue && !href.startsWith(ACCOUNT_PATH)) throw redirect({ to: ACCOUNT_PATH, hash: 'two-step', replace: true });
  return { me: { ...me, role: me.role } };
}

export async function requireRole<R extends Role>(role: R, context: GuardContext, href: string): Promise<{ me: Account<R> }> {
  const { me } = await requireViewer(context, href);
  if (me.role !== role) throw redirect({ to: getHomePath(me), replace: true });
  return { me: { ...me, role } };
}

type Cause = 'preload' | 'enter' | 'stay';

export async function requireGuest({ session }: GuardContext, cause: Cause): Promise<void> {
  if (cause !== 'enter') return;
  await session.waitForCheck();
  const me = session.viewer();
  if (me) throw redirect({ to: getHomePath(me), replace: true });
}

export async function requireNewcomer({ session }: GuardContext, cause: Cause): Promise<void> {
  if (cause !== 'enter') return;
  await session.waitForCheck();
  const me = session.viewer();
  if (me?.role) throw redirect({ to: getHomePath(me), replace: true });
}
