import { CalendarSearch } from 'lucide-react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import { findMonth } from '#shared/domain/booking-month.ts';
import { type MonthSearch, type StudentFilter, toSearch } from './bookings-filters.ts';
import { BookingsList } from './bookings-list.tsx';
import { BookingsMonth } from './bookings-month.tsx';
import classes from './bookings-page.module.css';
import { BookingsViews } from './bookings-views.tsx';
import { StudentRow } from './student-row.tsx';
import { LIST_LINK, ViewSwitch } from './view-switch.tsx';

const STATUS_FILTERS = [
  ['all', 'All'],
  ['pending', 'Pending'],
  ['confirmed', 'Confirmed'],
  ['completed', 'Completed'],
  ['cancelled', 'Cancelled'],
] as const satisfies readonly [StudentFilter, string][];

const LIST = '/student/bookings';

export type StudentBookingsPageProps = MonthSearch & { filter: StudentFilter; view?: 'month' | undefined };

export function StudentBookingsPage({ filter, view, month, day }: StudentBookingsPageProps) {
  const now = useMinuteClock();
  const views = <ViewSwitch to={LIST} list={<ButtonLink to={LIST} search={toSearch(filter)} {...LIST_LINK} />} />;
  return (
    <Page title="My Bookings" intro={<ZoneNote now={now} />} actions={views}>
      <LastSeenNote />
      {!view && <BookingsViews to={LIST} current={filter} pendingLabel="Waiting" filter={<StatusFilter />} />}
      <div>{view ? <StudentMonth month={month} day={day} /> : <StudentBookings key={filter} filter={filter} />}</div>
    </Page>
  );
}

function StudentMonth(search: MonthSearch) {
  const now = useMinuteClock();
  const shown = findMonth(search, now, useTimeZone());
  const query = trpc.bookings.monthForStudent.useQuery({ month: shown.month });
  return <BookingsMonth to={LIST} {...shown} query={query} now={now} renderRow={(booking) => <StudentRow booking={booking} now={now} />} />;
}

function StatusFilter() {
  return (
    <ul className={classes.filter}>
      {STATUS_FILTERS.map(([filter, label]) => (
        <li key={filter}>
          <ButtonLink variant="chip" to="/student/bookings" search={toSearch(filter)} activeOptions={{ exact: true }}>
            {label}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

const EMPTY = {
  next: { title: 'No upcoming sessions', text: 'Find a tutor, choose a time that suits you, and your next session appears here.' },
  past: { title: 'No past sessions', text: 'Past sessions appear here, newest first.' },
  all: { title: 'No bookings yet', text: 'Find a tutor, choose a time that suits you, and your first session appears here.' },
  pending: { title: 'No pending bookings', text: 'A request waits here until its tutor answers.' },
  confirmed: { title: 'No confirmed bookings', text: 'When a tutor confirms your request, the session appears here.' },
  completed: { title: 'No completed bookings', text: 'Sessions you have had appear here.' },
  cancelled: { title: 'No cancelled bookings', text: 'Cancelled bookings appear here.' },
} as const satisfies Record<StudentFilter, { title: string; text: string }>;

export function StudentBookings({ filter }: { filter: StudentFilter }) {
  const now = useMinuteClock();
  const pages = trpc.bookings.forStudent.useInfiniteQuery({ filter }, { getNextPageParam: ({ nextCursor }) => nextCursor });

  return (
    <BookingsList
      pages={pages}
      now={now}
      hasSeries={filter === 'next' || filter === 'pending'}
      empty={<Empty {...EMPTY[filter]} icon={<CalendarSearch size={26} />} action={<ButtonLink to="/tutors">Find Tutors</ButtonLink>} />}
      renderRow={(booking, { hasDate }) => <StudentRow booking={booking} now={now} hasDate={hasDate} />}
    />
  );
}
