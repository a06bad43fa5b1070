import { CalendarSearch } from 'lucide-react';
import { trpc } from '#client/api/trpc.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { BookingCard } from './booking-card.tsx';
import { isHeld, tutorOf } from './booking-words.ts';
import type { StudentFilter } from './bookings-filters.ts';
import { BookingsList } from './bookings-list.tsx';
import { CallButton } from './call-button.tsx';

const NOTHING = {
  all: { title: 'No bookings yet', text: 'Find a tutor, choose a time that suits you, and your first session appears here.' },
  pending: { title: 'No pending bookings', text: 'A request waits here until its tutor answers.' },
  confirmed: { title: 'No confirmed bookings', text: 'Once a tutor confirms your request, the session stands here.' },
  completed: { title: 'No completed bookings', text: 'Sessions that have taken place are kept here.' },
  cancelled: { title: 'No cancelled bookings', text: 'Bookings that were called off are kept here.' },
} as const satisfies Record<StudentFilter, { title: string; text: string }>;

export type StudentBookingsProps = { filter: StudentFilter; zone: string };

export function StudentBookings({ filter, zone }: StudentBookingsProps) {
  const now = useMinuteClock();
  const pages = trpc.bookings.forStudent.useInfiniteQuery({ filter }, { getNextPageParam: ({ nextCursor }) => nextCursor });

  return (
    <BookingsList
      pages={pages}
      empty={<Empty {...NOTHING[filter]} icon={<CalendarSearch size={26} />} action={<ButtonLink to="/tutors">Find Tutors</ButtonLink>} />}
      renderCard={(booking) => <StudentBookingCard booking={booking} now={now} zone={zone} />}
    />
  );
}

export type StudentBookingCardProps = { booking: BookingView; now: Date; zone: string };

export function StudentBookingCard({ booking, now, zone }: StudentBookingCardProps) {
  const { id, phone } = booking.tutor;
  const person = tutorOf(booking);
  const canCall = phone !== '' && isHeld(booking) && now < booking.endTime;

  return (
    <BookingCard
      booking={booking}
      person={person}
      heading={person.name}
      now={now}
      zone={zone}
      profileId={id || undefined}
      actions={canCall && <CallButton name={person.name} number={phone} />}
    />
  );
}
