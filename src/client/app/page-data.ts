import type { QueryClient, QueryKey } from '@tanstack/react-query';

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

/** For those who are signed in, because the server answered nobody. */
export function refetchPageData(queryClient: QueryClient, { answers }: PageData): void {
  for (const [queryKey] of answers) void queryClient.invalidateQueries({ queryKey, exact: true });
}
