import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { makeI18n, setI18nOfPage } from '#client/lib/i18n.ts';
import { isTemporary, isUnauthenticated } from '#client/lib/rpc/errors.ts';
import { makeLateClient } from '#client/lib/rpc/late-client.ts';
import { type Client, makeApi, type RouterContext } from '#client/lib/rpc/trpc.ts';
import type { Session } from '#client/lib/session/session.ts';
import { session } from '#client/lib/session/session.ts';
import { setServerTime } from '#client/ui/clock.ts';
import { setLastSeen } from '#client/ui/last-seen.ts';
import type { Locale } from '#shared/vocabulary/locales.ts';
import { LAST_SEEN } from '#shared/vocabulary/offline.ts';

export type Clients = RouterContext & { client: Client };

export function makeClients(locale: Locale): Clients {
  const i18n = makeI18n(locale);
  setI18nOfPage(i18n);
  const queryClient = makeQueryClient(session);
  const loadInbox = (cursor: string | undefined, signal: AbortSignal) => client.inbox.after.query({ cursor }, { signal });
  const loadLive = () => import('#client/lib/realtime/connection.ts').then(({ makeLiveLink }) => makeLiveLink({ session, load: loadInbox }));
  const load = () =>
    import('#client/lib/rpc/http-client.ts').then(({ makeHttpClient }) => makeHttpClient({ session, loadLive, fetch: fetchWithTime }));
  const client: Client = makeLateClient(load);
  return { i18n, session, queryClient, client, api: makeApi(client, queryClient), load: () => undefined };
}

async function fetchWithTime(...args: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...args);
  setServerTime(response.headers.get('date'));
  setLastSeen(response.headers.get(LAST_SEEN.header));
  return response;
}

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
