import { Button, Loader } from '@mantine/core';
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
  return (
    <>
      {pages.isFetchNextPageError && failure && (
        <p className={classes.failed} role="alert">
          {failure}
        </p>
      )}
      {pages.hasNextPage && (
        <div className={`${classes.more} ${className}`}>
          <Button
            variant="default"
            // Disabled it would lose the focus, and with it the place in the list.
            aria-disabled={pages.isFetchingNextPage}
            leftSection={pages.isFetchingNextPage && <Loader size={16} />}
            onClick={() => void (pages.isFetchingNextPage || pages.fetchNextPage())}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
