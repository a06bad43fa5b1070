import { trpc } from '#client/lib/rpc/trpc.ts';

export type ThreadPages = ReturnType<typeof useThreads>;

/** The conversations of whoever is signed in, the one of the last message first. */
export function useThreads() {
  return trpc.messages.threads.useInfiniteQuery({}, { getNextPageParam: ({ nextCursor }) => nextCursor });
}
