import { CalendarSearch } from 'lucide-react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import type { StudentFilter } from './bookings-filters.ts';
import { BookingsList } from './bookings-list.tsx';
import { StudentBookingCard } from './student-booking-card.tsx';
import type { ReviewDialog } from './use-review.tsx';

const NOTHING = {
  all: { title: 'No bookings yet', text: 'Find a tutor, choose a time that suits you, and your first session appears here.' },
  pending: { title: 'No pending bookings', text: 'A request waits here until its tutor answers.' },
  confirmed: { title: 'No confirmed bookings', text: 'Once a tutor confirms your request, the session stands here.' },
  completed: { title: 'No completed bookings', text: 'Sessions that have taken place are kept here.' },
  cancelled: { title: 'No cancelled bookings', text: 'Bookings that were called off are kept here.' },
} as const satisfies Record<StudentFilter, { title: string; text: string }>;

export type StudentBookingsProps = { filter: StudentFilter; zone: string; ReviewDialog: ReviewDialog };

export function StudentBookings({ filter, zone, ReviewDialog }: StudentBookingsProps) {
  const now = useMinuteClock();
  const pages = trpc.bookings.forStudent.useInfiniteQuery({ filter }, { getNextPageParam: ({ nextCursor }) => nextCursor });

  return (
    <BookingsList
      pages={pages}
      empty={<Empty {...NOTHING[filter]} icon={<CalendarSearch size={26} />} action={<ButtonLink to="/tutors">Find Tutors</ButtonLink>} />}
      renderCard={(booking) => <StudentBookingCard booking={booking} now={now} zone={zone} ReviewDialog={ReviewDialog} />}
    />
  );
}
