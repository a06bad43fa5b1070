import { CalendarSearch } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { BookingCard } from './booking-card.tsx';
import { canCallTutor, getTutor } from './booking-text.ts';
import { STUDENT_FILTERS, type StudentFilter } from './bookings-filters.ts';
import { BookingsList } from './bookings-list.tsx';
import classes from './bookings-page.module.css';
import { CallButton, MessageButton } from './contact-buttons.tsx';
import { JoinButton } from './join-button.tsx';
import { ReviewButton } from './use-review.tsx';
import { TransitionButtons } from './use-transitions.tsx';

const LABELS = {
  all: 'All',
  pending: 'Pending',
  confirmed: 'Confirmed',
  completed: 'Completed',
  cancelled: 'Cancelled',
} as const satisfies Record<StudentFilter, string>;

export function StudentBookingsPage({ filter }: { filter: StudentFilter }) {
  const now = useMinuteClock();
  return (
    <Page title="My Bookings" actions={<ZoneNote now={now} />}>
      <LastSeenNote />
      <BookingsFilter value={filter} />
      <div>
        <StudentBookings key={filter} filter={filter} />
      </div>
    </Page>
  );
}

function BookingsFilter({ value }: { value: StudentFilter }) {
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const current = list.current?.querySelector(`[data-filter="${value}"]`);
    if (!(current instanceof HTMLElement) || !list.current) return;
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2;
  }, [value]);

  return (
    <nav aria-label="Filter bookings">
      <ul ref={list} className={classes.filter}>
        {STUDENT_FILTERS.map((filter) => (
          <li key={filter} data-filter={filter}>
            <ButtonLink
              variant="chip"
              to="/student/bookings"
              search={{ filter: filter === 'all' ? undefined : filter }}
              activeOptions={{ exact: true }}
            >
              {LABELS[filter]}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const EMPTY = {
  all: { title: 'No bookings yet', text: 'Find a tutor, choose a time that suits you, and your first session appears here.' },
  pending: { title: 'No pending bookings', text: 'A request waits here until its tutor answers.' },
  confirmed: { title: 'No confirmed bookings', text: 'Once a tutor confirms your request, the session stands here.' },
  completed: { title: 'No completed bookings', text: 'Sessions that have taken place are kept here.' },
  cancelled: { title: 'No cancelled bookings', text: 'Bookings that were called off are kept here.' },
} as const satisfies Record<StudentFilter, { title: string; text: string }>;

export function StudentBookings({ filter }: { filter: StudentFilter }) {
  const now = useMinuteClock();
  const pages = trpc.bookings.forStudent.useInfiniteQuery({ filter }, { getNextPageParam: ({ nextCursor }) => nextCursor });

  return (
    <BookingsList
      pages={pages}
      empty={<Empty {...EMPTY[filter]} icon={<CalendarSearch size={26} />} action={<ButtonLink to="/tutors">Find Tutors</ButtonLink>} />}
      renderCard={(booking) => <StudentBookingCard booking={booking} now={now} />}
    />
  );
}

export function StudentBookingCard({ booking, now }: { booking: BookingView; now: Date }) {
  const { id, phone } = booking.tutor;
  const tutor = getTutor(booking);

  return (
    <BookingCard
      booking={booking}
      person={tutor}
      heading={tutor.name}
      now={now}
      {...(id && { profileId: id })}
      actions={
        <>
          <JoinButton booking={booking} now={now} />
          <ReviewButton booking={booking} />
          {canCallTutor(booking, now) && <CallButton name={tutor.name} phone={phone} />}
          {id && <MessageButton name={tutor.name} to={{ tutor: id }} />}
          <TransitionButtons booking={booking} by="student" now={now} />
        </>
      }
    />
  );
}
