import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isTemporary, isUnauthenticated } from '#client/lib/rpc/errors.ts';
import type { Session } from '#client/lib/session/session.ts';

const FRESH_MS = 30_000;
const KEPT_MS = 10 * 60_000;
const MOST_REPEATS = 2;

/** Refusals are not asked for again, silences are; a 401 anywhere lets the session be checked. */
export function makeQueryClient(session: Pick<Session, 'check'>): QueryClient {
  const onError = (error: unknown) => {
    if (isUnauthenticated(error)) void session.check();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Tries without a network too: a screen says what is wrong instead of waiting in silence.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: FRESH_MS,
        gcTime: KEPT_MS,
        retry: (repeats, error) => isTemporary(error) && repeats < MOST_REPEATS,
        retryDelay: (repeats) => 500 * 2 ** repeats,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
