import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Outputs, trpc } from '#client/lib/rpc/trpc.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { tutorsOf } from './search-calls.ts';
import type { TutorSearch } from './search-state.ts';

type Page = Outputs['tutors']['search'];

/** What the results need of an endless query. */
export type TutorPages = {
  data: { pages: Page[] } | undefined;
  error: unknown;
  isFetching: boolean;
  /** What is shown is of the search before. */
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

/** Page after page; the results of the search before stay until those of the next have come. */
export function useTutorSearch(search: TutorSearch, { isReady = true }: { isReady?: boolean } = {}): TutorPages {
  const [filters, fresh] = tutorsOf(search);
  return trpc.tutors.search.useInfiniteQuery(filters, {
    ...fresh,
    enabled: isReady,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

/** True for the first three seconds of a screen. */
export function useFirstState(): boolean {
  const [isFirst, setFirst] = useState(true);
  useEffect(() => {
    const timer = setTimeout(setFirst, SEARCH.firstStateMs, false);
    return () => clearTimeout(timer);
  }, []);
  return isFirst;
}
