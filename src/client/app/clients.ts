import { session } from '#client/api/session.ts';
import { type Client, makeApi, makeClient, type RouterContext } from '#client/api/trpc.ts';
import { makeQueryClient } from './query-client.ts';

export type Clients = RouterContext & { client: Client };

export function makeClients(): Clients {
  const queryClient = makeQueryClient(session);
  const client = makeClient(session, () => import('#client/api/connection.ts').then(({ makeLiveLink }) => makeLiveLink(session)));
  return { session, queryClient, client, api: makeApi(client, queryClient) };
}
