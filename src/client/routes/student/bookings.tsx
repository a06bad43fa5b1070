import { createFileRoute } from '@tanstack/react-router';
import { STUDENT_FILTERS } from '#client/features/bookings/bookings-filters.ts';
import { StudentBookingsPage } from '#client/features/bookings/student-bookings-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { oneOf, searchParams } from '#client/lib/search-params.ts';

const validateSearch = searchParams({ filter: oneOf(STUDENT_FILTERS) });

export const Route = createFileRoute('/student/bookings')({
  validateSearch,
  loaderDeps: ({ search: { filter = 'next' } }) => ({ filter }),
  loader: ({ context: { api }, deps }) => void api.bookings.forStudent.prefetchInfinite(deps),
  head: () => pageTitle('My Bookings'),
  component: StudentBookingsRoute,
});

function StudentBookingsRoute() {
  const { filter = 'next' } = Route.useSearch();
  return <StudentBookingsPage filter={filter} />;
}
