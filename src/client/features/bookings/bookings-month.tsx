import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { QueryError } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { defaultDay, groupByDay } from '#shared/domain/booking-month.ts';
import { addMonths, formatMonth } from '#shared/domain/months.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { wallClock } from '#shared/domain/zone.ts';
import classes from './bookings-list.module.css';
import { BookingsLoading, DayHeading, StaleNotice } from './bookings-list.tsx';
import monthClasses from './bookings-month.module.css';
import { MonthGrid } from './month-grid.tsx';
import { PinBooking, usePinnedBooking } from './open-dialog.ts';
import { type BookingsPath, PERIOD_LINK } from './view-switch.tsx';

type MonthQuery = { data: BookingView[] | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };

export type BookingsMonthProps = {
  to: BookingsPath;
  month: string;
  /** Null until one is chosen. */
  day: string | null;
  query: MonthQuery;
  now: Date;
  renderRow: (booking: BookingView) => ReactNode;
};

export function BookingsMonth({ to, month, day, query, now, renderRow }: BookingsMonthProps) {
  const zone = useTimeZone();
  const navigate = useNavigate();
  const sessions = groupByDay(query.data ?? [], zone);
  const shown = day ?? defaultDay(month, [...sessions.keys()], wallClock(now, zone).date);
  const show = (date: string, replace: boolean) => void navigate({ to, search: { view: 'month', day: date }, replace, resetScroll: false });

  return (
    <section aria-labelledby="month" className={monthClasses.frame}>
      <div className={monthClasses.parts}>
        <div>
          <MonthHead to={to} month={month} />
          <MonthGrid
            month={month}
            day={shown}
            sessions={sessions}
            isRead={query.data !== undefined}
            now={now}
            onChoose={(date) => show(date, date === shown)}
            onLeave={(date) => show(date, true)}
          />
        </div>
        <DaySessions key={shown} date={shown} bookings={sessions.get(shown) ?? []} isEmpty={sessions.size === 0} {...{ query, now, renderRow }} />
      </div>
    </section>
  );
}

function MonthHead({ to, month }: { to: BookingsPath; month: string }) {
  const { t, i18n } = useLingui();
  return (
    <Group justify="space-between" gap="0.25rem 0.5rem" mb="xs">
      <Title order={2} size="h3" id="month" aria-live="polite">
        {formatMonth(month, textsOf(i18n))}
      </Title>
      <Group component="nav" gap={4} aria-label={t`Month`}>
        <MonthLink to={to} month={addMonths(month, -1)} label={t`Previous month`}>
          <ChevronLeft size={20} aria-hidden="true" />
        </MonthLink>
        <MonthLink to={to}>
          <Trans>Today</Trans>
        </MonthLink>
        <MonthLink to={to} month={addMonths(month, 1)} label={t`Next month`}>
          <ChevronRight size={20} aria-hidden="true" />
        </MonthLink>
      </Group>
    </Group>
  );
}

type MonthLinkProps = { to: BookingsPath; month?: string; label?: string; children: ReactNode };

function MonthLink({ to, month, label, children }: MonthLinkProps) {
  return (
    <ButtonLink to={to} search={{ view: 'month', month }} resetScroll={false} px="0.5rem" miw="2.75rem" aria-label={label} {...PERIOD_LINK}>
      {children}
    </ButtonLink>
  );
}

type DaySessionsProps = Pick<BookingsMonthProps, 'query' | 'now' | 'renderRow'> & {
  date: string;
  bookings: readonly BookingView[];
  /** The month has no sessions at all. */
  isEmpty: boolean;
};

function DaySessions({ date, bookings: ofDay, isEmpty, query, now, renderRow }: DaySessionsProps) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = query;
  const { bookings, pin } = usePinnedBooking(ofDay);
  const message = errorMessage(error, t`Failed to fetch bookings`);
  if (!data) return error ? <QueryError title={t`Error fetching bookings.`} message={message} query={query} /> : <BookingsLoading />;

  return (
    <PinBooking value={pin}>
      <div className={classes.frame}>
        <div className={classes.items}>
          <DayHeading date={date} now={now} />
          {bookings.length === 0 && <Text c="dimmed">{isEmpty ? t`No sessions in this month` : t`No sessions on this day`}</Text>}
          {bookings.map((booking) => (
            <Fragment key={booking.id}>{renderRow(booking)}</Fragment>
          ))}
        </div>
        {error ? <StaleNotice message={message} isRetrying={isFetching} onRetry={() => void refetch()} mt="md" /> : null}
      </div>
    </PinBooking>
  );
}
