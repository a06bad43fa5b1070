import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { BookingCounts } from '#shared/contracts/bookings.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import type { TutorFilter } from './bookings-filters.ts';
import classes from './tutor-overview.module.css';

type Card = { filter: TutorFilter; count: keyof BookingCounts; label: string };

const CARDS: readonly Card[] = [
  { filter: 'all', count: 'total', label: 'Total' },
  { filter: 'pending', count: 'pending', label: 'Pending' },
  { filter: 'upcoming', count: 'upcoming', label: 'Upcoming' },
  { filter: 'ongoing', count: 'ongoing', label: 'Ongoing' },
  { filter: 'ended', count: 'ended', label: 'Ended' },
  { filter: 'completed', count: 'completed', label: 'Completed' },
  { filter: 'today', count: 'today', label: 'Today' },
  { filter: 'cancelled', count: 'cancelled', label: 'Cancelled' },
];

/** How many bookings there are of each kind; a card shows them: links, so that Back and a shared address bring them back. */
export function TutorOverview() {
  const { data, isError } = trpc.bookings.counts.useQuery(undefined, { refetchInterval: BOOKING.clockMs });

  return (
    <nav aria-label="Filter bookings">
      <ul className={classes.cards}>
        {CARDS.map(({ filter, count, label }) => (
          <li key={filter}>
            <Link
              to="/tutor/bookings"
              search={{ filter: filter === 'all' ? undefined : filter }}
              activeOptions={{ exact: true }}
              className={classes.card}
              data-waiting={(filter === 'pending' && data && data.pending > 0) || undefined}
            >
              <span className={classes.label}>{label}</span> <span className={classes.count}>{data ? data[count] : isError ? '–' : <Waiting />}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Waiting() {
  return <Skeleton component="span" display="inline-block" width="1.25rem" height="1.25rem" />;
}
