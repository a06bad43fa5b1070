import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { MoreOfList, type MorePages } from '#client/ui/more-of-list.tsx';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import type { BookingsPage, BookingView } from '#shared/contracts/bookings.ts';
import classes from './bookings-list.module.css';
import { HoldBooking, useHeldBooking } from './held-booking.ts';

/** What the list needs of an endless query. */
export type BookingPages = MorePages & {
  data: { pages: BookingsPage[] } | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

export type BookingsListProps = {
  pages: BookingPages;
  empty: ReactNode;
  renderCard: (booking: BookingView) => ReactNode;
};

/** Cards with every state around them. */
export function BookingsList({ pages, empty, renderCard }: BookingsListProps) {
  const { data, error, isFetching } = pages;
  const { shown, hold } = useHeldBooking(data?.pages.flatMap(({ bookings }) => bookings) ?? []);
  const message = errorMessage(error, 'Failed to fetch bookings');
  if (!data) {
    if (!error) return <BookingsLoading />;
    return <ErrorState title="Error fetching bookings." message={message} isRetrying={isFetching} onRetry={() => void pages.refetch()} />;
  }

  const retry = pages.isFetchNextPageError ? pages.fetchNextPage : pages.refetch;
  return (
    <HoldBooking value={hold}>
      {shown.length === 0 && empty}
      <ul className={classes.list}>
        {shown.map((booking) => (
          <li key={booking.id}>{renderCard(booking)}</li>
        ))}
      </ul>
      {Boolean(error) && (
        <div className={classes.stale} role="alert">
          <p>
            <strong>Error fetching bookings.</strong> {message}
          </p>
          <Button variant="default" loading={isFetching} onClick={() => void retry()}>
            Try Again
          </Button>
        </div>
      )}
      {!error && <MoreOfList pages={pages} className={classes.more} />}
    </HoldBooking>
  );
}

function BookingsLoading() {
  return (
    <Loading label="Loading bookings…">
      <div className={classes.list}>
        {[1, 2, 3].map((index) => (
          <div key={index} className={classes.skeleton}>
            <div className={classes.skeletonHead}>
              <Skeleton circle height={52} />
              <div className={classes.skeletonWho}>
                <Skeleton height={20} width="55%" />
                <Skeleton height={16} width="35%" />
              </div>
              <Skeleton height={26} width={92} />
            </div>
            <Skeleton height={20} width="70%" />
            <Skeleton height={44} />
          </div>
        ))}
      </div>
    </Loading>
  );
}
