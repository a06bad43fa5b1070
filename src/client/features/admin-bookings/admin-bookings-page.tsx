import { Group, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useSavedViews } from '#client/lib/saved-views.ts';
import { lazyDialogs } from '#client/ui/lazy-part.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, Loading, QueryError, Skeletons } from '#client/ui/page-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { SavedViews } from '#client/ui/saved-views.tsx';
import { SearchForm } from '#client/ui/search-field.tsx';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { type BookingsSearch, OTHER_SORTS, STATUS_FILTERS, toBookingsInput } from './bookings-filters.ts';
import { BookingsTable } from './bookings-table.tsx';

const LABELS = { all: 'All', pending: 'Pending', confirmed: 'Confirmed', completed: 'Completed', cancelled: 'Cancelled' } as const;
const SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'amount', label: 'Amount' },
];

const NUMBER = new Intl.NumberFormat('en-IN');
const BookingDrawer = lazyDialogs(() => import('./booking-drawer.tsx').then((module) => module.BookingDrawer));

export type AdminBookingsPageProps = { search: BookingsSearch; actions?: ReactNode };

export function AdminBookingsPage({ search, actions }: AdminBookingsPageProps) {
  const input = toBookingsInput(search);
  const trpc = useTRPC();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    trpc.bookings.desk.queryOptions(input, {
      placeholderData: keepPreviousData,
      refetchInterval: BOOKING.clockMs,
    }),
  );
  const navigate = useNavigate({ from: '/admin/bookings' });
  const { status, sort, q } = search;
  const saved = useSavedViews('bookings', { status, sort, q });
  const change = (part: BookingsSearch) => void navigate({ search: { status, sort, q, ...part } });
  const changeOrder = (name: string) => change({ sort: OTHER_SORTS.find((value) => value === name) });
  const views = <SavedViews {...saved} onOpen={change} />;
  const close = () => void navigate({ search: (previous) => ({ ...previous, booking: undefined }), replace: true });

  return (
    <Page title="Manage Bookings" intro={data && !isPlaceholderData && formatTotal(data.total, input.status)} actions={actions}>
      <Toolbar>
        <SearchForm
          label="Search bookings"
          placeholder="Student, tutor, subject or booking id"
          searched={search.q ?? ''}
          onSearch={(q) => change({ q: q === '' ? undefined : q })}
        />
        <NativeSelect label="Sort by" data={SORTS} value={input.sortBy} onChange={({ currentTarget }) => changeOrder(currentTarget.value)} />
      </Toolbar>
      <Toolbar>
        <Group component="nav" flex="1 1 20rem" aria-label="Filter bookings by status">
          <Group component="ul" gap="xs">
            {(['all', ...STATUS_FILTERS] as const).map((status) => (
              <li key={status}>
                <ButtonLink
                  variant="chip"
                  to="/admin/bookings"
                  search={{ status: status === 'all' ? undefined : status, sort: search.sort, q: search.q }}
                  activeOptions={{ exact: true }}
                  aria-current={status === input.status ? 'page' : undefined}
                >
                  {LABELS[status]}
                </ButtonLink>
              </li>
            ))}
          </Group>
        </Group>
      </Toolbar>
      {!(data && data.bookings.length > 0) && views}

      {!data && !error && <BookingsLoading />}
      {!data && error && (
        <QueryError title="Error fetching bookings." message={errorMessage(error, 'Failed to fetch bookings')} query={{ isFetching, refetch }} />
      )}
      {data && data.bookings.length === 0 && (
        <Empty
          title={data.total > 0 ? 'This page has no bookings' : q ? 'No bookings found' : status ? `No ${status} bookings` : 'No bookings yet'}
          text={
            data.total > 0
              ? 'The list has become shorter.'
              : q
                ? 'No booking of such a student, tutor or subject, and none with this id.'
                : 'Bookings show here as soon as students make them.'
          }
          icon={<CalendarX2 size={26} />}
          action={
            (data.total > 0 || status || q) && (
              <ButtonLink to="/admin/bookings" search={data.total > 0 ? { status, sort, q } : {}} variant="default">
                {data.total > 0 ? 'First page' : 'All bookings'}
              </ButtonLink>
            )
          }
        />
      )}
      {data && data.bookings.length > 0 && (
        <BookingsTable
          tools={views}
          bookings={data.bookings}
          search={search}
          isStale={isPlaceholderData}
          sort={{ order: input.sortBy, onSort: changeOrder }}
        />
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
      <Skeletons count={8} height={56} gap="xs" />
    </Loading>
  );
}
