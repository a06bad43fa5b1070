import { callTRPCProcedure, getTRPCErrorShape, TRPCError } from '@trpc/server';
import type { Ctx } from '#server/core/context.ts';
import { appRouter } from './router.ts';

type Outcome = { data: unknown } | { error: object };

/** Calls queries without HTTP, for pages that this process renders. `error` has the form that tRPC would send. */
export function createInProcessCall(createContext: () => Ctx): (path: string, input: unknown) => Promise<Outcome> {
  return async (path, input) => {
    const ctx = createContext();
    const call = { router: appRouter, path, getRawInput: async () => input, ctx, type: 'query', signal: undefined, batchIndex: 0 } as const;
    try {
      return { data: await callTRPCProcedure(call) };
    } catch (cause) {
      const error = cause instanceof TRPCError ? cause : new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause });
      return { error: getTRPCErrorShape({ config: appRouter._def._config, error, type: 'query', path, input, ctx }) };
    }
  };
}
