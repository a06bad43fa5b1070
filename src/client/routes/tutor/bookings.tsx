import { createFileRoute } from '@tanstack/react-router';
import { TUTOR_FILTERS, TUTOR_VIEWS } from '#client/features/bookings/bookings-filters.ts';
import { TutorBookings } from '#client/features/bookings/tutor-bookings.tsx';
import { TutorBookingsPage } from '#client/features/bookings/tutor-bookings-page.tsx';
import { TutorWeek } from '#client/features/bookings/tutor-week.tsx';
import { pageConfig, titled } from '#client/lib/page-config.ts';
import { oneOf, searchParams, words } from '#client/lib/search-params.ts';

const search = searchParams({ filter: oneOf(TUTOR_FILTERS), view: oneOf(TUTOR_VIEWS), week: words('2026-11-23'.length) });

export const Route = createFileRoute('/tutor/bookings')({
  validateSearch: search,
  loaderDeps: ({ search: { filter = 'all', view } }) => ({ filter, view }),
  loader: ({ context: { api }, deps: { filter, view } }) => {
    void api.bookings.counts.prefetch();
    if (!view) void api.bookings.forTutor.prefetchInfinite({ filter });
  },
  head: () => titled('My Bookings'),
  component: TutorBookingsRoute,
});

function TutorBookingsRoute() {
  const { filter = 'all', view, week } = Route.useSearch();
  const zone = pageConfig().timezone;
  return (
    <TutorBookingsPage filter={filter} zone={zone}>
      {view === 'week' ? <TutorWeek week={week} zone={zone} /> : <TutorBookings key={filter} filter={filter} zone={zone} />}
    </TutorBookingsPage>
  );
}
