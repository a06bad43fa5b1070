import { createFileRoute, redirect as goTo } from '@tanstack/react-router';
import { titled } from '#client/api/page-config.ts';
import { oneOf, searchParams, words } from '#client/api/search-params.ts';
import { homeOf } from '#client/api/session.ts';
import { keepGoogleSignUp } from '#client/features/auth/google-sign-up.ts';
import { Spinner } from '#client/ui/page-state.tsx';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const SENTENCE = 300;

const params = searchParams({
  token: words(LIMITS.url),
  user: (value) => value,
  error: words(SENTENCE),
  next: oneOf(['leave']),
});

/** Out of the address before anything is shown or fetched; kept, because the loader may run again before it has led on. */
let arrived: ReturnType<typeof params> = {};

export const Route = createFileRoute('/auth/callback')({
  validateSearch: params,
  beforeLoad: ({ cause, search }) => {
    if (cause === 'preload' || Object.values(search).every((value) => value === undefined)) return;
    arrived = search;
    throw goTo({ to: '/auth/callback', replace: true });
  },
  loader: async ({ context: { session }, cause }) => {
    if (cause === 'preload') return;
    const { arrivalOf } = await import('#client/features/auth/callback.ts');
    const arrival = arrivalOf(arrived);
    if ('error' in arrival) throw goTo({ to: '/login', search: { error: arrival.error }, replace: true });
    const { token, user } = arrival;
    session.begin({ token, user }, { isRemembered: true });
    // The address is no proof of who that is.
    void session.refresh();
    if (!user.role) keepGoogleSignUp({ token, name: user.name, email: user.email });
    else if (arrived.next === 'leave') throw goTo({ href: '/account?leave=true', replace: true });
    throw goTo({ to: homeOf(user), replace: true });
  },
  head: () => titled('Signing in'),
  component: Spinner,
  pendingComponent: Spinner,
});
