import { createFileRoute } from '@tanstack/react-router';
import { AdminBookingsPage } from '#client/features/admin-bookings/admin-bookings-page.tsx';
import { OTHER_SORTS, STATUS_FILTERS, toBookingsInput } from '#client/features/admin-bookings/bookings-filters.ts';
import { ExportButton } from '#client/features/exports/export-button.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { oneOf, searchParams, text } from '#client/lib/search-params.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const validateSearch = searchParams({
  status: oneOf(STATUS_FILTERS),
  sort: oneOf(OTHER_SORTS),
  q: text(LIMITS.searchText),
  page: pageNumber,
  booking: text(LIMITS.id),
});

export const Route = createFileRoute('/admin/bookings')({
  validateSearch,
  loaderDeps: ({ search: { status, sort, q, page } }) => toBookingsInput({ status, sort, q, page }),
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(api.bookings.desk.queryOptions(deps)),
  head: () => pageTitle('Manage Bookings'),
  component: BookingsRoute,
});

function BookingsRoute() {
  const search = Route.useSearch();
  // The file has all bookings of the status, so it is not offered for what was searched.
  const actions = search.q === undefined && <ExportButton request={{ table: 'bookings', status: search.status ?? 'all' }} />;
  return <AdminBookingsPage search={search} actions={actions} />;
}

function pageNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 1 && value <= 1_000_000 ? value : undefined;
}
