import { createFileRoute, redirect as goTo } from '@tanstack/react-router';
import type { Outcome } from '#client/features/auth/callback.ts';
import { CallbackProblem, CallbackQuestion } from '#client/features/auth/callback-question.tsx';
import { CallbackSecondStep } from '#client/features/auth/callback-second-step.tsx';
import { titled } from '#client/lib/page-config.ts';
import { oneOf, searchParams, words } from '#client/lib/search-params.ts';
import type { Session } from '#client/lib/session/session.ts';
import { Spinner } from '#client/ui/page-state.tsx';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const SENTENCE = 300;

const params = searchParams({
  token: words(LIMITS.url),
  user: (value) => value,
  error: words(SENTENCE),
  next: oneOf(['leave']),
  trip: words(LIMITS.id),
});

type Arrived = ReturnType<typeof params> & { hash?: string };

/** Out of the address before anything is shown or fetched. */
let arrived: Arrived = {};
/** What it comes to: found out once, though the loader runs again when the session changes. */
let way: Promise<Outcome> | undefined;

export const Route = createFileRoute('/auth/callback')({
  validateSearch: params,
  beforeLoad: ({ cause, search, location }) => {
    if (cause === 'preload' || location.state.isArrived) return;
    arrived = { ...search, hash: location.hash };
    way = undefined;
    throw goTo({ to: '/auth/callback', state: { isArrived: true }, replace: true });
  },
  loader: async ({ context: { session }, cause }) => {
    if (cause === 'preload') return undefined;
    way ??= wayOf(arrived, session).catch((error: unknown) => {
      way = undefined;
      throw error;
    });
    const outcome = await way;
    if (outcome.kind === 'error') throw goTo({ to: '/login', search: { error: outcome.sentence }, replace: true });
    if (outcome.kind === 'home') throw goTo({ href: outcome.home, replace: true });
    return outcome;
  },
  head: () => titled('Signing in'),
  component: CallbackPage,
  pendingComponent: Spinner,
});

async function wayOf(sent: Arrived, session: Session): Promise<Outcome> {
  const { outcomeOf } = await import('#client/features/auth/callback.ts');
  return outcomeOf(session, sent);
}

function CallbackPage() {
  const outcome = Route.useLoaderData();
  const navigate = Route.useNavigate();
  const goOn = (href: string) => void navigate({ href, replace: true });

  if (outcome?.kind === 'second-step') return <CallbackSecondStep arrival={outcome.arrival} onDone={goOn} />;
  if (outcome?.kind === 'question') return <CallbackQuestion {...outcome} onDone={goOn} />;
  if (outcome?.kind === 'problem') return <CallbackProblem sentence={outcome.sentence} onDone={goOn} />;
  return <Spinner />;
}
