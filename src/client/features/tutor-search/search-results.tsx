import { Button } from '@mantine/core';
import { Search, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { getNow } from '#client/ui/clock.ts';
import { Empty, ErrorState } from '#client/ui/page-state.tsx';
import type { TutorCard } from '#shared/contracts/tutors.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { formatDate } from '#shared/domain/zone.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { shownInWords } from './counts.ts';
import classes from './search-results.module.css';
import { isAll, panelCount, type TutorSearch } from './search-state.ts';
import { TutorGrid, TutorGridLoading } from './tutor-grid.tsx';
import { useMorePages } from './use-more-pages.ts';
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
  const { data, error, hasNextPage, isFetching, isPlaceholderData } = pages;
  const isFirst = useFirstState();
  const more = useMorePages(pages);
  const tutors = data?.pages.flatMap((page) => page.tutors) ?? [];
  const isEmpty = data !== undefined && tutors.length === 0;
  const isWaiting = !data || (isEmpty && (isPlaceholderData || (hasNextPage && !more.isTired)));
  const isStuck = hasStopped(pages);
  const cards = { isForSubject: Boolean(search.subject || search.topic), isBusy: isPlaceholderData, action };

  return (
    <>
      <div aria-live="polite">
        {isEmpty && !isWaiting && !hasNextPage && <NothingFound isFirst={isFirst} search={search} onClear={onClear} onWiden={onWiden} />}
        {isEmpty && !isWaiting && hasNextPage && <NobodyYet onClear={onClear} onLookOn={more.lookOn} />}
      </div>
      {isWaiting && !isStuck && (data || !error) && <TutorGridLoading />}
      {isEmpty && isStuck && <MoreFailed pages={pages} />}
      {!data && Boolean(error) && (
        <ErrorState title={TITLE} message={errorMessageWithReason(error, FAILED)} isRetrying={isFetching} onRetry={() => void pages.refetch()} />
      )}
      {tutors.length > 0 && (
        <>
          {search.q === undefined ? (
            <>
              <section className={classes.group} aria-labelledby="featured-title">
                <h2 id="featured-title">Featured Tutors</h2>
                <TutorGrid tutors={tutors.slice(0, SEARCH.featured)} {...cards} />
              </section>
              {tutors.length > SEARCH.featured && (
                <section className={classes.group} aria-labelledby="others-title">
                  <h2 id="others-title">More tutors</h2>
                  <TutorGrid tutors={tutors.slice(SEARCH.featured)} {...cards} />
                </section>
              )}
            </>
          ) : (
            <TutorGrid tutors={tutors} {...cards} />
          )}
          <More pages={pages} shown={tutors.length} {...more} />
        </>
      )}
    </>
  );
}

type NothingFoundProps = Pick<SearchResultsProps, 'search' | 'onClear' | 'onWiden'> & { isFirst: boolean };

function NothingFound({ isFirst, search, onClear, onWiden }: NothingFoundProps) {
  if (isFirst) {
    return <Empty title="Start Your Search" text="Choose a subject, or type a name, a topic or a town." icon={<Search size={26} />} />;
  }
  const isNarrow = search.q !== undefined && !(isAll(search) && search.subject === undefined);
  return (
    <Empty
      title="No tutors found"
      text={whyNobody(search)}
      icon={<SearchX size={26} />}
      action={
        <div className={classes.steps}>
          {isNarrow && <Button onClick={onWiden}>Search all subjects</Button>}
          <Button variant={isNarrow ? 'default' : 'filled'} onClick={onClear}>
            Clear All Filters
          </Button>
        </div>
      }
    />
  );
}

function whyNobody(search: TutorSearch): string {
  const { q, freeOn } = search;
  const { first, last } = bookableDates(getNow(), pageConfig().timezone);
  if (freeOn && (freeOn < first || freeOn > last))
    return `Sessions can be booked from ${formatDate(first)} to ${formatDate(last)}. Choose another day.`;
  if (q && isAll(search) && panelCount(search) === 0) return `Nothing matches “${q}”. Try another word, or part of one.`;
  if (q) return `Nothing matches “${q}” with these filters. Try another word, or fewer filters.`;
  return 'No tutor matches these filters. Try fewer of them.';
}

/** The calendars of many were looked at, and those of others were not. */
function NobodyYet({ onClear, onLookOn }: { onClear: () => void; onLookOn: () => void }) {
  return (
    <Empty
      title="Nobody free so far"
      text="The tutors we have looked at are not free on this day. There are more to look at."
      icon={<SearchX size={26} />}
      action={
        <div className={classes.steps}>
          <Button onClick={onLookOn}>Keep looking</Button>
          <Button variant="default" onClick={onClear}>
            Clear All Filters
          </Button>
        </div>
      }
    />
  );
}

type MoreProps = ReturnType<typeof useMorePages> & { pages: TutorPages; shown: number };

/** The next page comes when the end of the list comes near. */
function More({ pages, shown, isReady, isTired, lookOn }: MoreProps) {
  const { data, hasNextPage, isFetchingNextPage } = pages;
  const isStuck = hasStopped(pages);
  const end = useRef<HTMLDivElement>(null);
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
  return (
    <div ref={end} className={classes.more}>
      {isStuck && <MoreFailed pages={pages} />}
      {isTired && (
        <div className={classes.pause}>
          <p role="status">None of the next tutors is free on this day. There are more to look at.</p>
          <Button variant="default" onClick={lookOn}>
            Keep looking
          </Button>
        </div>
      )}
      {hasNextPage && first && !isTired && !isStuck && (
        <p role="status">{isFetchingNextPage ? 'Loading more tutors...' : shownInWords(shown, first)}</p>
      )}
    </div>
  );
}

/** The next page did not come, and nobody has asked again. */
function hasStopped({ isFetchNextPageError, isFetchingNextPage }: TutorPages): boolean {
  return isFetchNextPageError && !isFetchingNextPage;
}

function MoreFailed({ pages }: { pages: TutorPages }) {
  return (
    <div role="alert" className={classes.pause}>
      <p>
        <strong>{TITLE}</strong> {errorMessageWithReason(pages.error, FAILED)}
      </p>
      <Button variant="default" onClick={() => void pages.fetchNextPage()}>
        Try Again
      </Button>
    </div>
  );
}
