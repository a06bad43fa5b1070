import type { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, splitLink, type TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { toApiError } from '#client/lib/rpc/errors.ts';
import type { ConfirmationRequest } from '#client/lib/session/confirmation.ts';
import type { Session } from '#client/lib/session/session-store.ts';
import type { AppRouter } from '#server/api/router.ts';
import { transformer } from '#shared/transformer.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;
export type Link = TRPCLink<AppRouter>;

export const trpc = createTRPCReact<AppRouter>();

export type Client = ReturnType<typeof makeClient>;

export function makeClient(
  session: Pick<Session, 'token'>,
  loadLive: () => Promise<Link>,
  fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args),
) {
  const http = { url: '/trpc', fetch, maxURLLength: 4000, transformer } as const;
  return createTRPCClient<AppRouter>({
    links: [
      confirmingLink,
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: lazyLink(loadLive),
        false: splitLink({
          // A batch has one token: a call with its own goes alone.
          condition: ({ context }) => context.token !== undefined,
          true: httpBatchLink({ ...http, maxItems: 1, headers: ({ opList: [op] }) => bearer(op.context.token) }),
          false: httpBatchLink({ ...http, maxItems: LIMITS.callsInBatch, headers: () => bearer(session.token()) }),
        }),
      }),
    ],
  });
}

export type Api = ReturnType<typeof makeApi>;

export function makeApi(client: Client, queryClient: QueryClient) {
  return createTRPCQueryUtils<AppRouter>({ client, queryClient });
}

export type RouterContext = { session: Session; queryClient: QueryClient; api: Api };

function bearer(token: unknown): Record<string, string> {
  return typeof token === 'string' ? { authorization: `Bearer ${token}` } : {};
}

const REQUEST_BY_CODE = new Map<string | undefined, ConfirmationRequest>([
  ['auth.confirmation_required', 'identity'],
  ['auth.email_unconfirmed', 'address'],
]);

export const confirmingLink: Link =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isOver = false;
      let stop = () => {};
      const send = () => {
        const sent = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            const request = REQUEST_BY_CODE.get(toApiError(error)?.code);
            if (!request) return observer.error(error);
            const handleAnswer = (isConfirmed: boolean) => {
              if (isOver) return;
              if (isConfirmed) send();
              else observer.error(error);
            };
            import('#client/lib/session/confirmation.ts')
              .then(({ requestConfirmation }) => requestConfirmation(request))
              .then(handleAnswer, () => handleAnswer(false));
          },
        });
        stop = () => sent.unsubscribe();
      };
      send();
      return () => {
        isOver = true;
        stop();
      };
    });

const RELOAD_MS = 3000;

function lazyLink(load: () => Promise<Link>): Link {
  let loaded: Promise<Link> | undefined;
  return (runtime) =>
    ({ op, next }) =>
      observable((observer) => {
        let isOver = false;
        let stop = () => {};
        const start = () => {
          loaded ??= load();
          loaded.then(
            (link) => {
              if (isOver) return;
              const running = link(runtime)({ op, next }).subscribe(observer);
              stop = () => running.unsubscribe();
            },
            () => {
              loaded = undefined;
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
}
