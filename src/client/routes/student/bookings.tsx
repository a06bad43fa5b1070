import { createFileRoute } from '@tanstack/react-router';
import { STUDENT_FILTER_ENTRIES, STUDENT_FILTERS } from '#client/features/bookings/bookings-filters.ts';
import { BookingsPage } from '#client/features/bookings/bookings-page.tsx';
import { StudentBookings } from '#client/features/bookings/student-bookings.tsx';
import { ReviewModal } from '#client/features/reviews/review-modal.tsx';
import { pageConfig, titled } from '#client/lib/page-config.ts';
import { oneOf, searchParams } from '#client/lib/search-params.ts';

const search = searchParams({ filter: oneOf(STUDENT_FILTERS) });

export const Route = createFileRoute('/student/bookings')({
  validateSearch: search,
  loaderDeps: ({ search: { filter = 'all' } }) => ({ filter }),
  loader: ({ context: { api }, deps }) => void api.bookings.forStudent.prefetchInfinite(deps),
  head: () => titled('My Bookings'),
  component: StudentBookingsPage,
});

function StudentBookingsPage() {
  const { filter = 'all' } = Route.useSearch();
  const zone = pageConfig().timezone;
  return (
    <BookingsPage
      title="My Bookings"
      zone={zone}
      entries={STUDENT_FILTER_ENTRIES}
      value={filter}
      linkOf={(value) => ({ to: '/student/bookings', search: { filter: value === 'all' ? undefined : value } })}
    >
      <StudentBookings key={filter} filter={filter} zone={zone} ReviewDialog={ReviewModal} />
    </BookingsPage>
  );
}
