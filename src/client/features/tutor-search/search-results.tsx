import { Button } from '@mantine/core';
import { SearchX, Sparkles } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { sentenceOf } from '#client/api/refusals.ts';
import { Empty, ErrorState } from '#client/ui/page-state.tsx';
import type { TutorCard } from '#shared/contracts/tutors.ts';
import { shownInWords } from './counts.ts';
import classes from './search-results.module.css';
import type { TutorSearch } from './search-state.ts';
import { TutorGrid, TutorGridLoading } from './tutor-grid.tsx';
import { type TutorPages, useFirstState } from './use-tutor-search.ts';

const TITLE = 'Error Loading Tutors';
const FAILED = 'Failed to search tutors';

export type SearchResultsProps = {
  pages: TutorPages;
  search: TutorSearch;
  onClear: () => void;
  /** Leaves only the words. */
  onWiden: () => void;
  action?: (tutor: TutorCard) => ReactNode;
};

/** The cards with every state around them. */
export function SearchResults({ pages, search, onClear, onWiden, action }: SearchResultsProps) {
  const { data, error, isFetching, isPlaceholderData } = pages;
  const isFirst = useFirstState();
  const [first] = data?.pages ?? [];
  const isEmpty = first?.tutors.length === 0;
  const isWaiting = !first || (isEmpty && isPlaceholderData);

  return (
    <>
      <div aria-live="polite">{isEmpty && !isWaiting && <NothingFound isFirst={isFirst} search={search} onClear={onClear} onWiden={onWiden} />}</div>
      {isWaiting && !error && <TutorGridLoading />}
      {!first && Boolean(error) && (
        <ErrorState title={TITLE} message={sentenceOf(error, FAILED)} isRetrying={isFetching} onRetry={() => void pages.refetch()} />
      )}
      {data && !isEmpty && (
        <>
          <TutorGrid
            tutors={data.pages.flatMap(({ tutors }) => tutors)}
            isForSubject={Boolean(search.subject || search.topic)}
            isBusy={isPlaceholderData}
            action={action}
          />
          <More pages={pages} />
        </>
      )}
    </>
  );
}

type NothingFoundProps = Pick<SearchResultsProps, 'search' | 'onClear' | 'onWiden'> & { isFirst: boolean };

function NothingFound({ isFirst, search: { q, category, subject }, onClear, onWiden }: NothingFoundProps) {
  if (isFirst) {
    return <Empty title="Start Your Search" text="Choose a subject, or type a name, a topic or a town." icon={<Sparkles size={26} />} />;
  }
  const isNarrow = q !== undefined && Boolean(category || subject);
  return (
    <Empty
      title="No tutors found"
      text={
        q ? `Nothing matches “${q}” with these filters. Try another word, or fewer filters.` : 'No tutor matches these filters. Try fewer of them.'
      }
      icon={<SearchX size={26} />}
      action={
        <div className={classes.steps}>
          <Button onClick={onClear}>Clear All Filters</Button>
          {isNarrow && (
            <Button variant="default" onClick={onWiden}>
              Search all subjects
            </Button>
          )}
        </div>
      }
    />
  );
}

/** The next page comes when the end of the list comes near. */
function More({ pages }: { pages: TutorPages }) {
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = pages;
  const end = useRef<HTMLDivElement>(null);
  const isReady = hasNextPage && !isFetching && !isFetchNextPageError && !isPlaceholderData;
  const fetchMore = useEffectEvent(() => void pages.fetchNextPage());

  useEffect(() => {
    if (!isReady || !end.current) return;
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && fetchMore(), {
      rootMargin: '600px 0px',
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isReady]);

  const [first] = data?.pages ?? [];
  const shown = data?.pages.reduce((total, { tutors }) => total + tutors.length, 0) ?? 0;
  return (
    <div ref={end} className={classes.more}>
      {isFetchNextPageError && !isFetchingNextPage ? (
        <div role="alert" className={classes.failed}>
          <p>
            <strong>{TITLE}</strong> {sentenceOf(pages.error, FAILED)}
          </p>
          <Button variant="default" onClick={() => void pages.fetchNextPage()}>
            Try Again
          </Button>
        </div>
      ) : (
        hasNextPage && first && <p role="status">{isFetchingNextPage ? 'Loading more tutors...' : shownInWords(shown, first)}</p>
      )}
    </div>
  );
}
