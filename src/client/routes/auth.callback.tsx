import { msg } from '@lingui/core/macro';
import { createFileRoute, redirect as goTo } from '@tanstack/react-router';
import type { CallbackOutcome } from '#client/features/auth/callback.ts';
import { CallbackProblem, CallbackQuestion, CallbackSecondStep } from '#client/features/auth/callback-screens.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { oneOf, searchParams, text } from '#client/lib/search-params.ts';
import type { Session } from '#client/lib/session/session.ts';
import { Spinner } from '#client/ui/page-state.tsx';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const MAX_ERROR_LENGTH = 300;

const params = searchParams({
  token: text(LIMITS.url),
  user: (value) => value,
  error: text(MAX_ERROR_LENGTH),
  next: oneOf(['leave']),
  trip: text(LIMITS.id),
});

type CallbackParams = ReturnType<typeof params> & { hash?: string };

/** Taken out of the address before anything is shown or fetched. */
let arrived: CallbackParams = {};
/** Resolved once, though the loader runs again when the session changes. */
let resolving: Promise<CallbackOutcome> | undefined;

export const Route = createFileRoute('/auth/callback')({
  staticData: { catalogues: ['auth'] },
  validateSearch: params,
  beforeLoad: ({ cause, search, location }) => {
    if (cause === 'preload' || location.state.isArrived) return;
    arrived = { ...search, hash: location.hash };
    resolving = undefined;
    throw goTo({ to: '/auth/callback', state: { isArrived: true }, replace: true });
  },
  loader: async ({ context: { session }, cause }) => {
    if (cause === 'preload') return undefined;
    resolving ??= resolve(arrived, session).catch((error: unknown) => {
      resolving = undefined;
      throw error;
    });
    const outcome = await resolving;
    if (outcome.kind === 'error') throw goTo({ to: '/login', search: { error: outcome.message }, replace: true });
    if (outcome.kind === 'home') throw goTo({ href: outcome.home, replace: true });
    return outcome;
  },
  head: ({ match: { context } }) => pageTitle(context.i18n._(msg`Signing in`)),
  component: CallbackPage,
  pendingComponent: Spinner,
});

async function resolve(params: CallbackParams, session: Session): Promise<CallbackOutcome> {
  const { resolveCallback } = await import('#client/features/auth/callback.ts');
  return resolveCallback(session, params);
}

function CallbackPage() {
  const outcome = Route.useLoaderData();
  const navigate = Route.useNavigate();
  const handleDone = (href: string) => void navigate({ href, replace: true });

  if (outcome?.kind === 'second-step') return <CallbackSecondStep arrival={outcome.arrival} onDone={handleDone} />;
  if (outcome?.kind === 'question') return <CallbackQuestion {...outcome} onDone={handleDone} />;
  if (outcome?.kind === 'problem') return <CallbackProblem message={outcome.message} onDone={handleDone} />;
  return <Spinner />;
}
