import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CalendarDays, List } from 'lucide-react';
import type { ReactNode } from 'react';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import type { TutorFilter } from './bookings-filters.ts';
import classes from './bookings-page.module.css';
import { TutorOverview } from './tutor-overview.tsx';

export type TutorBookingsPageProps = { filter: TutorFilter; zone: string; children: ReactNode };

/** Heading, counts and the choice between list and week above either of them. */
export function TutorBookingsPage({ filter, zone, children }: TutorBookingsPageProps) {
  const now = useMinuteClock();
  return (
    <>
      <div className={classes.head}>
        <Title order={1}>My Bookings</Title>
        <ZoneNote zone={zone} now={now} />
      </div>
      <LastSeenNote zone={zone} />
      <TutorOverview />
      <nav className={classes.views} aria-label="View">
        <Link
          to="/tutor/bookings"
          search={{ filter: filter === 'all' ? undefined : filter }}
          activeOptions={{ exact: true }}
          className={classes.view}
        >
          <List size={18} aria-hidden="true" />
          List
        </Link>
        <Link to="/tutor/bookings" search={{ view: 'week' }} className={classes.view}>
          <CalendarDays size={18} aria-hidden="true" />
          Week
        </Link>
      </nav>
      {children}
    </>
  );
}
