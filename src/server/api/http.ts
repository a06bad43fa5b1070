import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Ctx, Session } from '#server/core/context.ts';
import { appRouter } from './router.ts';

export type ContextSource = {
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  contextOf: (session: Session) => Ctx;
};

/** Who is asking, as a context. */
export async function contextFor({ sessionOf, contextOf }: ContextSource, authorization: string | undefined): Promise<Ctx> {
  return contextOf(await sessionOf(authorization));
}

/** tRPC over HTTP. */
export function trpcOverHttp(source: ContextSource, request: Request): Promise<Response> {
  return fetchRequestHandler({
    endpoint: '/trpc',
    router: appRouter,
    req: request,
    createContext: ({ req }) => contextFor(source, req.headers.get('authorization') ?? undefined),
  });
}
