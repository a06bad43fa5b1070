import { CalendarClock } from 'lucide-react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Empty } from '#client/ui/page-state.tsx';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import type { TutorFilter } from './bookings-filters.ts';
import { BookingsList } from './bookings-list.tsx';
import { TutorBookingCard } from './tutor-booking-card.tsx';
import { useArrivals } from './use-arrivals.ts';

const NOTHING = {
  all: { title: 'No bookings yet', text: 'When a student asks for a session, the request appears here at once. You need not reload the page.' },
  pending: { title: 'No pending requests', text: 'You have answered everybody. New requests appear here at once.' },
  upcoming: { title: 'No upcoming sessions', text: 'Sessions that you have confirmed stand here until they begin.' },
  ongoing: { title: 'No session at the moment', text: 'A confirmed session stands here from its start to its end.' },
  ended: { title: 'Nothing to complete', text: 'Sessions that are over stand here until you complete them.' },
  completed: { title: 'No completed sessions', text: 'Sessions that you have completed are kept here.' },
  cancelled: { title: 'No cancelled bookings', text: 'Bookings that were called off are kept here.' },
  today: { title: 'Nothing today', text: 'Bookings that start today stand here.' },
} as const satisfies Record<TutorFilter, { title: string; text: string }>;

export type TutorBookingsProps = { filter: TutorFilter; zone: string };

/** Mount it anew for another filter: what has just arrived is counted from then on. */
export function TutorBookings({ filter, zone }: TutorBookingsProps) {
  const now = useMinuteClock();
  const pages = trpc.bookings.forTutor.useInfiniteQuery(
    { filter },
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: BOOKING.clockMs },
  );
  const arrivals = useArrivals(pages.data?.pages[0]?.bookings.map(({ id }) => id));

  return (
    <BookingsList
      pages={pages}
      empty={<Empty {...NOTHING[filter]} icon={<CalendarClock size={26} />} />}
      renderCard={(booking) => (
        <TutorBookingCard booking={booking} now={now} zone={zone} isNew={arrivals.has(booking.id) && booking.status === 'pending'} />
      )}
    />
  );
}
