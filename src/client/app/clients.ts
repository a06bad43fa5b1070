import { type Client, makeApi, makeClient, type RouterContext } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { setServerTime } from '#client/ui/clock.ts';
import { setLastSeen } from '#client/ui/last-seen.ts';
import { LAST_SEEN } from '#shared/vocabulary/offline.ts';
import { makeQueryClient } from './query-client.ts';

export type Clients = RouterContext & { client: Client };

export function makeClients(): Clients {
  const queryClient = makeQueryClient(session);
  const loadInbox = (cursor: string | undefined, signal: AbortSignal) => client.inbox.after.query({ cursor }, { signal });
  const loadLive = () => import('#client/lib/realtime/connection.ts').then(({ makeLiveLink }) => makeLiveLink(session, loadInbox));
  const client: Client = makeClient(session, loadLive, fetchWithTime);
  return { session, queryClient, client, api: makeApi(client, queryClient) };
}

async function fetchWithTime(...args: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...args);
  setServerTime(response.headers.get('date'));
  setLastSeen(response.headers.get(LAST_SEEN.header));
  return response;
}
