import { Trans } from '@lingui/react/macro';
import { type BoxProps, Button, Group, Loader, Text, VisuallyHidden } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';

export type MorePages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

export type MoreOfListProps = BoxProps & {
  pages: MorePages;
  failure?: string;
};

export function MoreOfList({ pages, failure, ...box }: MoreOfListProps) {
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
        <Text c="red" role="alert">
          {failure}
        </Text>
      )}
      {hasNextPage && (
        <Group justify="center" {...box}>
          <Button
            variant="default"
            // A disabled button would lose the focus, and with it the position in the list.
            aria-disabled={isFetchingNextPage}
            leftSection={isFetchingNextPage && <Loader size={16} />}
            onClick={showMore}
          >
            <Trans>Show more</Trans>
          </Button>
        </Group>
      )}
      {isRequested && !hasNextPage && (
        <VisuallyHidden ref={end} tabIndex={-1}>
          <Trans>End of the list</Trans>
        </VisuallyHidden>
      )}
    </>
  );
}
