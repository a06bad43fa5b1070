import { Group, NativeSelect, SimpleGrid, Skeleton } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, Loading, QueryError } from '#client/ui/page-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { AdminBookingCard } from './admin-booking-card.tsx';
import { type BookingsSearch, OTHER_SORTS, STATUS_FILTERS, toBookingsInput } from './bookings-filters.ts';

const LABELS = { all: 'All', pending: 'Pending', confirmed: 'Confirmed', completed: 'Completed', cancelled: 'Cancelled' } as const;
const SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'amount', label: 'Amount' },
];

const NUMBER = new Intl.NumberFormat('en-IN');
const BookingDrawer = lazyPart(() => import('./booking-drawer.tsx').then((module) => module.BookingDrawer));

export type AdminBookingsPageProps = { search: BookingsSearch; actions?: ReactNode };

export function AdminBookingsPage({ search, actions }: AdminBookingsPageProps) {
  const input = toBookingsInput(search);
  const { data, error, isFetching, isPlaceholderData, refetch } = trpc.bookings.desk.useQuery(input, {
    placeholderData: keepPreviousData,
    refetchInterval: BOOKING.clockMs,
  });
  const navigate = useNavigate({ from: '/admin/bookings' });
  const close = () => void navigate({ search: (previous) => ({ ...previous, booking: undefined }), replace: true });

  return (
    <Page title="Manage Bookings" intro={data && !isPlaceholderData && formatTotal(data.total, input.status)} actions={actions}>
      <Toolbar>
        <Group component="nav" flex="1 1 20rem" aria-label="Filter bookings by status">
          <Group component="ul" gap="xs">
            {(['all', ...STATUS_FILTERS] as const).map((status) => (
              <li key={status}>
                <ButtonLink
                  variant="chip"
                  to="/admin/bookings"
                  search={{ status: status === 'all' ? undefined : status, sort: search.sort }}
                  activeOptions={{ exact: true }}
                  aria-current={status === input.status ? 'page' : undefined}
                >
                  {LABELS[status]}
                </ButtonLink>
              </li>
            ))}
          </Group>
        </Group>
        <NativeSelect
          label="Sort by"
          data={SORTS}
          value={input.sortBy}
          onChange={({ currentTarget }) => {
            const sort = OTHER_SORTS.find((value) => value === currentTarget.value);
            void navigate({ search: ({ status }) => ({ status, sort }) });
          }}
        />
      </Toolbar>

      {!data && !error && <BookingsLoading />}
      {!data && error && (
        <QueryError title="Error fetching bookings." message={errorMessage(error, 'Failed to fetch bookings')} query={{ isFetching, refetch }} />
      )}
      {data && data.bookings.length === 0 && (
        <Empty
          title={data.total > 0 ? 'This page has no bookings' : input.status === 'all' ? 'No bookings yet' : `No ${input.status} bookings`}
          text={data.total > 0 ? 'The list has become shorter.' : 'Bookings show here as soon as students make them.'}
          icon={<CalendarX2 size={26} />}
          action={
            (data.total > 0 || input.status !== 'all') && (
              <ButtonLink to="/admin/bookings" search={data.total > 0 ? { status: search.status, sort: search.sort } : {}} variant="default">
                {data.total > 0 ? 'First page' : 'All bookings'}
              </ButtonLink>
            )
          }
        />
      )}
      {data && data.bookings.length > 0 && (
        <SimpleGrid component="ul" minColWidth="min(20rem, 100%)" opacity={isPlaceholderData ? 0.6 : undefined} aria-busy={isPlaceholderData}>
          {data.bookings.map((booking) => (
            <li key={booking.id}>
              <AdminBookingCard booking={booking} search={search} />
            </li>
          ))}
        </SimpleGrid>
      )}
      {data && (
        <Pager
          page={input.page}
          totalPages={data.totalPages}
          onPage={(page) => void navigate({ search: (previous) => ({ ...previous, booking: undefined, page: page > 1 ? page : undefined }) })}
        />
      )}
      <BookingDrawer isNeeded={search.booking !== undefined} onLoadError={close} id={search.booking ?? null} onClose={close} />
    </Page>
  );
}

function formatTotal(total: number, status: keyof typeof LABELS): string {
  const bookings = total === 1 ? 'booking' : 'bookings';
  return status === 'all' ? `${NUMBER.format(total)} ${bookings}` : `${NUMBER.format(total)} ${status} ${bookings}`;
}

function BookingsLoading() {
  return (
    <Loading label="Loading bookings…">
      <SimpleGrid minColWidth="min(20rem, 100%)">
        {[1, 2, 3, 4, 5, 6].map((index) => (
          <Skeleton key={index} height={290} radius="lg" />
        ))}
      </SimpleGrid>
    </Loading>
  );
}
