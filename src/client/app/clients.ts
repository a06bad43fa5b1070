import { type Client, makeApi, makeClient, type RouterContext } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { setServerTime } from '#client/ui/clock.ts';
import { setLastSeen } from '#client/ui/last-seen.ts';
import { LAST_SEEN } from '#shared/vocabulary/offline.ts';
import { makeQueryClient } from './query-client.ts';

export type Clients = RouterContext & { client: Client };

export function makeClients(): Clients {
  const queryClient = makeQueryClient(session);
  const ask = (cursor: string | undefined, signal: AbortSignal) => client.inbox.after.query({ cursor }, { signal });
  const loadLive = () => import('#client/lib/realtime/connection.ts').then(({ makeLiveLink }) => makeLiveLink(session, ask));
  const client: Client = makeClient(session, loadLive, timed);
  return { session, queryClient, client, api: makeApi(client, queryClient) };
}

/** Every answer tells what time it is, and some from when they are. */
async function timed(...asked: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...asked);
  setServerTime(answer.headers.get('date'));
  setLastSeen(answer.headers.get(LAST_SEEN.header));
  return answer;
}
