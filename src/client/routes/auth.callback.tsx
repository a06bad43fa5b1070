import { createFileRoute, redirect as goTo } from '@tanstack/react-router';
import { titled } from '#client/api/page-config.ts';
import { oneOf, searchParams, words } from '#client/api/search-params.ts';
import { homeOf } from '#client/api/session.ts';
import { arrivalOf } from '#client/features/auth/callback.ts';
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

export const Route = createFileRoute('/auth/callback')({
  validateSearch: params,
  beforeLoad: ({ context: { session }, cause, search }) => {
    if (cause === 'preload') return;
    const arrival = arrivalOf(search);
    if ('error' in arrival) throw goTo({ to: '/login', search: { error: arrival.error }, replace: true });
    const { token, user } = arrival;
    session.begin({ token, user }, { isRemembered: true });
    // The address is no proof of who that is.
    void session.refresh();
    if (!user.role) keepGoogleSignUp({ token, name: user.name, email: user.email });
    else if (search.next === 'leave') throw goTo({ href: '/account?leave=true', replace: true });
    throw goTo({ to: homeOf(user), replace: true });
  },
  head: () => titled('Signing in'),
  component: Spinner,
});
