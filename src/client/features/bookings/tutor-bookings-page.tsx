import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Button, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarClock, CheckCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { ButtonLink, CardLink } from '#client/ui/links.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { useOpener } from '#client/ui/use-opener.ts';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import type { BookingCounts, BookingView } from '#shared/contracts/bookings.ts';
import { findMonth } from '#shared/domain/booking-month.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import { type MonthSearch, type TutorFilter, type TutorView, toSearch } from './bookings-filters.ts';
import { BookingsList } from './bookings-list.tsx';
import { BookingsMonth } from './bookings-month.tsx';
import classes from './bookings-page.module.css';
import { BookingsViews } from './bookings-views.tsx';
import { ConfirmBar, Refusals } from './confirm-bar.tsx';
import { TutorRow } from './tutor-row.tsx';
import { TutorWeek } from './tutor-week.tsx';
import { type Confirming, useConfirming } from './use-confirming.ts';
import { getTransitions } from './use-transitions.tsx';
import { LIST_LINK, ViewSwitch } from './view-switch.tsx';

const CARDS: readonly { filter: TutorFilter; count: keyof BookingCounts; label: MessageDescriptor }[] = [
  { filter: 'all', count: 'total', label: msg`Total` },
  { filter: 'pending', count: 'pending', label: msg`Pending` },
  { filter: 'upcoming', count: 'upcoming', label: msg`Upcoming` },
  { filter: 'ongoing', count: 'ongoing', label: msg`Ongoing` },
  { filter: 'ended', count: 'ended', label: msg`Ended` },
  { filter: 'completed', count: 'completed', label: msg`Completed` },
  { filter: 'today', count: 'today', label: msg`Today` },
  { filter: 'cancelled', count: 'cancelled', label: msg`Cancelled` },
];

const LIST = '/tutor/bookings';

export type TutorBookingsPageProps = MonthSearch & {
  filter: TutorFilter;
  view?: TutorView | undefined;
  week?: string | undefined;
};

export function TutorBookingsPage({ filter, view, week, month, day }: TutorBookingsPageProps) {
  const { t } = useLingui();
  const now = useMinuteClock();
  const trpc = useTRPC();
  const counts = useQuery(trpc.bookings.counts.queryOptions(undefined, { refetchInterval: BOOKING.clockMs }));
  const confirming = useConfirming();
  const views = <ViewSwitch to={LIST} hasWeek list={<ButtonLink to={LIST} search={toSearch(filter)} {...LIST_LINK} />} />;

  return (
    <Page title={t`My Bookings`} intro={<ZoneNote now={now} />} actions={views}>
      <LastSeenNote />
      {!view && (
        <BookingsViews
          to={LIST}
          current={filter}
          pendingLabel={t`To answer`}
          pendingCount={counts.data?.pending}
          filter={<CountCards counts={counts} />}
        />
      )}
      <Refusals confirming={confirming} />
      <div>
        {view === 'week' && <TutorWeek week={week} />}
        {view === 'month' && <TutorMonth month={month} day={day} confirming={confirming} />}
        {!view && <TutorBookings key={filter} filter={filter} confirming={confirming} pendingCount={counts.data?.pending ?? 0} />}
      </div>
      <ConfirmBar confirming={confirming} />
    </Page>
  );
}

type TutorMonthProps = MonthSearch & { confirming: Confirming };

function TutorMonth({ confirming, ...search }: TutorMonthProps) {
  const now = useMinuteClock();
  const shown = findMonth(search, now, useTimeZone());
  const trpc = useTRPC();
  const query = useQuery(trpc.bookings.monthForTutor.queryOptions({ month: shown.month }, { refetchInterval: BOOKING.clockMs }));
  return (
    <BookingsMonth
      to={LIST}
      {...shown}
      query={query}
      now={now}
      renderRow={(booking) => <TutorRow booking={booking} now={now} confirming={confirming} />}
    />
  );
}

function CountCards({ counts: { data, isError } }: { counts: { data: BookingCounts | undefined; isError: boolean } }) {
  const { i18n } = useLingui();
  // Words of Tamil and Sinhala are wider than an eighth of the page.
  const cols = i18n.locale === DEFAULT_LOCALE ? { base: 4, md: 8 } : { base: 2, xs: 4 };
  return (
    <SimpleGrid component="ul" cols={cols} spacing={{ base: 6, xs: 8 }}>
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
            <span className={classes.label}>{i18n._(label)}</span>{' '}
            <Text span className={classes.count} mod="tabular">
              {data ? data[count] : isError ? '–' : <Skeleton component="span" display="inline-block" width="1.25rem" height="1.25rem" />}
            </Text>
          </CardLink>
        </li>
      ))}
    </SimpleGrid>
  );
}

