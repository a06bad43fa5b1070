import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Client, Ctx, Session } from '#server/core/context.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { appRouter } from './router.ts';

export type ContextSource = {
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  contextOf: (session: Session, client: Client) => Ctx;
};

/** Who is asking, as a context. */
export async function contextFor({ sessionOf, contextOf }: ContextSource, authorization: string | undefined, client: Client): Promise<Ctx> {
  return contextOf(await sessionOf(authorization), client);
}

/** tRPC over HTTP. */
export function trpcOverHttp(source: ContextSource, request: Request, client: Client): Promise<Response> {
  return fetchRequestHandler({
    endpoint: '/trpc',
    router: appRouter,
    maxBatchSize: LIMITS.callsInBatch,
    req: request,
    createContext: ({ req }) => contextFor(source, req.headers.get('authorization') ?? undefined, client),
  });
}
