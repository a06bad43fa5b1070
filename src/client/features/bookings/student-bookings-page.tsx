import { useEffect, useRef } from 'react';
import { useMinuteClock } from '#client/ui/clock.ts';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Page } from '#client/ui/page.tsx';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import { STUDENT_FILTERS, type StudentFilter } from './bookings-filters.ts';
import classes from './bookings-page.module.css';
import { StudentBookings } from './student-bookings.tsx';

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
