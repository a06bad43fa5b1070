import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Outputs, useTRPC } from '#client/lib/rpc/trpc.ts';
import { homeTutorsQuery, type TutorSearch, tutorsQuery } from './search-state.ts';

type Page = Outputs['tutors']['search'];

export type TutorPages = {
  data: { pages: Page[] } | undefined;
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

export function useTutorSearch(search: TutorSearch, { isReady = true }: { isReady?: boolean } = {}): TutorPages {
  return useTutorPages(tutorsQuery(search), isReady);
}

export const useHomeTutors = (): TutorPages => useTutorPages(homeTutorsQuery, true);

function useTutorPages([input, options]: ReturnType<typeof tutorsQuery>, isReady: boolean): TutorPages {
  const trpc = useTRPC();
  return useInfiniteQuery(
    trpc.tutors.search.infiniteQueryOptions(input, {
      ...options,
      enabled: isReady,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
    }),
  );
}

const MAX_EMPTY_PAGES = 5;

export type MorePages = {
  isReady: boolean;
  isPaused: boolean;
  resume: () => void;
};

/** A page may be empty though more follow, where the server checks the days of one tutor after another: the next is fetched by itself. */
export function useMorePages(pages: TutorPages): MorePages {
  const { data, hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData } = pages;
  const empty = countEmptyAtEnd(data?.pages ?? []);
  const [allowed, setAllowed] = useState({ firstPage: data?.pages[0], count: MAX_EMPTY_PAGES });
  const maxEmpty = allowed.firstPage === data?.pages[0] ? allowed.count : MAX_EMPTY_PAGES;
  const isIdle = hasNextPage && !isFetching && !isFetchNextPageError && !isPlaceholderData;
  const isPaused = isIdle && empty >= maxEmpty;
  const skipped = isIdle && !isPaused ? empty : 0;
  const fetchNext = useEffectEvent(() => void pages.fetchNextPage());

  useEffect(() => {
    if (skipped > 0) fetchNext();
  }, [skipped]);

  return {
    isReady: isIdle && empty === 0,
    isPaused,
    resume: () => setAllowed({ firstPage: data?.pages[0], count: empty + MAX_EMPTY_PAGES }),
  };
}

function countEmptyAtEnd(pages: readonly { tutors: readonly unknown[] }[]): number {
  const lastFull = pages.findLastIndex(({ tutors }) => tutors.length > 0);
  return pages.length - 1 - lastFull;
}
