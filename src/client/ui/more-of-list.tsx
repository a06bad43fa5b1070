import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import classes from './more-of-list.module.css';

/** What the end of a list needs of an endless query. */
export type MorePages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

export type MoreOfListProps = {
  pages: MorePages;
  /** Said when the next page did not come. */
  failure?: string;
  /** For the space above the button. */
  className?: string | undefined;
};

/** The end of a list that comes in pages. */
export function MoreOfList({ pages, failure, className = '' }: MoreOfListProps) {
  const [isRequested, setRequested] = useState(false);
  const end = useRef<HTMLSpanElement>(null);
  const { hasNextPage, isFetchingNextPage } = pages;

  // The button that had the focus is gone with the last page.
  useLayoutEffect(() => {
    if (!isRequested || hasNextPage) return;
    if (document.activeElement === document.body) end.current?.focus({ preventScroll: true });
  }, [isRequested, hasNextPage]);

  function showMore(): void {
    if (isFetchingNextPage) return;
    setRequested(true);
    pages.fetchNextPage();
  }

  return (
    <>
      {pages.isFetchNextPageError && failure && (
        <p className={classes.failed} role="alert">
          {failure}
        </p>
      )}
      {hasNextPage && (
        <div className={`${classes.more} ${className}`}>
          <Button
            variant="default"
            // Disabled it would lose the focus, and with it the place in the list.
            aria-disabled={isFetchingNextPage}
            leftSection={isFetchingNextPage && <Loader size={16} />}
            onClick={showMore}
          >
            Show more
          </Button>
        </div>
      )}
      {isRequested && !hasNextPage && (
        <VisuallyHidden ref={end} tabIndex={-1}>
          End of the list
        </VisuallyHidden>
      )}
    </>
  );
}
