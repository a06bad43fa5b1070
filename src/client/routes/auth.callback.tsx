import { createFileRoute, redirect as goTo } from '@tanstack/react-router';
import { titled } from '#client/api/page-config.ts';
import { oneOf, searchParams, words } from '#client/api/search-params.ts';
import { homeOf, type Session } from '#client/api/session.ts';
import { keepArrival } from '#client/features/auth/google-sign-up.ts';
import { Spinner } from '#client/ui/page-state.tsx';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const SENTENCE = 300;

const params = searchParams({
  token: words(LIMITS.url),
  user: (value) => value,
  error: words(SENTENCE),
  next: oneOf(['leave']),
});

type Arrived = ReturnType<typeof params>;

/** Out of the address before anything is shown or fetched. */
let arrived: Arrived = {};
/** Where it leads: found out once, though the loader runs again when the session changes. */
let way: Promise<Way> | undefined;

export const Route = createFileRoute('/auth/callback')({
  validateSearch: params,
  beforeLoad: ({ cause, search, location }) => {
    if (cause === 'preload' || location.state.isArrived) return;
    arrived = search;
    way = undefined;
    throw goTo({ to: '/auth/callback', state: { isArrived: true }, replace: true });
  },
  loader: async ({ context: { session }, cause }) => {
    if (cause === 'preload') return;
    way ??= wayOf(arrived, session).catch((error: unknown) => {
      way = undefined;
      throw error;
    });
    const { home, error } = await way;
    if (error !== undefined) throw goTo({ to: '/login', search: { error }, replace: true });
    throw goTo({ href: home, replace: true });
  },
  head: () => titled('Signing in'),
  component: Spinner,
  pendingComponent: Spinner,
});

type Way = { home: string; error?: undefined } | { home?: undefined; error: string };

async function wayOf({ next, ...sent }: Arrived, session: Session): Promise<Way> {
  const { arrivalOf } = await import('#client/features/auth/callback.ts');
  const arrival = arrivalOf(sent);
  if ('error' in arrival) return { error: arrival.error };
  const { token, user } = arrival;
  const isSamePerson = session.viewer()?.id === user.id;
  session.logOutReplaced(token);
  session.begin({ token, user }, { isRemembered: true });
  // The address is no proof of who that is.
  void session.refresh();
  if (!user.role) keepArrival(token);
  // Another account of the same person's at Google is not what they were about to delete.
  return { home: user.role && next === 'leave' && isSamePerson ? '/account?leave=true' : homeOf(user) };
}
