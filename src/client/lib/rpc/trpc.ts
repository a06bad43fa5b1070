import type { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { createTRPCContext, createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { I18n } from '#client/lib/i18n.ts';
import type { Session } from '#client/lib/session/session-store.ts';
import type { AppRouter } from '#server/api/router.ts';

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;
export type Link = TRPCLink<AppRouter>;

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export type Client = ReturnType<typeof makeClient>;

export function makeClient(link: Link) {
  return createTRPCClient<AppRouter>({ links: [link] });
}

export type Api = ReturnType<typeof makeApi>;

export function makeApi(client: Client, queryClient: QueryClient) {
  return createTRPCOptionsProxy<AppRouter>({ client, queryClient });
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

const RELOAD_MS = 3000;

/** Its code is loaded with the first call. Where that fails, a patient link tries again every few seconds, any other fails the call. */
export function lazyLink(load: () => Promise<Link>, { isPatient = false } = {}): Link {
  return (runtime) => {
    // One for all calls: those of the same moment are sent together.
    let loaded: Promise<ReturnType<Link>> | undefined;
    return ({ op, next }) =>
      observable((observer) => {
        let isOver = false;
        let stop = () => {};
        const start = () => {
          loaded ??= load().then((link) => link(runtime));
          loaded.then(
            (link) => {
              if (isOver) return;
              const running = link({ op, next }).subscribe(observer);
              stop = () => running.unsubscribe();
            },
            (error: unknown) => {
              loaded = undefined;
              if (isOver) return;
              if (!isPatient) return observer.error(TRPCClientError.from(toError(error)));
              const timer = setTimeout(start, RELOAD_MS);
              stop = () => clearTimeout(timer);
            },
          );
        };
        start();
        return () => {
          isOver = true;
          stop();
        };
      });
  };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
