import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { CalendarDays, List } from 'lucide-react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { ButtonLink, CardLink } from '#client/ui/links.tsx';
import { Page } from '#client/ui/page.tsx';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import type { BookingCounts } from '#shared/contracts/bookings.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import type { TutorFilter, TutorView } from './bookings-filters.ts';
import classes from './bookings-page.module.css';
import { TutorBookings } from './tutor-bookings.tsx';
import { TutorWeek } from './tutor-week.tsx';

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
