import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** What the server rendered a page from; it travels in the page. */
export type PageData = { answers: readonly (readonly [QueryKey, unknown])[]; renderedAt: Date };

export function toPageData(queryClient: QueryClient, renderedAt: Date): PageData {
  const answered = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' });
  return { answers: answered.map(({ queryKey, state }) => [queryKey, state.data]), renderedAt };
}

/** The answers count as of now, even where a cache held the page for a while: hydration asks nothing again. */
export function takePageData(queryClient: QueryClient, { answers }: PageData): void {
  for (const [queryKey, data] of answers) queryClient.setQueryData(queryKey, data);
}

const ROUTERS_SAME_FOR_ALL = new Set<unknown>(['catalogue', 'statistics']);

/**
 * For those who are signed in, because the server answered nobody. Each answer is asked for again once a part that shows it is hydrated:
 * React would replace a part, and what is typed in it, whose data had changed before.
 */
export function refetchPageData(queryClient: QueryClient, { answers }: PageData): void {
  const cache = queryClient.getQueryCache();
  const waiting = new Set<Query>();
  for (const [queryKey] of answers) {
    const [path] = queryKey;
    const query = cache.find({ queryKey, exact: true });
    if (query && !(Array.isArray(path) && ROUTERS_SAME_FOR_ALL.has(path[0]))) waiting.add(query);
  }
  if (waiting.size === 0) return;
  const refetch = (query: Query) => {
    if (waiting.delete(query)) void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    if (waiting.size === 0) stop();
  };
  const stop = cache.subscribe(({ type, query }) => {
    if (type === 'observerAdded') refetch(query);
    if (type === 'removed') waiting.delete(query);
  });
  for (const query of waiting) if (query.getObserversCount() > 0) refetch(query);
}