const EMPTY = {
  next: { title: msg`No upcoming sessions`, text: msg`Sessions you have confirmed appear here until they end.` },
  past: { title: msg`No past sessions`, text: msg`Past sessions appear here, newest first.` },
  all: { title: msg`No bookings yet`, text: msg`When a student requests a session, it appears here. You do not need to reload the page.` },
  pending: { title: msg`No pending requests`, text: msg`You have answered every request. New ones appear here immediately.` },
  upcoming: { title: msg`No upcoming sessions`, text: msg`Sessions you have confirmed appear here until they start.` },
  ongoing: { title: msg`No session at the moment`, text: msg`A confirmed session appears here while it takes place.` },
  ended: { title: msg`Nothing to complete`, text: msg`Sessions that have ended appear here until you complete them.` },
  completed: { title: msg`No completed sessions`, text: msg`Sessions you have completed appear here.` },
  cancelled: { title: msg`No cancelled bookings`, text: msg`Cancelled bookings appear here.` },
  today: { title: msg`Nothing today`, text: msg`Bookings that start today appear here.` },
} as const satisfies Record<TutorFilter, { title: MessageDescriptor; text: MessageDescriptor }>;

type TutorBookingsProps = { filter: TutorFilter; confirming: Confirming; pendingCount: number };

/** Needs a `key` per filter: what is new counts from the first render. */
function TutorBookings({ filter, confirming, pendingCount }: TutorBookingsProps) {
  const { i18n } = useLingui();
  const { title, text } = EMPTY[filter];
  const now = useMinuteClock();
  const trpc = useTRPC();
  const pages = useInfiniteQuery(
    trpc.bookings.forTutor.infiniteQueryOptions({ filter }, { getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: BOOKING.clockMs }),
  );
  const newIds = useNewIds(pages.data?.pages[0]?.bookings.map(({ id }) => id));
  const listed = pages.data?.pages.flatMap(({ bookings }) => bookings) ?? [];

  return (
    <>
      {filter === 'pending' && (
        <Group justify="flex-end" mb="xs">
          <ConfirmAll bookings={listed} now={now} confirming={confirming} isPart={pages.hasNextPage} />
        </Group>
      )}
      <BookingsList
        pages={pages}
        now={now}
        hasSeries={filter === 'next' || filter === 'upcoming' || filter === 'pending'}
        empty={
          <Empty
            title={i18n._(title)}
            text={i18n._(text)}
            icon={<CalendarClock size={26} />}
            action={
              filter === 'next' &&
              pendingCount > 0 && (
                <ButtonLink to="/tutor/bookings" search={toSearch('pending')}>
                  <Plural value={pendingCount} one="Answer # request" other="Answer # requests" />
                </ButtonLink>
              )
            }
          />
        }
        renderRow={(booking, { hasDate }) => (
          <TutorRow
            booking={booking}
            now={now}
            confirming={confirming}
            hasDate={hasDate}
            isNew={newIds.has(booking.id) && booking.status === 'pending'}
          />
        )}
        renderSeriesAction={(bookings) => <ConfirmAll bookings={bookings} now={now} confirming={confirming} />}
      />
    </>
  );
}

type ConfirmAllProps = {
  bookings: readonly BookingView[];
  now: Date;
  confirming: Confirming;
  /** There are more than are listed. */
  isPart?: boolean;
};

function ConfirmAll({ bookings, now, confirming, isPart = false }: ConfirmAllProps) {
  const { t } = useLingui();
  const { setOpener, returnFocus } = useOpener();
  const open = bookings.filter((booking) => !confirming.isConfirming(booking.id) && getTransitions(booking, 'tutor', now).includes('confirmed'));
  const count = open.length;
  if (count < 2) return null;
  return (
    <Button
      variant="default"
      leftSection={<CheckCheck size={18} aria-hidden="true" />}
      onClick={({ currentTarget }) => {
        setOpener(currentTarget);
        returnFocus();
        confirming.confirm(open);
      }}
    >
      {isPart ? t`Confirm these ${count}` : t`Confirm all ${count}`}
    </Button>
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
