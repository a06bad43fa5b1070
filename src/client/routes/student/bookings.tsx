import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { STUDENT_FILTERS, STUDENT_VIEWS } from '#client/features/bookings/bookings-filters.ts';
import { StudentBookingsPage } from '#client/features/bookings/student-bookings-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { BY_CURSOR } from '#client/lib/rpc/trpc.ts';
import { oneOf, searchParams, text } from '#client/lib/search-params.ts';

const validateSearch = searchParams({
  filter: oneOf(STUDENT_FILTERS),
  view: oneOf(STUDENT_VIEWS),
  month: text('2026-11'.length),
  day: text('2026-11-23'.length),
});

export const Route = createFileRoute('/student/bookings')({
  validateSearch,
  loaderDeps: ({ search: { filter = 'next', view } }) => ({ filter, view }),
  loader: ({ context: { api, queryClient }, deps: { filter, view } }) => {
    if (!view) void queryClient.prefetchInfiniteQuery(api.bookings.forStudent.infiniteQueryOptions({ filter }, BY_CURSOR));
  },
  head: ({ match }) => pageTitle(match.context.i18n._(msg`My Bookings`)),
  component: StudentBookingsRoute,
});

function StudentBookingsRoute() {
  const { filter = 'next', ...search } = Route.useSearch();
  return <StudentBookingsPage filter={filter} {...search} />;
}
