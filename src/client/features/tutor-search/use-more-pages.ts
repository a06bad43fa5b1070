import { useEffect, useEffectEvent, useState } from 'react';
import type { TutorPages } from './use-tutor-search.ts';

/** So many pages in a row may be empty before the visitor is asked whether to look on. */
const MOST_EMPTY = 5;

type MorePages = {
  /** The next page may come as soon as the end of the list is near. */
  isReady: boolean;
  /** Many pages in a row had nobody, and there are more. */
  isTired: boolean;
  lookOn: () => void;
};

/** A page may be empty though more come, where days are checked one tutor after another: the next one follows by itself. */
export function useMorePages(pages: TutorPages): MorePages {
  const { data, hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData } = pages;
  const empty = emptyAtEnd(data?.pages ?? []);
  const [allowed, setAllowed] = useState({ of: data?.pages[0], most: MOST_EMPTY });
  const most = allowed.of === data?.pages[0] ? allowed.most : MOST_EMPTY;
  const isIdle = hasNextPage && !isFetching && !isFetchNextPageError && !isPlaceholderData;
  const isTired = isIdle && empty >= most;
  const passedOver = isIdle && !isTired ? empty : 0;
  const fetchMore = useEffectEvent(() => void pages.fetchNextPage());

  useEffect(() => {
    if (passedOver > 0) fetchMore();
  }, [passedOver]);

  return {
    isReady: isIdle && empty === 0,
    isTired,
    lookOn: () => setAllowed({ of: data?.pages[0], most: empty + MOST_EMPTY }),
  };
}

function emptyAtEnd(pages: readonly { tutors: readonly unknown[] }[]): number {
  const lastFull = pages.findLastIndex(({ tutors }) => tutors.length > 0);
  return pages.length - 1 - lastFull;
}
