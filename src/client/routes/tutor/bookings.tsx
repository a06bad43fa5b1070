import { createFileRoute } from '@tanstack/react-router';
import { pageConfig, titled } from '#client/api/page-config.ts';
import { oneOf, searchParams } from '#client/api/search-params.ts';
import { TUTOR_FILTER_ENTRIES, TUTOR_FILTERS } from '#client/features/bookings/bookings-filters.ts';
import { BookingsPage } from '#client/features/bookings/bookings-page.tsx';
import { TutorBookings } from '#client/features/bookings/tutor-bookings.tsx';

const search = searchParams({ filter: oneOf(TUTOR_FILTERS) });

export const Route = createFileRoute('/tutor/bookings')({
  validateSearch: search,
  loaderDeps: ({ search: { filter = 'all' } }) => ({ filter }),
  loader: ({ context: { api }, deps }) => void api.bookings.forTutor.prefetchInfinite(deps),
  head: () => titled('My Bookings'),
  component: TutorBookingsPage,
});

function TutorBookingsPage() {
  const { filter = 'all' } = Route.useSearch();
  const zone = pageConfig().timezone;
  return (
    <BookingsPage
      title="My Bookings"
      zone={zone}
      entries={TUTOR_FILTER_ENTRIES}
      value={filter}
      linkOf={(value) => ({ to: '/tutor/bookings', search: { filter: value === 'all' ? undefined : value } })}
    >
      <TutorBookings key={filter} filter={filter} zone={zone} />
    </BookingsPage>
  );
}
