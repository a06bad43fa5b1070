import { Button, Card, Group, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { MoreOfList, type MorePages } from '#client/ui/more-of-list.tsx';
import { Notice, type NoticeProps } from '#client/ui/notice.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import type { BookingsPage, BookingView } from '#shared/contracts/bookings.ts';
import { PinBooking, usePinnedBooking } from './open-dialog.ts';

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

export function BookingsList({ pages, empty, renderCard }: BookingsListProps) {
  const { data, error, isFetching } = pages;
  const { bookings, pin } = usePinnedBooking(data?.pages.flatMap((page) => page.bookings) ?? []);
  const message = errorMessage(error, 'Failed to fetch bookings');
  if (!data) {
    if (!error) return <BookingsLoading />;
    return <QueryError title="Error fetching bookings." message={message} query={pages} />;
  }

  const retry = pages.isFetchNextPageError ? pages.fetchNextPage : pages.refetch;
  return (
    <PinBooking value={pin}>
      {bookings.length === 0 && empty}
      <Stack component="ul">
        {bookings.map((booking) => (
          <li key={booking.id}>{renderCard(booking)}</li>
        ))}
      </Stack>
      {error ? <StaleNotice message={message} isRetrying={isFetching} onRetry={() => void retry()} mt="md" /> : <MoreOfList pages={pages} mt="lg" />}
    </PinBooking>
  );
}

export type StaleNoticeProps = NoticeProps & { message: string; isRetrying: boolean; onRetry: () => void };

export function StaleNotice({ message, isRetrying, onRetry, ...notice }: StaleNoticeProps) {
  const retry = (
    <Button variant="default" loading={isRetrying} onClick={onRetry}>
      Try Again
    </Button>
  );
  return (
    <Notice tone="danger" role="alert" actions={retry} {...notice}>
      <strong>Error fetching bookings.</strong> {message}
    </Notice>
  );
}

function BookingsLoading() {
  return (
    <Loading label="Loading bookings…">
      <Stack>
        {[1, 2, 3].map((index) => (
          <Card key={index} shadow="none">
            <Stack gap="0.875rem">
              <Group gap="0.875rem" wrap="nowrap">
                <Skeleton circle height={52} style={{ flex: 'none' }} />
                <Stack gap="xs" flex={1}>
                  <Skeleton height={20} width="55%" />
                  <Skeleton height={16} width="35%" />
                </Stack>
                <Skeleton height={26} width={92} />
              </Group>
              <Skeleton height={20} width="70%" />
              <Skeleton height={44} />
            </Stack>
          </Card>
        ))}
      </Stack>
    </Loading>
  );
}
