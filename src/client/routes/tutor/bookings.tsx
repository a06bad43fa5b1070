import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { TUTOR_FILTERS, TUTOR_VIEWS } from '#client/features/bookings/bookings-filters.ts';
import { TutorBookingsPage } from '#client/features/bookings/tutor-bookings-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { BY_CURSOR } from '#client/lib/rpc/trpc.ts';
import { oneOf, searchParams, text } from '#client/lib/search-params.ts';

const search = searchParams({
  filter: oneOf(TUTOR_FILTERS),
  view: oneOf(TUTOR_VIEWS),
  week: text('2026-11-23'.length),
  month: text('2026-11'.length),
  day: text('2026-11-23'.length),
});

export const Route = createFileRoute('/tutor/bookings')({
  validateSearch: search,
  loaderDeps: ({ search: { filter = 'next', view } }) => ({ filter, view }),
  loader: ({ context: { api, queryClient }, deps: { filter, view } }) => {
    void queryClient.prefetchQuery(api.bookings.counts.queryOptions());
    if (!view) void queryClient.prefetchInfiniteQuery(api.bookings.forTutor.infiniteQueryOptions({ filter }, BY_CURSOR));
  },
  head: ({ match }) => pageTitle(match.context.i18n._(msg`My Bookings`)),
  component: TutorBookingsRoute,
});

function TutorBookingsRoute() {
  const { filter = 'next', ...search } = Route.useSearch();
  return <TutorBookingsPage filter={filter} {...search} />;
}
