import { Title } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { pageConfig, titled } from '#client/api/page-config.ts';
import { BookingsFilter } from '#client/features/bookings/bookings-filter.tsx';
import { ZoneNote } from '#client/features/bookings/session-time.tsx';
import { TUTOR_FILTER_ENTRIES, TUTOR_FILTERS, TutorBookings } from '#client/features/bookings/tutor-bookings.tsx';

const search = z.object({ filter: z.catch(z.optional(z.enum(TUTOR_FILTERS)), undefined) });

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
    <>
      <Title order={1}>My Bookings</Title>
      <ZoneNote zone={zone} now={new Date()} />
      <BookingsFilter
        entries={TUTOR_FILTER_ENTRIES}
        value={filter}
        linkOf={(value) => ({ to: '/tutor/bookings', search: { filter: value === 'all' ? undefined : value } })}
      />
      <TutorBookings key={filter} filter={filter} zone={zone} />
    </>
  );
}
