import { NativeSelect, Skeleton } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from '#client/features/admin-bookings/admin-bookings-page.module.css';
import { DeskBookingCard } from '#client/features/admin-bookings/desk-booking-card.tsx';
import { DESK_FILTERS, type DeskSearch, deskInputOf, OTHER_SORTS } from '#client/features/admin-bookings/desk-filters.ts';
import type { DeskParts } from '#client/features/admin-bookings/desk-parts.ts';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';

const FILTERS = { all: 'All', pending: 'Pending', confirmed: 'Confirmed', completed: 'Completed', cancelled: 'Cancelled' } as const;
const SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'amount', label: 'Amount' },
];

const FIGURES = new Intl.NumberFormat('en-IN');
const loadDrawer = () => import('#client/features/admin-bookings/booking-drawer.tsx').then(({ BookingDrawer }) => BookingDrawer);

export type BookingsDeskPageProps = { search: DeskSearch; zone: string; parts: DeskParts; actions?: ReactNode };

/** All bookings, to look at. */
export function BookingsDeskPage({ search, zone, parts, actions }: BookingsDeskPageProps) {
  const input = deskInputOf(search);
  const { data, error, isFetching, isPlaceholderData, refetch } = trpc.bookings.desk.useQuery(input, {
    placeholderData: keepPreviousData,
    refetchInterval: BOOKING.clockMs,
  });
  const navigate = useNavigate({ from: '/admin/bookings' });
  const close = () => void navigate({ search: (before) => ({ ...before, booking: undefined }), replace: true });
  const Drawer = useLazy(loadDrawer, { isNeeded: search.booking !== undefined, onError: close });

  return (
    <Page title="Manage Bookings" intro={data && !isPlaceholderData && inWords(data.total, input.status)} actions={actions}>
      <Toolbar>
        <nav className={classes.statuses} aria-label="Filter bookings by status">
          <ul>
            {(['all', ...DESK_FILTERS] as const).map((status) => (
              <li key={status}>
                <ButtonLink
                  variant="chip"
                  to="/admin/bookings"
                  search={{ status: status === 'all' ? undefined : status, sort: search.sort }}
                  activeOptions={{ exact: true }}
                  // The page and the open booking are no part of the filter.
                  aria-current={status === input.status ? 'page' : undefined}
                >
                  {FILTERS[status]}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </nav>
        <NativeSelect
          label="Sort by"
          data={SORTS}
          value={input.sortBy}
          onChange={({ currentTarget }) => {
            const sort = OTHER_SORTS.find((one) => one === currentTarget.value);
            void navigate({ search: ({ status }) => ({ status, sort }) });
          }}
        />
      </Toolbar>

      {!data && !error && <Waiting />}
      {!data && error && (
        <ErrorState
          title="Error fetching bookings."
          message={errorMessage(error, 'Failed to fetch bookings')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
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
        <ul className={classes.cards} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
          {data.bookings.map((booking) => (
            <li key={booking.id}>
              <DeskBookingCard booking={booking} search={search} zone={zone} parts={parts} />
            </li>
          ))}
        </ul>
      )}
      {data && (
        <Pager
          page={input.page}
          totalPages={data.totalPages}
          onPage={(page) => void navigate({ search: (before) => ({ ...before, booking: undefined, page: page > 1 ? page : undefined }) })}
        />
      )}
      {Drawer && <Drawer id={search.booking ?? null} zone={zone} parts={parts} onClose={close} />}
    </Page>
  );
}

function inWords(total: number, status: keyof typeof FILTERS): string {
  const bookings = total === 1 ? 'booking' : 'bookings';
  return status === 'all' ? `${FIGURES.format(total)} ${bookings}` : `${FIGURES.format(total)} ${status} ${bookings}`;
}

function Waiting() {
  return (
    <Loading label="Loading bookings…">
      <div className={classes.cards}>
        {['1', '2', '3', '4', '5', '6'].map((card) => (
          <Skeleton key={card} height={290} radius="lg" />
        ))}
      </div>
    </Loading>
  );
}
