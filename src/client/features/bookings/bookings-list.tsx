import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ChevronDown, Repeat } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { MoreOfList, type MorePages } from '#client/ui/more-of-list.tsx';
import { Notice, type NoticeProps } from '#client/ui/notice.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { BookingsPage, BookingView } from '#shared/contracts/bookings.ts';
import { findSeries, formatAgendaDate, formatSeries, nearDayName, toDays, toSingleEntries } from '#shared/domain/booking-agenda.ts';
import { groupBy } from '#shared/domain/groups.ts';
import { textsOf } from '#shared/domain/texts.ts';
import classes from './bookings-list.module.css';
import { PinBooking, usePinnedBooking } from './open-dialog.ts';

export type BookingPages = MorePages & {
  data: { pages: BookingsPage[] } | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

export type BookingsListProps = {
  pages: BookingPages;
  now: Date;
  empty: ReactNode;
  /** Sessions of several weeks become one entry that opens. */
  hasSeries: boolean;
  renderRow: (booking: BookingView, options: { hasDate: boolean }) => ReactNode;
  renderSeriesAction?: (bookings: readonly BookingView[]) => ReactNode;
};

export function BookingsList({ pages, now, empty, hasSeries, renderRow, renderSeriesAction }: BookingsListProps) {
  const { t } = useLingui();
  const zone = useTimeZone();
  const { data, error, isFetching } = pages;
  const listed = data?.pages.flatMap((page) => page.bookings) ?? [];
  // A session that is moved while the pages are read comes on two of them.
  const unique = groupBy(listed, ({ id }) => id).map(([first]) => first);
  const { bookings, pin, pinnedId } = usePinnedBooking(unique);
  const [openSeries, setOpenSeries] = useState<ReadonlySet<string>>(new Set());
  const message = errorMessage(error, t`Failed to fetch bookings`);
  if (!data) {
    if (!error) return <BookingsLoading />;
    return <QueryError title={t`Error fetching bookings.`} message={message} query={pages} />;
  }

  const retry = pages.isFetchNextPageError ? pages.fetchNextPage : pages.refetch;
  const days = toDays(hasSeries ? findSeries(bookings, zone) : toSingleEntries(bookings), zone);
  const toggle = (key: string) =>
    setOpenSeries(openSeries.has(key) ? new Set([...openSeries].filter((open) => open !== key)) : new Set([...openSeries, key]));

  // Each row beside the others, with the key of its booking: whatever becomes of its day and series, its open dialog stays.
  const items = days.flatMap(({ date, entries }) => [
    <DayHeading key={date} date={date} now={now} />,
    ...entries.flatMap(({ key, bookings: [first, ...more] }) => {
      const isOpen = openSeries.has(key);
      const shown = more.filter(({ id }) => isOpen || id === pinnedId);
      return [
        <Fragment key={first.id}>{renderRow(first, { hasDate: false })}</Fragment>,
        more.length > 0 && (
          <SeriesToggle key={`series ${key}`} bookings={[first, ...more]} isOpen={isOpen} onToggle={() => toggle(key)}>
            {renderSeriesAction?.([first, ...more])}
          </SeriesToggle>
        ),
        ...shown.map((booking) => <Fragment key={booking.id}>{renderRow(booking, { hasDate: true })}</Fragment>),
      ];
    }),
  ]);

  return (
    <PinBooking value={pin}>
      {bookings.length === 0 && empty}
      <div className={classes.frame}>
        <div className={classes.items}>{items}</div>
      </div>
      {error ? <StaleNotice message={message} isRetrying={isFetching} onRetry={() => void retry()} mt="md" /> : <MoreOfList pages={pages} mt="lg" />}
    </PinBooking>
  );
}

export function DayHeading({ date, now }: { date: string; now: Date }) {
  const { i18n } = useLingui();
  const zone = useTimeZone();
  const name = nearDayName(date, { now, zone }, textsOf(i18n));
  const text = formatAgendaDate(date, { now, zone }, i18n.locale);
  return (
    <Title order={2} size="1rem" ff="text" fw={650} lts={0} className={classes.day}>
      {name ?? text}{' '}
      {name && (
        <Text span inherit fw={400} c="dimmed">
          {text}
        </Text>
      )}
    </Title>
  );
}

type SeriesToggleProps = { bookings: readonly [BookingView, ...BookingView[]]; isOpen: boolean; onToggle: () => void; children: ReactNode };

function SeriesToggle({ bookings, isOpen, onToggle, children }: SeriesToggleProps) {
  const { i18n } = useLingui();
  const zone = useTimeZone();
  return (
    <div className={classes.series}>
      <Button
        variant="subtle"
        aria-expanded={isOpen}
        leftSection={<Repeat size={16} aria-hidden="true" />}
        rightSection={<ChevronDown size={18} aria-hidden="true" className={classes.chevron} />}
        onClick={onToggle}
      >
        {formatSeries(bookings, zone, textsOf(i18n))}
      </Button>
      {children}
    </div>
  );
}

export type StaleNoticeProps = NoticeProps & { message: string; isRetrying: boolean; onRetry: () => void };

export function StaleNotice({ message, isRetrying, onRetry, ...notice }: StaleNoticeProps) {
  const retry = (
    <Button variant="default" loading={isRetrying} onClick={onRetry}>
      <Trans>Try Again</Trans>
    </Button>
  );
  return (
    <Notice tone="danger" role="alert" actions={retry} {...notice}>
      <strong>
        <Trans>Error fetching bookings.</Trans>
      </strong>{' '}
      {message}
    </Notice>
  );
}

export function BookingsLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading bookings…`}>
      <Stack gap="xs">
        <Skeleton height={20} width="7rem" my={4} />
        {[1, 2, 3, 4].map((index) => (
          <Card key={index} shadow="none" radius="md" p="0.5rem 0.75rem">
            <Stack gap="xs">
              <Skeleton height={16} width="45%" />
              <Group gap="0.625rem" wrap="nowrap">
                <Skeleton circle height={36} style={{ flex: 'none' }} />
                <Skeleton height={16} width="55%" />
              </Group>
              <Skeleton height={20} width="40%" />
            </Stack>
          </Card>
        ))}
      </Stack>
    </Loading>
  );
}
