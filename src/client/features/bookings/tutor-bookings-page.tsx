import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { CalendarClock, CalendarDays, List } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { ButtonLink, CardLink } from '#client/ui/links.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import type { BookingCounts, BookingView } from '#shared/contracts/bookings.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { BookingCard } from './booking-card.tsx';
import { formatStudent, isOccupying } from './booking-text.ts';
import type { TutorFilter, TutorView } from './bookings-filters.ts';
import { BookingsList } from './bookings-list.tsx';
import classes from './bookings-page.module.css';
import { CallButton } from './contact-buttons.tsx';
import { JoinButton } from './join-button.tsx';
import { LinkButton } from './link-button.tsx';
import { TutorWeek } from './tutor-week.tsx';
import { TransitionButtons } from './use-transitions.tsx';

const CARDS: readonly { filter: TutorFilter; count: keyof BookingCounts; label: string }[] = [
  { filter: 'all', count: 'total', label: 'Total' },
  { filter: 'pending', count: 'pending', label: 'Pending' },
  { filter: 'upcoming', count: 'upcoming', label: 'Upcoming' },
  { filter: 'ongoing', count: 'ongoing', label: 'Ongoing' },
  { filter: 'ended', count: 'ended', label: 'Ended' },
  { filter: 'completed', count: 'completed', label: 'Completed' },
  { filter: 'today', count: 'today', label: 'Today' },
  { filter: 'cancelled', count: 'cancelled', label: 'Cancelled' },
];

const toSearch = (filter: TutorFilter) => ({ filter: filter === 'all' ? undefined : filter });

export type TutorBookingsPageProps = {
  filter: TutorFilter;
  view?: TutorView | undefined;
  week?: string | undefined;
};

export function TutorBookingsPage({ filter, view, week }: TutorBookingsPageProps) {
  const now = useMinuteClock();
  return (
    <Page title="My Bookings" actions={<ZoneNote now={now} />}>
      <LastSeenNote />
      <CountCards />
      <Paper
        component="nav"
        display="flex"
        w="fit-content"
        p={3}
        radius="md"
        withBorder
        bg="var(--vidya-sunken)"
        style={{ gap: '0.25rem' }}
        aria-label="View"
      >
        <ButtonLink
          to="/tutor/bookings"
          search={toSearch(filter)}
          activeOptions={{ exact: true }}
          variant="subtle"
          radius="sm"
          leftSection={<List size={18} aria-hidden="true" />}
          className={classes.view}
        >
          List
        </ButtonLink>
        <ButtonLink
          to="/tutor/bookings"
          search={{ view: 'week' }}
          variant="subtle"
          radius="sm"
          leftSection={<CalendarDays size={18} aria-hidden="true" />}
          className={classes.view}
        >
          Week
        </ButtonLink>
      </Paper>
      <div>{view === 'week' ? <TutorWeek week={week} /> : <TutorBookings key={filter} filter={filter} />}</div>
    </Page>
  );
}

function CountCards() {
  const { data, isError } = trpc.bookings.counts.useQuery(undefined, { refetchInterval: BOOKING.clockMs });

  return (
    <nav aria-label="Filter bookings">
      <SimpleGrid component="ul" cols={{ base: 4, md: 8 }} spacing={{ base: 6, xs: 8 }}>
        {CARDS.map(({ filter, count, label }) => (
          <li key={filter}>
            <CardLink
              to="/tutor/bookings"
              search={toSearch(filter)}
              activeOptions={{ exact: true }}
              radius="md"
              shadow="none"
              className={classes.card}
              data-waiting={(filter === 'pending' && data && data.pending > 0) || undefined}
            >
              <span className={classes.label}>{label}</span>{' '}
              <Text span className={classes.count} mod="tabular">
                {data ? data[count] : isError ? '–' : <Skeleton component="span" display="inline-block" width="1.25rem" height="1.25rem" />}
              </Text>
            </CardLink>
          </li>
        ))}
      </SimpleGrid>
    </nav>
  );
}

const EMPTY = {
  all: { title: 'No bookings yet', text: 'When a student asks for a session, the request appears here at once. You need not reload the page.' },
  pending: { title: 'No pending requests', text: 'You have answered everybody. New requests appear here at once.' },
  upcoming: { title: 'No upcoming sessions', text: 'Sessions that you have confirmed stand here until they begin.' },
  ongoing: { title: 'No session at the moment', text: 'A confirmed session stands here from its start to its end.' },
  ended: { title: 'Nothing to complete', text: 'Sessions that are over stand here until you complete them.' },
  completed: { title: 'No completed sessions', text: 'Sessions that you have completed are kept here.' },
  cancelled: { title: 'No cancelled bookings', text: 'Bookings that were called off are kept here.' },
  today: { title: 'Nothing today', text: 'Bookings that start today stand here.' },
} as const satisfies Record<TutorFilter, { title: string; text: string }>;

/** Needs a `key` per filter: what is new counts from the first render. */
export function TutorBookings({ filter }: { filter: TutorFilter }) {
  const now = useMinuteClock();
  const pages = trpc.bookings.forTutor.useInfiniteQuery(
    { filter },
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: BOOKING.clockMs },
  );
  const newIds = useNewIds(pages.data?.pages[0]?.bookings.map(({ id }) => id));

  return (
    <BookingsList
      pages={pages}
      empty={<Empty {...EMPTY[filter]} icon={<CalendarClock size={26} />} />}
      renderCard={(booking) => <TutorBookingCard booking={booking} now={now} isNew={newIds.has(booking.id) && booking.status === 'pending'} />}
    />
  );
}

export type TutorBookingCardProps = { booking: BookingView; now: Date; isNew?: boolean };

export function TutorBookingCard({ booking, now, isNew }: TutorBookingCardProps) {
  const { student, contactNumber } = booking;

  return (
    <BookingCard
      booking={booking}
      person={student}
      heading={formatStudent(booking)}
      now={now}
      isNew={isNew}
      showsContactNumber
      actions={
        <>
          <TransitionButtons booking={booking} by="tutor" now={now} />
          {isOccupying(booking) && contactNumber && <CallButton name={student.name} phone={contactNumber} />}
          <LinkButton booking={booking} now={now} />
          <JoinButton booking={booking} now={now} />
        </>
      }
    />
  );
}

function useNewIds(ids: readonly string[] | undefined): ReadonlySet<string> {
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  const known = useRef<ReadonlySet<string> | null>(null);
  const key = ids?.join(' ');

  useEffect(() => {
    if (key === undefined) return;
    const listed = key.split(' ').filter(Boolean);
    const previous = known.current;
    known.current = new Set([...(previous ?? []), ...listed]);
    const added = previous ? listed.filter((id) => !previous.has(id)) : [];
    if (added.length > 0) setNewIds((earlier) => new Set([...earlier, ...added]));
  }, [key]);

  return newIds;
}
