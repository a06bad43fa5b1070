import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarSearch } from 'lucide-react';
import { BY_CURSOR, useTRPC } from '#client/lib/rpc/trpc.ts';
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
  ['all', msg`All`],
  ['pending', msg`Pending`],
  ['confirmed', msg`Confirmed`],
  ['completed', msg`Completed`],
  ['cancelled', msg`Cancelled`],
] as const satisfies readonly [StudentFilter, MessageDescriptor][];

const LIST = '/student/bookings';

export type StudentBookingsPageProps = MonthSearch & { filter: StudentFilter; view?: 'month' | undefined };

export function StudentBookingsPage({ filter, view, month, day }: StudentBookingsPageProps) {
  const { t } = useLingui();
  const now = useMinuteClock();
  const views = <ViewSwitch to={LIST} list={<ButtonLink to={LIST} search={toSearch(filter)} {...LIST_LINK} />} />;
  return (
    <Page title={t`My Bookings`} intro={<ZoneNote now={now} />} actions={views}>
      <LastSeenNote />
      {!view && <BookingsViews to={LIST} current={filter} pendingLabel={t`Waiting`} filter={<StatusFilter />} />}
      <div>{view ? <StudentMonth month={month} day={day} /> : <StudentBookings key={filter} filter={filter} />}</div>
    </Page>
  );
}

function StudentMonth(search: MonthSearch) {
  const now = useMinuteClock();
  const shown = findMonth(search, now, useTimeZone());
  const trpc = useTRPC();
  const query = useQuery(trpc.bookings.monthForStudent.queryOptions({ month: shown.month }));
  return <BookingsMonth to={LIST} {...shown} query={query} now={now} renderRow={(booking) => <StudentRow booking={booking} now={now} />} />;
}

function StatusFilter() {
  const { i18n } = useLingui();
  return (
    <ul className={classes.filter}>
      {STATUS_FILTERS.map(([filter, label]) => (
        <li key={filter}>
          <ButtonLink variant="chip" to="/student/bookings" search={toSearch(filter)} activeOptions={{ exact: true }}>
            {i18n._(label)}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

const EMPTY = {
  next: { title: msg`No upcoming sessions`, text: msg`Find a tutor, choose a time that suits you, and your next session appears here.` },
  past: { title: msg`No past sessions`, text: msg`Past sessions appear here, newest first.` },
  all: { title: msg`No bookings yet`, text: msg`Find a tutor, choose a time that suits you, and your first session appears here.` },
  pending: { title: msg`No pending bookings`, text: msg`A request waits here until its tutor answers.` },
  confirmed: { title: msg`No confirmed bookings`, text: msg`When a tutor confirms your request, the session appears here.` },
  completed: { title: msg`No completed bookings`, text: msg`Sessions you have had appear here.` },
  cancelled: { title: msg`No cancelled bookings`, text: msg`Cancelled bookings appear here.` },
} as const satisfies Record<StudentFilter, { title: MessageDescriptor; text: MessageDescriptor }>;

export function StudentBookings({ filter }: { filter: StudentFilter }) {
  const { i18n } = useLingui();
  const { title, text } = EMPTY[filter];
  const now = useMinuteClock();
  const trpc = useTRPC();
  const pages = useInfiniteQuery(trpc.bookings.forStudent.infiniteQueryOptions({ filter }, BY_CURSOR));

  return (
    <BookingsList
      pages={pages}
      now={now}
      hasSeries={filter === 'next' || filter === 'pending'}
      empty={
        <Empty
          title={i18n._(title)}
          text={i18n._(text)}
          icon={<CalendarSearch size={26} />}
          action={
            <ButtonLink to="/tutors">
              <Trans>Find Tutors</Trans>
            </ButtonLink>
          }
        />
      }
      renderRow={(booking, { hasDate }) => <StudentRow booking={booking} now={now} hasDate={hasDate} />}
    />
  );
}
