import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import type { TRPCClient, TRPCLink, TRPCUntypedClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCContext, createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { I18n } from '#client/lib/i18n.ts';
import type { Session } from '#client/lib/session/session-store.ts';
import type { AppRouter } from '#server/api/router.ts';

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;
export type Link = TRPCLink<AppRouter>;
export type Client = TRPCClient<AppRouter>;
export type UntypedClient = Pick<TRPCUntypedClient<AppRouter>, 'query' | 'mutation' | 'subscription'>;

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export type Api = ReturnType<typeof makeApi>;

export function makeApi(client: Client, queryClient: QueryClient) {
  return createTRPCOptionsProxy<AppRouter>({ client, queryClient });
}

/** What was read by any of these procedures, with any input, is read again. */
export function invalidateAll(queryClient: QueryClient, procedures: readonly { pathFilter: () => QueryFilters }[]): Promise<unknown> {
  return Promise.all(procedures.map((procedure) => queryClient.invalidateQueries(procedure.pathFilter())));
}

/** For lists that are read page by page. */
export const BY_CURSOR = { getNextPageParam: <Cursor>({ nextCursor }: { nextCursor: Cursor }) => nextCursor };

export type RouterContext = {
  i18n: I18n;
  session: Session;
  queryClient: QueryClient;
  api: Api;
  /** What a page shows: the server waits for it, the browser goes on and shows what it has. */
  load: (...queries: readonly Promise<unknown>[]) => Promise<void> | undefined;
};
