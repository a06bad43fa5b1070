import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isTemporary, isUnauthenticated } from '#client/lib/rpc/errors.ts';
import type { Session } from '#client/lib/session/session.ts';

const FRESH_MS = 30_000;
const CACHE_MS = 10 * 60_000;
const MAX_RETRIES = 2;

export function makeQueryClient(session: Pick<Session, 'check'>): QueryClient {
  const onError = (error: unknown) => {
    if (isUnauthenticated(error)) void session.check();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Without a network too: a screen then shows the error instead of waiting.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: FRESH_MS,
        gcTime: CACHE_MS,
        retry: (failures, error) => isTemporary(error) && failures < MAX_RETRIES,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
